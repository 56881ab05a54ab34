// Markdown as blocks: what it says, without its marks; tables written with pipes, and HTML within it, as tables and blocks.

import type { ListItem, Nodes, PhrasingContent, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type Block, layOut } from "./blocks.ts";
import { decode } from "./decode.ts";
import { parsePage } from "./html/html.ts";
import { htmlBlocks } from "./html/html-blocks.ts";
import { raiseDigits } from "./raised-digits.ts";
import { FileProblem, type ParsedFile } from "./parsed-file.ts";
import { joinLines, unwrapLines } from "./unwrap.ts";

/** Characters that settings before the text may take. */
const longestSettings = 10_000;

export function parseMarkdown(bytes: Buffer): ParsedFile {
  const text = decode(bytes)?.replace(/\r\n?/g, "\n");
  if (text === undefined)
    throw new FileProblem(
      "unknown-encoding",
      "not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
    );
  const settings = settingsOf(text);
  const source = raiseDigits(unwrapLines(text.slice(settings.length)));
  const title = /^title[ \t]*:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(settings)?.[2]?.trim() ?? null;
  const root = fromMarkdown(source, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return {
    format: "markdown",
    title,
    ...layOut(root.children.flatMap(node => blocksOf(node, source))),
    pages: null,
  };
}

/** What some writers put before the text between two rules: names and values, a title among them. */
function settingsOf(text: string): string {
  if (!/^---[ \t]*\n[\w-]+[ \t]*:/.test(text)) return "";
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, longestSettings));
  return end ? text.slice(0, end.index + end[0].length) : "";
}

function blocksOf(node: RootContent, source: string): Block[] {
  switch (node.type) {
    case "heading":
      return [{ kind: "heading", level: node.depth, text: inlineText(node.children) }];
    case "paragraph":
      return [{ kind: "paragraph", text: inlineText(node.children) }];
    case "list":
      return node.children.flatMap(item => itemBlocks(item, source));
    case "table":
      return [tableOf(node)];
    case "blockquote":
      return node.children.flatMap(child => blocksOf(child, source));
    case "code":
      return [{ kind: "code", language: node.lang ?? "", text: node.value }];
    case "html":
      return pageBlocks(node.value);
    default:
      return [];
  }
}

/** The first paragraph stands behind the marker as it is written; further ones, and lists within it, follow. */
function itemBlocks(item: ListItem, source: string): Block[] {
  const [first, ...rest] = item.children;
  const start = item.position?.start.offset ?? 0;
  const marker = (/^(?:[-+*]|\d+[.)])/.exec(source.slice(start, start + 12))?.[0] ?? "-").replace(
    /^[+*]$/,
    "-",
  );
  const opening: Block[] =
    first?.type === "paragraph"
      ? [{ kind: "list-item", marker, text: inlineText(first.children) }]
      : first
        ? blocksOf(first, source)
        : [];
  return [...opening, ...rest.flatMap(child => blocksOf(child, source))];
}

function tableOf({ children }: Table): Block {
  const [header = [], ...rows] = children.map(row =>
    row.children.map(cell => inlineText(cell.children)),
  );
  return { kind: "table", header, rows };
}

function pageBlocks(html: string): Block[] {
  const page = parsePage(html);
  return htmlBlocks(page.body ?? page.documentElement);
}

/** Marks that Markdown does not take for such between Han characters are taken away all the same. */
const unmarked = (text: string) => text.replace(/\*\*(?=\S)([^\n*]+)\*\*/g, "$1");

/** A break that the writer asked for; any other line end within a paragraph may be where a line was full. */
const askedBreak = "\u2028";

const inlineText = (nodes: readonly PhrasingContent[]): string =>
  joinLines(nodes.map(textOf).join("")).replaceAll(askedBreak, "\n");

function textOf(node: Nodes): string {
  if (node.type === "text") return unmarked(node.value);
  if (node.type === "inlineCode") return node.value;
  if (node.type === "break") return askedBreak;
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  // Of HTML within a line only the break is seen.
  if (node.type === "html") return /^<br\b/i.test(node.value) ? askedBreak : "";
  return "children" in node ? node.children.map(textOf).join("") : "";
}
