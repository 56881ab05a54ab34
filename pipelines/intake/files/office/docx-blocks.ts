// Turns mammoth's model of a Word document into blocks: headings, lists, tables, and footnotes after the paragraphs that refer to them.

import { type Block, paragraphBlock, visibleText } from "../blocks.ts";
import { toSuperscript } from "../superscripts-and-subscripts.ts";
import { type SpannedCell, tableBlocks } from "./office-tables.ts";

/** The part of mammoth's document model that is used here; mammoth has no types for it. */
export interface WordElement {
  readonly type: string;
  readonly children?: readonly WordElement[];
  readonly value?: string;
  readonly styleName?: string | null;
  readonly numbering?: { readonly isOrdered: boolean } | null;
  readonly breakType?: string;
  readonly checked?: boolean;
  /** For a run: "superscript" if it is raised. */
  readonly verticalAlignment?: string;
  readonly isHeader?: boolean;
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly noteId?: string;
}

export interface WordDocument extends WordElement {
  readonly notes: {
    resolve(reference: WordElement): { readonly body: readonly WordElement[] } | null;
  };
}

/** Delimiters of the heading level and list marker, which mammoth's model lacks and which are therefore put before each paragraph's text. */
export const [markStart, markMiddle, markEnd] = ["\ue000", "\ue001", "\ue002"] as const;
const markPattern = new RegExp(`^${markStart}(\\d?)${markMiddle}([^${markEnd}]*)${markEnd}`);

function textOf(element: WordElement): string {
  if (element.type === "text") return (element.value ?? "").replace(/\s+/g, " ");
  if (element.type === "tab") return "\t";
  if (element.type === "break") return element.breakType === "line" ? "\n" : "";
  if (element.type === "checkbox") return element.checked === true ? "☑" : "☐";
  const text = (element.children ?? []).map(textOf).join("");
  return element.verticalAlignment === "superscript" ? toSuperscript(text) : text;
}

function notesIn(element: WordElement, document: WordDocument): Block[] {
  if (element.type === "noteReference") {
    const note = document.notes.resolve(element);
    const text = (note?.body ?? []).map(textOf).join("\n").trim();
    return text === "" ? [] : [{ kind: "paragraph", text: `[${element.noteId ?? ""}] ${text}` }];
  }
  return (element.children ?? []).flatMap(child => notesIn(child, document));
}

function readParagraph(paragraph: WordElement): {
  readonly text: string;
  readonly level: number | undefined;
  readonly marker: string;
} {
  const fullText = textOf(paragraph);
  const [start = "", level = "", marker = ""] = markPattern.exec(fullText) ?? [];
  const styleName = paragraph.styleName ?? "";
  const styleLevel =
    /^(?:heading|标题) ?([1-9])$/i.exec(styleName)?.[1] ??
    (/^(?:title|标题)$/i.test(styleName) ? "1" : undefined);
  const levelText = level || styleLevel;
  return {
    text: visibleText(fullText.slice(start.length)),
    level: levelText ? Number(levelText) : undefined,
    marker,
  };
}

function paragraphBlocks(paragraph: WordElement, document: WordDocument): Block[] {
  // A table of contents would repeat every heading.
  if (/^(?:toc|table of figures|目录) ?\d?$/i.test(paragraph.styleName ?? "")) return [];
  const { text, level, marker } = readParagraph(paragraph);
  const notes = notesIn(paragraph, document);
  if (text === "") return notes;
  return [paragraphBlock(text, level, marker || (paragraph.numbering ? "-" : "")), ...notes];
}

function cellText(element: WordElement): string {
  if (element.type !== "paragraph") return (element.children ?? []).map(cellText).join("\n");
  const { text, marker } = readParagraph(element);
  return marker === "" || text === "" ? text : `${marker} ${text}`;
}

function wordTable(table: WordElement, document: WordDocument): Block[] {
  const rows = (table.children ?? []).filter(({ type }) => type === "tableRow");
  const cells = rows.map(row =>
    (row.children ?? []).map(
      (cell): SpannedCell => ({
        text: cellText(cell),
        columns: cell.colSpan ?? 1,
        rows: cell.rowSpan ?? 1,
      }),
    ),
  );
  const headerCount = rows.findIndex(({ isHeader }) => isHeader !== true);
  return [...tableBlocks(cells, Math.max(0, headerCount)), ...notesIn(table, document)];
}

/** The blocks of a document, or of any element in it. */
export const wordBlocks = (element: WordElement, document: WordDocument): Block[] => {
  if (element.type === "paragraph") return paragraphBlocks(element, document);
  if (element.type === "table") return wordTable(element, document);
  return (element.children ?? []).flatMap(child => wordBlocks(child, document));
};
