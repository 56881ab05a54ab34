// A web page as a tree, and the plain text of a node: headings marked, each table row one line.

import { parseHTML } from "linkedom";
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
const blockNames = new Set([
  "P",
  "DIV",
  "SECTION",
  "ARTICLE",
  "UL",
  "OL",
  "LI",
  "TABLE",
  "TR",
  "BLOCKQUOTE",
  "PRE",
  "DL",
  "DT",
  "DD",
  "BR",
  "HR",
  "FIGURE",
  "HEADER",
  "FOOTER",
  "MAIN",
]);
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

/** The parser makes no html and body of its own: without them it keeps the first element alone. */
export function parsePage(source: string): ReturnType<typeof parseHTML>["document"] {
  const html = raiseDigits(source);
  const whole = /<html[\s>]/i.test(html)
    ? html
    : /<body[\s>]/i.test(html)
      ? `<html>${html}</html>`
      : `<html><head></head><body>${html}</body></html>`;
  return parseHTML(whole).document;
}

/** What a reader sees of a node: a line a block, headings marked, a table row a line. */
export function textOf(root: HtmlNode): string {
  const parts: string[] = [];
  collect(root, parts);
  return parts
    .join("")
    .split("\n")
    .map(line => line.replace(/[^\S\n]+/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function collect(node: HtmlNode, parts: string[]): void {
  if (node.nodeType === textNode) {
    parts.push((node.textContent ?? "").replace(/\s+/g, " "));
    return;
  }
  const name = node.nodeName.toUpperCase();
  if (skipped.has(name)) return;
  // A row that holds a further table lays out a page: its cells are read as blocks.
  if (name === "TR" && !holdsTable(node)) {
    parts.push("\n", rowText(node), "\n");
    return;
  }
  if (name === "PRE") {
    parts.push("\n", node.textContent ?? "", "\n");
    return;
  }
  const heading = /^H([1-6])$/.exec(name);
  if (heading) {
    parts.push("\n\n", "#".repeat(Number(heading[1])), " ", inlineText(node), "\n\n");
    return;
  }
  const block = blockNames.has(name) || name === "TD";
  if (block) parts.push("\n");
  for (const child of Array.from(node.childNodes)) collect(child, parts);
  if (block) parts.push("\n");
}

const rowText = (row: HtmlNode) =>
  Array.from(row.childNodes)
    .filter(cell => /^T[DH]$/.test(cell.nodeName.toUpperCase()))
    .map(inlineText)
    .join(" | ");

/** What stands in a heading or cell, on one line, without scripts. */
function inlineText(node: HtmlNode): string {
  const parts: string[] = [];
  for (const child of Array.from(node.childNodes)) collect(child, parts);
  return parts.join("").replace(/\s+/g, " ").trim();
}

const holdsTable = (node: HtmlNode): boolean =>
  Array.from(node.childNodes).some(
    child => child.nodeName.toUpperCase() === "TABLE" || holdsTable(child),
  );
