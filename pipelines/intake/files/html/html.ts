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

/** The parser makes no html and body of its own: without them it keeps the first element alone. What follows their ends belongs to them. */
export function parsePage(source: string): ReturnType<Parse>["document"] {
  const html = raiseDigits(source).replace(/<\/(?:body|html)\s*>/gi, "");
  const whole = /<html[\s>]/i.test(html)
    ? html
    : /<body[\s>]/i.test(html)
      ? `<html>${html}</html>`
      : `<html><head></head><body>${html}</body></html>`;
  // Loaded with the first page: most runs read none.
  const { parseHTML } = load("linkedom") as { parseHTML: Parse };
  return parseHTML(whole).document;
}
