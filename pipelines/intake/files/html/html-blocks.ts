// Reads the blocks of a web page as displayed: headings, paragraphs, list items, tables, without scripts and menus.

import type { Block } from "../blocks.ts";
import { type HtmlNode, nameOf, type parsePage, skippedElements, textNode } from "./html.ts";
import { unwrapLines } from "../unwrap-lines.ts";
import { isLayoutTable, readTable } from "./html-tables.ts";

/** Inline elements; every other element begins and ends a line. */
const inlineElement =
  /^(?:A|ABBR|ACRONYM|B|BDI|BDO|BIG|CITE|CODE|DATA|DEL|DFN|EM|FONT|I|IMG|INS|KBD|LABEL|MARK|MATH|NOBR|OUTPUT|PICTURE|Q|RP|RT|RUBY|S|SAMP|SMALL|SPAN|STRIKE|STRONG|SUB|SUP|TIME|TT|U|VAR|WBR|IX:.*)$/;

const isHidden = (node: HtmlNode): boolean =>
  (node.getAttribute?.("hidden") ?? null) !== null ||
  /display\s*:\s*none/i.test(node.getAttribute?.("style") ?? "");

/** Whether this is a link from a note back to its reference, or from a heading to itself: a symbol only. */
const isBackLink = (node: HtmlNode): boolean =>
  nameOf(node) === "A" &&
  (node.getAttribute?.("href") ?? "").startsWith("#") &&
  /^(?:[↩↑^¶§#⏎\s]|\uFE0E)+$/u.test(node.textContent ?? "");

/** The text with white space collapsed, except for line breaks. */
const tidyText = (text: string) =>
  text
    .split("\n")
    .map(line => line.replace(/\s+/g, " ").trim())
    .join("\n")
    .trim();

type Marker = Pick<Block & { readonly kind: "list-item" }, "marker" | "level">;

/** Collects inline text until a block begins or ends. */
class BlockWriter {
  readonly blocks: Block[] = [];
  #line = "";
  /** Marker of the list item that has begun but has no text yet. */
  #openItem: Marker | undefined;

  write(text: string): void {
    this.#line += text;
  }

  beginItem(item: Marker): void {
    this.flush();
    this.#openItem = item;
  }

  /** Turns the text so far into a paragraph, or into the list item that has begun. */
  flush(): void {
    const text = tidyText(this.#line);
    this.#line = "";
    if (text === "") return;
    this.blocks.push(
      this.#openItem === undefined
        ? { kind: "paragraph", text }
        : { kind: "list-item", ...this.#openItem, text },
    );
    this.#openItem = undefined;
  }

  add(block: Block): void {
    this.flush();
    this.blocks.push(block);
  }

  /** Ends a list item; if it has no text, its marker is dropped. */
  endItem(): void {
    this.flush();
    this.#openItem = undefined;
  }
}

/** The blocks of a node, in order. */
export function htmlBlocks(root: HtmlNode): Block[] {
  const writer = new BlockWriter();
  // A whole page may be one PRE element.
  if (nameOf(root) === "PRE") walk(root, writer);
  else walkChildren(root, writer);
  writer.flush();
  return writer.blocks;
}

/** The blocks of a parsed page. */
export const pageBlocks = (page: ReturnType<typeof parsePage>): Block[] =>
  htmlBlocks(page.body ?? page.documentElement);

const walkChildren = (node: HtmlNode, writer: BlockWriter): void => {
  for (const child of Array.from(node.childNodes)) walk(child, writer);
};

function walk(node: HtmlNode, writer: BlockWriter): void {
  const name = nameOf(node);
  if (node.nodeType === textNode)
    return writer.write((node.textContent ?? "").replace(/\s+/g, " "));
  if (skippedElements.has(name) || name === "HEAD" || isHidden(node) || isBackLink(node)) return;
  if (name === "BR") return writer.write("\n");
  if (inlineElement.test(name)) return walkChildren(node, writer);
  if (/^H[1-6]$/.test(name))
    return writer.add({ kind: "heading", level: Number(name[1]), text: cellText(node) });
  if (name === "PRE") return writer.add(preBlock(node));
  if (name === "TABLE" && !isLayoutTable(node)) return walkTable(node, writer);
  if (name === "LI" || name === "DD") return walkItem(node, writer);
  writer.flush();
  if (name !== "DT" || !adjacentElement(node, 1, "DD")) walkChildren(node, writer);
  writer.flush();
}

/** A PRE element as code, or as text if its lines are broken at a fixed width, or if it is the whole page. */
function preBlock(node: HtmlNode): Block {
  const text = preText(node);
  const code = Array.from(node.childNodes).find(child => nameOf(child) === "CODE");
  const classes = [code, node].map(part => part?.getAttribute?.("class") ?? "").join(" ");
  const language = /\b(?:language-|lang-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1] ?? "";
  const isCode = code !== undefined || language !== "";
  const prose = isCode ? text : unwrapLines(text);
  return isCode || (prose === text && !isWholePage(node, text))
    ? { kind: "code", language, text }
    : { kind: "paragraph", text: tidyText(prose).replace(/\n{3,}/g, "\n\n") };
}

const isWholePage = ({ parentNode: parent }: HtmlNode, text: string): boolean =>
  parent != null &&
  nameOf(parent) === "BODY" &&
  (parent.textContent?.trim().length ?? 0) < 2 * text.length;

const preText = (node: HtmlNode): string =>
  nameOf(node) === "BR"
    ? "\n"
    : node.nodeType === textNode
      ? (node.textContent ?? "")
      : Array.from(node.childNodes, preText).join("");

function walkTable(node: HtmlNode, writer: BlockWriter): void {
  writer.flush();
  for (const child of Array.from(node.childNodes))
    if (nameOf(child) === "CAPTION") walk(child, writer);
  writer.add(readTable(node, cellText));
}

/** Writes a list item; further paragraphs of the item follow it. */
function walkItem(node: HtmlNode, writer: BlockWriter): void {
  writer.beginItem({
    marker: nameOf(node) === "DD" ? termOf(node) : markerOf(node),
    level: levelOf(node),
  });
  walkChildren(node, writer);
  writer.endItem();
}

/** Depth of nesting in list items. */
const levelOf = ({ parentNode: parent }: HtmlNode): number =>
  parent ? levelOf(parent) + (nameOf(parent) === "LI" ? 1 : 0) : 0;

const siblingElements = (node: HtmlNode): HtmlNode[] =>
  node.parentNode
    ? Array.from(node.parentNode.childNodes).filter(({ nodeType }) => nodeType === 1)
    : [];

/** The next element (`step` 1) or the previous one (-1) if it has this name. */
function adjacentElement(node: HtmlNode, step: 1 | -1, name: string): HtmlNode | undefined {
  const siblings = siblingElements(node);
  const element = siblings[siblings.indexOf(node) + step];
  return element && nameOf(element) === name ? element : undefined;
}

/** The marker of a definition: the term, like the label of a value. */
function termOf(node: HtmlNode): string {
  const term = adjacentElement(node, -1, "DT");
  return term ? `${cellText(term).replace(/[:：]$/, "")}:` : "-";
}

function markerOf(node: HtmlNode): string {
  const list = node.parentNode;
  if (!list || nameOf(list) !== "OL") return "-";
  const items = siblingElements(node).filter(item => nameOf(item) === "LI");
  return `${(Number.parseInt(list.getAttribute?.("start") ?? "1", 10) || 1) + items.indexOf(node)}.`;
}

/** The text of a heading or cell, on one line. */
function cellText(node: HtmlNode): string {
  const texts = htmlBlocks(node).map(block => {
    if (block.kind === "table")
      return [block.header, ...block.rows].map(row => row.filter(Boolean).join(" ")).join(" ");
    return block.kind === "place" ? "" : block.text;
  });
  return texts.join(" ").replace(/\s+/g, " ").trim();
}
