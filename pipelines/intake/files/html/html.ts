// Parses a web page into a tree.

import { createRequire } from "node:module";
import { replaceSuperAndSubscripts } from "../superscripts-and-subscripts.ts";

/** The part of a DOM node that is used here; the project is compiled without the DOM types. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  readonly parentNode?: HtmlNode | null;
  /** Elements only. */
  getAttribute?(name: string): string | null;
}

export const textNode = 3;
/** Elements whose content is not displayed, or is not part of a document. */
export const skippedElements = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE SVG NAV FORM BUTTON IFRAME".split(" "),
);

export const nameOf = ({ nodeName }: HtmlNode): string => nodeName.toUpperCase();

/** The total length of the texts of these elements, with white space collapsed. */
export const lengthOfElements = (
  page: { querySelectorAll(selector: string): Iterable<Pick<HtmlNode, "textContent">> },
  selector: string,
): number =>
  Array.from(page.querySelectorAll(selector)).reduce(
    (sum, { textContent }) => sum + (textContent ?? "").replace(/\s+/g, " ").trim().length,
    0,
  );

type Parse = typeof import("linkedom").parseHTML;
const require = createRequire(import.meta.url);

/** Wraps a page in html, head and body, without which the parser keeps only the first element; whatever precedes the body becomes part of the head. */
function completePage(html: string): string {
  const opening = /<html\b[^>]*>/i.exec(html)?.[0];
  const body = html.search(/<body[\s>]/i);
  if (body === -1)
    return opening === undefined ? `<html><head></head><body>${html}</body></html>` : html;
  const head = html.slice(0, body).replace(/<!doctype[^>]*>|<\/?(?:html|head)\b[^>]*>/gi, "");
  return `${opening ?? "<html>"}<head>${head}</head>${html.slice(body)}</html>`;
}

/** Parses a page. What follows the end tags of body and html is still part of them. */
export function parsePage(source: string): ReturnType<Parse>["document"] {
  const html = replaceSuperAndSubscripts(source).replace(/<\/(?:body|html)\s*>/gi, "");
  // Loaded with the first page, as most runs read none.
  const { parseHTML } = require("linkedom") as { parseHTML: Parse };
  return parseHTML(completePage(html)).document;
}
