// A web page as a tree.

import { createRequire } from "node:module";
import { raiseDigits } from "../raised-digits.ts";

/** The part of a DOM node that is read here; the project is compiled without the browser's types. */
export interface HtmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  readonly parentNode?: HtmlNode | null;
  /** Of elements. */
  getAttribute?(name: string): string | null;
}

export const textNode = 3;
export const skipped = new Set([
  "SCRIPT",
  "STYLE",
  "NOSCRIPT",
  "TEMPLATE",
  "SVG",
  "NAV",
  "FORM",
  "BUTTON",
  "IFRAME",
]);

type Parse = typeof import("linkedom").parseHTML;
const load = createRequire(import.meta.url);

/** What stands before the body is the head's, whatever marks it: without html, head and body the parser keeps the first element alone. */
function inPlaces(html: string): string {
  const opening = /<html\b[^>]*>/i.exec(html)?.[0];
  const body = html.search(/<body[\s>]/i);
  if (body === -1)
    return opening === undefined ? `<html><head></head><body>${html}</body></html>` : html;
  const head = html.slice(0, body).replace(/<!doctype[^>]*>|<\/?(?:html|head)\b[^>]*>/gi, "");
  return `${opening ?? "<html>"}<head>${head}</head>${html.slice(body)}</html>`;
}

/** What follows the ends of body and html belongs to them. */
export function parsePage(source: string): ReturnType<Parse>["document"] {
  const html = raiseDigits(source).replace(/<\/(?:body|html)\s*>/gi, "");
  // Loaded with the first page: most runs read none.
  const { parseHTML } = load("linkedom") as { parseHTML: Parse };
  return parseHTML(inPlaces(html)).document;
}
