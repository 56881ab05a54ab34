// Turns the content of an OpenDocument file into blocks: headings, lists, tables, boxes, and each note after its paragraph.

import { type Block, visibleText } from "../../blocks.ts";
import { raise } from "../../raised-digits.ts";
import { type SpannedCell, tableBlocks } from "../office-tables.ts";
import { attribute, childrenNamed, down, textOf, type XmlNode } from "../office-xml.ts";
import type { OdfFile } from "./odf-archive.ts";
import { type OdfNumbers, odfNumbers } from "./odf-lists.ts";

interface Walk {
  readonly file: OdfFile;
  readonly numbers: OdfNumbers;
}

/** Position of a paragraph in lists: the style of its list, and the level counted from 0. */
interface ListPlace {
  readonly style: string;
  readonly level: number;
}

/** Elements that contain blocks but no text of their own. */
const holders =
  /^(?:section|index-body|text-box|frame|g|a|custom-shape|rect|ellipse|circle|line|connector|polygon|path|deletion|bibliography|numbered-paragraph|shapes)$/;
/** Elements inside a paragraph that are not part of its line. */
const boxes = /^(?:frame|g|custom-shape|rect|ellipse)$/;
/** Notes, comments, deleted text, program marks and pronunciations. */
const unread = /^(?:note|annotation|annotation-end|tracked-changes|ruby-text|desc)$/;

/** Largest number of cells or rows that one element may represent; empty sheets claim a million. */
const maxRepeated = 500;

const numberOf = (node: XmlNode, name: string): number => {
  const value = attribute(node, name);
  return value !== undefined && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
};

/** The blocks of a node's children, in order. */
export function odfBlocks(node: XmlNode, file: OdfFile): Block[] {
  const walk: Walk = { file, numbers: odfNumbers(file.styles) };
  return node.children.flatMap(child => blocksOf(child, walk));
}

function blocksOf(node: XmlNode, walk: Walk): Block[] {
  if (node.name === "p" || node.name === "h") return paragraphBlocks(node, walk);
  if (node.name === "list") return listBlocks(node, walk);
  if (node.name === "table") return odfTable(node, walk);
  if (node.name === "object") return chartBlocks(node, walk);
  return holders.test(node.name) ? node.children.flatMap(child => blocksOf(child, walk)) : [];
}

/** The data of a chart as a table, with series in the header and categories before each row. */
function chartBlocks(node: XmlNode, walk: Walk): Block[] {
  const table = walk.file.chartTable(attribute(node, "href") ?? "");
  const [header, ...rows] = table
    ? cellsOf(table, walk).rows.map(row => row.map(({ text }) => text))
    : [];
  return header ? [{ kind: "table", header, rows }] : [];
}

/** The text of a paragraph. */
function lineOf(node: XmlNode, { file }: Walk): string {
  return node.children
    .map(child => {
      if (child.name === "") return child.text.replace(/\s+/g, " ");
      if (child.name === "s") return " ";
      if (child.name === "tab") return "\t";
      if (child.name === "line-break") return "\n";
      if (unread.test(child.name) || boxes.test(child.name)) return "";
      const text = lineOf(child, { file } as Walk);
      return child.name === "span" && isRaised(child, file) ? raise(text) : text;
    })
    .join("");
}

const isRaised = (span: XmlNode, { styles }: OdfFile): boolean =>
  styles.inherited(attribute(span, "style-name"), style => {
    const position = attribute(down(style, "text-properties"), "text-position");
    return position === undefined ? undefined : /^super|^[1-9]/.test(position);
  }) ?? false;

/** All outermost elements with these names in a paragraph. */
const within = (node: XmlNode, names: RegExp): XmlNode[] =>
  node.children.flatMap(child =>
    names.test(child.name) ? [child] : unread.test(child.name) ? [] : within(child, names),
  );

function notesOf(paragraph: XmlNode, walk: Walk): Block[] {
  return within(paragraph, /^note$/).flatMap(note => {
    const text = down(note, "note-body")
      .children.flatMap(child => blocksOf(child, walk))
      .map(block => ("text" in block ? block.text : ""))
      .join("\n")
      .trim();
    const sign = textOf(down(note, "note-citation")).trim();
    return text === "" ? [] : [{ kind: "paragraph", text: `[${sign}] ${text}` } as const];
  });
}

