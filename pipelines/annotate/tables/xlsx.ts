// Writes the table of a folder as an XLSX with its guide and documents, and reads a filled-in XLSX back as verdicts.

import { readSheet, SheetNotFoundError } from "read-excel-file/node";
import writeExcelFile, { type CellObject, type Row, type Sheet } from "write-excel-file/node";
import { PipelineError } from "../../engine/errors.ts";
import type { AnnotationProtocol } from "../protocol.ts";
import type { Cell } from "./table-times.ts";
import { maxCellLength, splitText, type Table, type TableColumn } from "./table-layout.ts";
import { readTable } from "./table-verdicts.ts";
import type { VerdictOutcome } from "../verdicts/verdict-outcome.ts";
import { repackArchive } from "./xlsx-archive.ts";
import { guideSheet, layOutGuide } from "./xlsx-guide.ts";
import { addPickLists } from "./xlsx-pick-lists.ts";

const tasksSheet = "tasks";
/** Limit on the combined length of all texts, in UTF-16 units: the reader has a limit too, and a sheet is one string in memory. */
const maxTotalText = 50_000_000;
const colours = { header: "#D9E1F2", fillIn: "#FFF2CC" } as const;
const headerStyle = { fontWeight: "bold", backgroundColor: colours.header } as const;
const readOnlyStyle = { wrap: true, alignVertical: "top" } as const;
// The text format keeps typed values as they are, instead of turning them into dates or formulas.
const fillInStyle = { ...readOnlyStyle, format: "@", backgroundColor: colours.fillIn };
const truncationNote = "… [已截断，全文见 tasks.jsonl / truncated; full text in tasks.jsonl]";

// Characters that XML 1.0 forbids or discourages and the writer would drop; a carriage return, which XML readers turn into a newline; lone surrogates.
const forbiddenCharacters =
  /[\0-\x08\x0B-\x1F\x7F-\x84\x86-\x9F\uFFFD\p{Noncharacter_Code_Point}\p{Cs}]/gu;
/** An underscore in the text itself that a reader would mistake for the start of an escape. */
const ambiguousUnderscore = /_(?=x[0-9A-Fa-f]{4})/g;

const escapeUnits = (units: string): string =>
  units.replace(
    /[^]/g,
    unit => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );

/** Escapes a text as an ST_Xstring of ECMA-376 part 1, 22.9.2.19: a character that XML cannot hold becomes `_x0001_`, as in Excel, and can be restored. */
function escapeXlsxText(text: string): string {
  const escaped = text
    .replace(ambiguousUnderscore, "_x005F_")
    .replace(forbiddenCharacters, escapeUnits);
  // The writer looks texts up in a plain object, whose inherited `constructor` it would mistake for a text already written.
  return escaped in {} ? escapeUnits(escaped.charAt(0)) + escaped.slice(1) : escaped;
}

/** A cell that is always text, never a formula, a link or a number. */
const textCell = (text: string, style: Omit<CellObject, "value" | "type"> = {}): CellObject => ({
  ...style,
  type: String,
  value: escapeXlsxText(text),
});

function fitCell(text: string): string {
  if (text.length <= maxCellLength) return text;
  return (splitText(text, maxCellLength - truncationNote.length)[0] ?? "") + truncationNote;
}

const isFillInColumn = ({ kind }: TableColumn): boolean => kind === "field" || kind === "person";

function tasksRows({ columns, rows }: Table): Row[] {
  const header = columns.map(column =>
    textCell(
      column.name,
      isFillInColumn(column) ? { ...headerStyle, backgroundColor: colours.fillIn } : headerStyle,
    ),
  );
  const body = rows.map(row =>
    columns.map(column => {
      const text = row.get(column.name);
      return text === undefined
        ? null
        : textCell(fitCell(text), isFillInColumn(column) ? fillInStyle : readOnlyStyle);
    }),
  );
  return [header, ...body];
}

/** In characters. */
function widthOf({ name, kind, field }: TableColumn): number {
  if (kind === "field") return field?.kind === "text" ? 40 : 18;
  if (kind === "about") return 40;
  return name.includes(":") ? 60 : 14;
}

