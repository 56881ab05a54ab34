// Turns the content of an OpenDocument file into blocks: headings, lists, tables, boxes, and each note after its paragraph.

import { type Block, paragraphBlock, visibleText } from "../../blocks.ts";
import { toSuperscript } from "../../superscripts-and-subscripts.ts";
import { maxRows, type SpannedCell, tableBlocks } from "../office-tables.ts";
import { attribute, childrenNamed, descendant, textOf, type XmlNode } from "../office-xml.ts";
import { countAttribute, type OdfFile, rowsOf } from "./odf-archive.ts";
import { type OdfNumbers, odfNumbers } from "./odf-lists.ts";

interface OdfContext {
  readonly file: OdfFile;
  readonly numbers: OdfNumbers;
}

/** The position of a paragraph in lists: the style of its list, and its level, counted from 0. */
interface ListPosition {
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

/** The blocks of a node's children, in order. */
export function odfBlocks(node: XmlNode, file: OdfFile): Block[] {
  const context: OdfContext = { file, numbers: odfNumbers(file.styles) };
  return node.children.flatMap(child => blocksOf(child, context));
}

function blocksOf(node: XmlNode, context: OdfContext): Block[] {
  if (node.name === "p" || node.name === "h") return paragraphBlocks(node, context);
  if (node.name === "list") return listBlocks(node, context);
  if (node.name === "table") {
    const { rows, headerCount } = cellsOf(node, context);
    return tableBlocks(rows, headerCount);
  }
  if (node.name === "object") return chartBlocks(node, context);
  return container.test(node.name) ? node.children.flatMap(child => blocksOf(child, context)) : [];
}

/** The data of a chart as a table, with series in the header and categories before each row. */
function chartBlocks(node: XmlNode, context: OdfContext): Block[] {
  const table = context.file.chartTable(attribute(node, "href") ?? "");
  const [header, ...rows] = table
    ? cellsOf(table, context).rows.map(row => row.map(({ text }) => text))
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
  /^super|^[1-9]/.test(styles.propertyOf(span, "text-properties", "text-position") ?? "");

/** The outermost elements with these names in a paragraph. */
const outermostElements = (node: XmlNode, names: RegExp): XmlNode[] =>
  node.children.flatMap(child =>
    names.test(child.name)
      ? [child]
      : skippedElement.test(child.name)
        ? []
        : outermostElements(child, names),
  );

function notesOf(paragraph: XmlNode, context: OdfContext): Block[] {
  return outermostElements(paragraph, /^note$/).flatMap(note => {
    const text = descendant(note, "note-body")
      .children.flatMap(child => blocksOf(child, context))
      .map(block => ("text" in block ? block.text : ""))
      .join("\n")
      .trim();
    const citation = textOf(descendant(note, "note-citation")).trim();
    return text === "" ? [] : [{ kind: "paragraph", text: `[${citation}] ${text}` } as const];
  });
}

/** The level of a heading, or of a paragraph in title style; undefined for any other. */
function levelOf(node: XmlNode, { file: { styles } }: OdfContext): number | undefined {
  if (node.name === "h") return countAttribute(node, "outline-level", 9);
  const isTitle =
    attribute(node, "style-name") === "Title" ||
    styles.stylesOf(node).some(style => attribute(style, "parent-style-name") === "Title");
  return isTitle ? 1 : undefined;
}

function paragraphBlocks(node: XmlNode, context: OdfContext, position?: ListPosition): Block[] {
  const text = visibleText(textOfParagraph(node, context.file));
  const extraBlocks = [
    ...notesOf(node, context),
    ...outermostElements(node, boxElement).flatMap(box => blocksOf(box, context)),
  ];
  if (text === "") return extraBlocks;
  const level = levelOf(node, context);
  const headingNumber = () =>
    node.name === "h" && level !== undefined ? context.numbers.heading(level) : "";
  const marker = position
    ? context.numbers.nextMarker(position.style, position.level)
    : headingNumber();
  return [paragraphBlock(text, level, marker), ...extraBlocks];
}

function listBlocks(list: XmlNode, context: OdfContext, outerPosition?: ListPosition): Block[] {
  const style = (attribute(list, "style-name") || outerPosition?.style) ?? "";
  const position = { style, level: outerPosition === undefined ? 0 : outerPosition.level + 1 };
  const isContinued =
    attribute(list, "continue-numbering") === "true" ||
    attribute(list, "continue-list") !== undefined;
  context.numbers.beginList(style, position.level, isContinued);
  return list.children.flatMap(item =>
    item.name === "list-item" || item.name === "list-header"
      ? itemBlocks(item, context, position)
      : [],
  );
}

/** The first paragraph of an item has the marker; further paragraphs and nested lists follow it. */
function itemBlocks(item: XmlNode, context: OdfContext, position: ListPosition): Block[] {
  let isMarked = item.name === "list-header";
  return item.children.flatMap(child => {
    if (child.name === "list") return listBlocks(child, context, position);
    if ((child.name !== "p" && child.name !== "h") || isMarked) return blocksOf(child, context);
    const blocks = paragraphBlocks(child, context, position);
    isMarked = blocks.length > 0;
    return blocks;
  });
}

/** Cells as displayed, without those that another cell covers. */
function cellsOf(
  table: XmlNode,
  context: OdfContext,
): { rows: SpannedCell[][]; headerCount: number } {
  const rows = [...rowsOf(table)];
  const cellRows = rows.flatMap(({ row }) => {
    const cells = childrenNamed(row, "table-cell").flatMap((cell): SpannedCell[] => {
      const displayedCell = {
        text: cellText(cell, context),
        columns: countAttribute(cell, "number-columns-spanned", maxRepeats),
        rows: countAttribute(cell, "number-rows-spanned", maxRows),
      };
      const repeatCount = countAttribute(cell, "number-columns-repeated", maxRepeats);
      return Array.from({ length: repeatCount }, () => displayedCell);
    });
    const isFilled = cells.some(({ text }) => text !== "");
    const repeatCount = isFilled ? countAttribute(row, "number-rows-repeated", maxRepeats) : 1;
    return Array.from({ length: repeatCount }, () => cells);
  });
  return { rows: cellRows, headerCount: rows.filter(({ isHeader }) => isHeader).length };
}

/** The text of a cell, including nested tables. */
function cellText(cell: XmlNode, context: OdfContext): string {
  const texts = cell.children
    .flatMap(child => blocksOf(child, context))
    .flatMap(block => {
      if (block.kind === "table") return [block.header, ...block.rows].map(row => row.join(" "));
      return block.kind === "place" ? [] : [block.text];
    });
  return texts.filter(Boolean).join("\n");
}
