// Turns the content of an OpenDocument file into blocks: headings, lists, tables, boxes, and each note after its paragraph.

import { type Block, visibleText } from "../../blocks.ts";
import { toSuperscript } from "../../raised-digits.ts";
import { type SpannedCell, tableBlocks } from "../office-tables.ts";
import { attribute, childrenNamed, descendant, textOf, type XmlNode } from "../office-xml.ts";
import type { OdfFile } from "./odf-archive.ts";
import { type OdfNumbers, odfNumbers } from "./odf-lists.ts";

interface Walk {
  readonly file: OdfFile;
  readonly numbers: OdfNumbers;
}

/** The position of a paragraph in lists: the style of its list, and its level, counted from 0. */
interface ListPlace {
  readonly style: string;
  readonly level: number;
}

/** Elements that contain blocks but no text of their own. */
const container =
  /^(?:section|index-body|text-box|frame|g|a|custom-shape|rect|ellipse|circle|line|connector|polygon|path|deletion|bibliography|numbered-paragraph|shapes)$/;
/** Elements inside a paragraph that are not part of its text. */
const boxElement = /^(?:frame|g|custom-shape|rect|ellipse)$/;
/** Notes, comments, deleted text, program marks and pronunciations. */
const skippedElement = /^(?:note|annotation|annotation-end|tracked-changes|ruby-text|desc)$/;

/** Maximum number of cells or rows that one element may represent; empty sheets claim a million. */
const maxRepeats = 500;

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
  return container.test(node.name) ? node.children.flatMap(child => blocksOf(child, walk)) : [];
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
function textOfParagraph(node: XmlNode, file: OdfFile): string {
  return node.children
    .map(child => {
      if (child.name === "") return child.text.replace(/\s+/g, " ");
      if (child.name === "s") return " ";
      if (child.name === "tab") return "\t";
      if (child.name === "line-break") return "\n";
      if (skippedElement.test(child.name) || boxElement.test(child.name)) return "";
      const text = textOfParagraph(child, file);
      return child.name === "span" && isRaised(child, file) ? toSuperscript(text) : text;
    })
    .join("");
}

const isRaised = (span: XmlNode, { styles }: OdfFile): boolean =>
  styles.inherited(attribute(span, "style-name"), style => {
    const position = attribute(descendant(style, "text-properties"), "text-position");
    return position === undefined ? undefined : /^super|^[1-9]/.test(position);
  }) ?? false;

/** The outermost elements with these names in a paragraph. */
const outermostElements = (node: XmlNode, names: RegExp): XmlNode[] =>
  node.children.flatMap(child =>
    names.test(child.name)
      ? [child]
      : skippedElement.test(child.name)
        ? []
        : outermostElements(child, names),
  );

function notesOf(paragraph: XmlNode, walk: Walk): Block[] {
  return outermostElements(paragraph, /^note$/).flatMap(note => {
    const text = descendant(note, "note-body")
      .children.flatMap(child => blocksOf(child, walk))
      .map(block => ("text" in block ? block.text : ""))
      .join("\n")
      .trim();
    const citation = textOf(descendant(note, "note-citation")).trim();
    return text === "" ? [] : [{ kind: "paragraph", text: `[${citation}] ${text}` } as const];
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
  const text = visibleText(textOfParagraph(node, walk.file));
  const extraBlocks = [
    ...notesOf(node, walk),
    ...outermostElements(node, boxElement).flatMap(box => blocksOf(box, walk)),
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

function listBlocks(list: XmlNode, walk: Walk, outerPlace?: ListPlace): Block[] {
  const style = (attribute(list, "style-name") || outerPlace?.style) ?? "";
  const place = { style, level: outerPlace === undefined ? 0 : outerPlace.level + 1 };
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

/** The rows, including those in row groups, and the number of rows that the file marks as the header. */
function rowsOf(table: XmlNode): { rows: XmlNode[]; headerCount: number } {
  let headerCount = 0;
  const collect = (node: XmlNode, isHeader: boolean): XmlNode[] =>
    node.children.flatMap(child => {
      if (child.name === "table-row") {
        if (isHeader) headerCount += 1;
        return [child];
      }
      return /^table-(?:header-rows|rows|row-group)$/.test(child.name)
        ? collect(child, isHeader || child.name === "table-header-rows")
        : [];
    });
  return { rows: collect(table, false), headerCount };
}

/** Cells as displayed, without those that another cell covers. */
function cellsOf(table: XmlNode, walk: Walk): { rows: SpannedCell[][]; headerCount: number } {
  const { rows, headerCount } = rowsOf(table);
  const cellRows = rows.flatMap(row => {
    const cells = childrenNamed(row, "table-cell").flatMap((cell): SpannedCell[] => {
      const displayedCell = {
        text: cellText(cell, walk),
        columns: Math.min(maxRepeats, numberOf(cell, "number-columns-spanned")),
        rows: numberOf(cell, "number-rows-spanned"),
      };
      const repeatCount = Math.min(maxRepeats, numberOf(cell, "number-columns-repeated"));
      return Array.from({ length: repeatCount }, () => displayedCell);
    });
    const isFilled = cells.some(({ text }) => text !== "");
    const repeatCount = isFilled ? Math.min(maxRepeats, numberOf(row, "number-rows-repeated")) : 1;
    return Array.from({ length: repeatCount }, () => cells);
  });
  return { rows: cellRows, headerCount };
}

function odfTable(table: XmlNode, walk: Walk): Block[] {
  const { rows, headerCount } = cellsOf(table, walk);
  return tableBlocks(rows, headerCount);
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