function documentRows({ documents }: Table): Row[] {
  const header = ["id", "name", "part", "text"].map(name => textCell(name, headerStyle));
  const parts = documents.flatMap(({ id, name, text }) =>
    splitText(text, maxCellLength).map((part, index) => [
      fitCell(id),
      fitCell(name),
      String(index + 1),
      part,
    ]),
  );
  return [header, ...parts.map(part => part.map(text => textCell(text, readOnlyStyle)))];
}

function checkSize({ rows, documents }: Table): void {
  const texts = rows.reduce(
    (sum, row) => sum + [...row.values()].reduce((length, text) => length + text.length, 0),
    0,
  );
  const size = texts + documents.reduce((sum, { text }) => sum + text.length, 0);
  if (size <= maxTotalText) return;
  throw new PipelineError(
    "wrong-use",
    `The tasks and documents of one person have ${size} characters, more than the ${maxTotalText} allowed in an XLSX.`,
    { hint: "Give each person fewer tasks, or write CSV or Label Studio files instead of XLSX." },
  );
}

/** Builds the whole workbook in memory. */
export async function writeXlsx(
  table: Table,
  protocol: Pick<AnnotationProtocol, "title" | "guide">,
): Promise<Buffer> {
  checkSize(table);
  const { columns, rows, languages } = table;
  const guide = layOutGuide({ protocol, columns, languages });
  const lists = columns.flatMap(({ name, field }, column) => {
    const pick = guide.pickRows.get(name);
    if (!pick || !field) return [];
    const source = `${guideSheet.name}!$${guideSheet.pickColumn}$${pick.first}:$${guideSheet.pickColumn}$${pick.last}`;
    return [
      {
        column,
        source,
        title: name,
        prompt: languages.map(language => field.words[language]).join(" / "),
      },
    ];
  });
  const guideStyle = { alignVertical: "top" } as const;
  const sheets: Sheet<Blob>[] = [
    {
      sheet: tasksSheet,
      data: tasksRows(table),
      columns: columns.map(column => ({ width: widthOf(column) })),
      stickyRowsCount: 1,
      stickyColumnsCount: 1,
    },
    {
      sheet: guideSheet.name,
      data: guide.rows.map(row => row.map(text => textCell(text, guideStyle))),
      columns: [{ width: 24 }, { width: 36 }, { width: 20 }, { width: 50 }, { width: 50 }],
    },
    {
      sheet: "documents",
      data: documentRows(table),
      columns: [{ width: 24 }, { width: 30 }, { width: 6 }, { width: 120 }],
      stickyRowsCount: 1,
    },
  ];
  return writeExcelFile(sheets, {
    features: [addPickLists({ sheet: tasksSheet, rows: rows.length, lists })],
  }).toBuffer();
}

/** Reads the cells of the tasks sheet, or of the first sheet if a program renamed it, keeping all spaces. */
async function readCells(archive: Buffer): Promise<Cell[][]> {
  const readOneSheet = (sheet: string | number) => readSheet(archive, sheet, { trim: false });
  const rows = await readOneSheet(tasksSheet).catch((error: unknown) => {
    if (!(error instanceof SheetNotFoundError)) throw error;
    return readOneSheet(1);
  });
  // The package's types wrongly give the Date constructor as the type of date cells.
  return rows.map(row => row.map(value => (typeof value === "function" ? null : value)));
}

/**
 * Reads the verdicts of a filled-in workbook, one outcome per row; `place` names the file in messages. Keeps the whole sheet in memory.
 * Throws PipelineError("bad-input") for a file that is not an XLSX, unpacks to more than 200 MB or lacks the columns of a batch.
 */
export async function readXlsx(bytes: Uint8Array, place: string): Promise<VerdictOutcome[]> {
  const archive = repackArchive(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    place,
  );
  let rows: Cell[][];
  try {
    rows = await readCells(archive);
  } catch (error) {
    throw new PipelineError(
      "bad-input",
      `${place} is not a readable XLSX: ${error instanceof Error ? error.message.slice(0, 200) : "unknown"}.`,
      {
        hint: "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
        cause: error,
      },
    );
  }
  return readTable({ place, source: "xlsx", rows });
}