/** The level of a heading, or of a paragraph in title style; undefined for any other. */
function levelOf(node: XmlNode, { file: { styles } }: Walk): number | undefined {
  if (node.name === "h") return Math.min(9, numberOf(node, "outline-level"));
  const name = attribute(node, "style-name");
  const isTitle =
    name === "Title" ||
    styles.inherited(name, style =>
      attribute(style, "parent-style-name") === "Title" ? true : undefined,
    ) === true;
  return isTitle ? 1 : undefined;
}

function paragraphBlocks(node: XmlNode, walk: Walk, place?: ListPlace): Block[] {
  const text = visibleText(lineOf(node, walk));
  const extraBlocks = [
    ...notesOf(node, walk),
    ...within(node, boxes).flatMap(box => blocksOf(box, walk)),
  ];
  if (text === "") return extraBlocks;
  const level = levelOf(node, walk);
  const marker = place === undefined ? undefined : walk.numbers.item(place.style, place.level);
  if (level === undefined)
    return marker === undefined || marker === ""
      ? [{ kind: "paragraph", text }, ...extraBlocks]
      : [{ kind: "list-item", marker, text }, ...extraBlocks];
  const number = marker ?? (node.name === "h" ? walk.numbers.heading(level) : "");
  const isNumbered = number !== "" && number !== "-";
  return [
    { kind: "heading", level, text: isNumbered ? `${number} ${text}` : text },
    ...extraBlocks,
  ];
}

function listBlocks(list: XmlNode, walk: Walk, above?: ListPlace): Block[] {
  const style = (attribute(list, "style-name") || above?.style) ?? "";
  const place = { style, level: above === undefined ? 0 : above.level + 1 };
  const continues =
    attribute(list, "continue-numbering") === "true" ||
    attribute(list, "continue-list") !== undefined;
  walk.numbers.beginList(style, place.level, continues);
  return list.children.flatMap(item =>
    item.name === "list-item" || item.name === "list-header" ? itemBlocks(item, walk, place) : [],
  );
}

/** The first paragraph of an item has the marker; further paragraphs and nested lists follow it. */
function itemBlocks(item: XmlNode, walk: Walk, place: ListPlace): Block[] {
  let isMarked = item.name === "list-header";
  return item.children.flatMap(child => {
    if (child.name === "list") return listBlocks(child, walk, place);
    if ((child.name !== "p" && child.name !== "h") || isMarked) return blocksOf(child, walk);
    const blocks = paragraphBlocks(child, walk, place);
    isMarked = blocks.length > 0;
    return blocks;
  });
}

/** Rows including those in row groups; `stated`: number of rows the file marks as the header. */
function rowsOf(table: XmlNode): { rows: XmlNode[]; stated: number } {
  let stated = 0;
  const collect = (node: XmlNode, isHeader: boolean): XmlNode[] =>
    node.children.flatMap(child => {
      if (child.name === "table-row") {
        if (isHeader) stated += 1;
        return [child];
      }
      return /^table-(?:header-rows|rows|row-group)$/.test(child.name)
        ? collect(child, isHeader || child.name === "table-header-rows")
        : [];
    });
  return { rows: collect(table, false), stated };
}

/** Cells as displayed, without those that another cell covers. */
function cellsOf(table: XmlNode, walk: Walk): { rows: SpannedCell[][]; stated: number } {
  const { rows, stated } = rowsOf(table);
  const read = rows.flatMap(row => {
    const cells = childrenNamed(row, "table-cell").flatMap((cell): SpannedCell[] => {
      const shown = {
        text: cellText(cell, walk),
        columns: Math.min(maxRepeated, numberOf(cell, "number-columns-spanned")),
        rows: numberOf(cell, "number-rows-spanned"),
      };
      const times = Math.min(maxRepeated, numberOf(cell, "number-columns-repeated"));
      return Array.from({ length: times }, () => shown);
    });
    const isFilled = cells.some(({ text }) => text !== "");
    const times = isFilled ? Math.min(maxRepeated, numberOf(row, "number-rows-repeated")) : 1;
    return Array.from({ length: times }, () => cells);
  });
  return { rows: read, stated };
}

function odfTable(table: XmlNode, walk: Walk): Block[] {
  const { rows, stated } = cellsOf(table, walk);
  return tableBlocks(rows, stated);
}

/** The text of a cell, including nested tables. */
function cellText(cell: XmlNode, walk: Walk): string {
  const texts = cell.children
    .flatMap(child => blocksOf(child, walk))
    .flatMap(block => {
      if (block.kind === "table") return [block.header, ...block.rows].map(row => row.join(" "));
      return block.kind === "place" ? [] : [block.text];
    });
  return texts.filter(Boolean).join("\n");
}
