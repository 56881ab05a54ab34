// Reads Markdown as blocks, without markup; pipe tables and embedded HTML become tables and blocks.

import type { Heading, List, ListItem, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { type Block, layOut } from "./blocks.ts";
import { decodeText } from "./decode-text.ts";
import { parsePage } from "./html/html.ts";
import { pageBlocks } from "./html/html-blocks.ts";
import { boundedMarkdown } from "./markdown-bounds.ts";
import { plainMarkdown } from "./markdown-dialects.ts";
import { inlineText } from "./markdown-inline.ts";
import type { ParsedFile } from "./parsed-file.ts";

/** Maximum length of front matter, in characters. */
const maxFrontMatterLength = 10_000;

export function parseMarkdown(bytes: Buffer): ParsedFile {
  const text = decodeText(bytes).replace(/\r\n?/g, "\n");
  const frontMatter = frontMatterOf(text);
  const title =
    /^title[ \t]*[:=][ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(frontMatter)?.[2]?.trim() ?? null;
  return { title, ...layOut(markdownBlocks(text.slice(frontMatter.length))) };
}

/** The blocks of a Markdown text without front matter; lines end in \n. */
function markdownBlocks(text: string): Block[] {
  const source = plainMarkdown(boundedMarkdown(text));
  const root = fromMarkdown(source, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  return root.children.flatMap(node => blocksOf(node, source));
}

/** The front matter: names and values between two rules before the text, perhaps with a title; "" if there is none. */
function frontMatterOf(text: string): string {
  if (!/^(?:---[ \t]*\n+[\w-]+[ \t]*:|\+\+\+[ \t]*\n+[\w-]+[ \t]*=)/.test(text)) return "";
  const end = /\n(?:---|\.\.\.|\+\+\+)[ \t]*(?:\n|$)/.exec(text.slice(0, maxFrontMatterLength));
  return end ? text.slice(0, end.index + end[0].length) : "";
}

/** `level`: depth of nested list items. */
function blocksOf(node: RootContent, source: string, level = 0): Block[] {
  switch (node.type) {
    case "heading":
      return [{ kind: "heading", level: node.depth, text: headingText(node) }];
    case "paragraph":
      return [{ kind: "paragraph", text: inlineText(node.children) }];
    case "list":
      return listBlocks(node, source, level);
    case "table":
      return [tableOf(node)];
    case "blockquote":
      return node.children.flatMap(child => blocksOf(child, source, level));
    case "code":
      return [codeOf(node.value, node.lang)];
    case "html":
      return pageBlocks(parsePage(node.value));
    default:
      return [];
  }
}

/** The text of a heading without the anchor that some writers put after it. */
const headingText = ({ children }: Heading): string =>
  inlineText(children).replace(/\{#[^{}\s]+\}$/, "");

/** A code block, or a paragraph if it is prose: Chinese writers often indent by four spaces, which Markdown takes for code. */
const codeOf = (value: string, language: string | null | undefined): Block =>
  language == null && /^[^{}<>=;#$]*[。！？]$/.test(value.trim())
    ? { kind: "paragraph", text: value }
    : { kind: "code", language: language ?? "", text: value };

/** List items numbered as displayed, whatever the numbers in the source. */
function listBlocks({ children, ordered, start }: List, source: string, level: number): Block[] {
  return children.flatMap((child, index) => {
    const offset = child.position?.start.offset ?? 0;
    const punctuation = /^\d+([.)])/.exec(source.slice(offset, offset + 12))?.[1] ?? ".";
    return itemBlocks(
      child,
      ordered ? `${(start ?? 1) + index}${punctuation}` : "-",
      source,
      level,
    );
  });
}

/** The first paragraph, or heading, follows the marker; further paragraphs and nested lists come after it. */
function itemBlocks(
  { children: [first, ...rest] }: ListItem,
  marker: string,
  source: string,
  level: number,
): Block[] {
  const opening = first ? blocksOf(first, source, level + 1) : [];
  const [head, ...others] = opening;
  const blocks: Block[] =
    head?.kind === "paragraph"
      ? [{ kind: "list-item", marker, text: head.text, level }, ...others]
      : head?.kind === "heading" && marker !== "-"
        ? [{ ...head, text: `${marker} ${head.text}` }, ...others]
        : opening;
  return [...blocks, ...rest.flatMap(child => blocksOf(child, source, level + 1))];
}

function tableOf({ children }: Table): Block {
  const [header = [], ...rows] = children.map(row =>
    row.children.map(cell => inlineText(cell.children)),
  );
  return { kind: "table", header, rows };
}
