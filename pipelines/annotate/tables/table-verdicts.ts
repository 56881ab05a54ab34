// Reads the rows of a filled-in table as verdicts, whatever the order of its columns and the spreadsheet's formatting.

import type { ReviewSource, Values } from "../../../schemas/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { type Field, sampleContent } from "../form.ts";
import { protocols } from "../protocols/protocols.ts";
import { type Cell, parseTime, parseSeconds } from "./table-times.ts";
import { readOnlySuffix } from "./table-layout.ts";
import { withoutDecimals } from "../verdicts/normalize-choices.ts";
import type { VerdictOutcome } from "../verdicts/verdict-outcome.ts";

export interface FilledTable {
  /** The file, for error messages. */
  readonly place: string;
  readonly source: ReviewSource;
  /** The first row is the header. */
  readonly rows: readonly (readonly Cell[])[];
}

interface ProtocolFields {
  readonly byName: ReadonlyMap<string, Field>;
  readonly byStem: ReadonlyMap<string, Field>;
}

/** The fields of all protocols, since a table does not say which of its columns are fields. */
function collectFields(): ProtocolFields {
  const fields = Object.values(protocols).flatMap(protocol => protocol.fields(sampleContent("en")));
  return {
    byName: new Map(fields.flatMap(field => (field.repeats ? [] : [[field.name, field]]))),
    byStem: new Map(fields.flatMap(field => (field.repeats ? [[field.repeats.stem, field]] : []))),
  };
}

function fieldOf(name: string, { byName, byStem }: ProtocolFields): Field | undefined {
  // Matches `keypoint-12` and `clarity-A`, but neither `keypoint-1:text` nor a person's own column `keypoint-remarks`.
  const [, stem = ""] = /^(.+)-[A-Za-z0-9]{1,4}$/.exec(name) ?? [];
  return byName.get(name) ?? byStem.get(stem);
}

function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString();
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell === null || cell === undefined ? "" : String(cell).trim();
}

interface Columns {
  readonly taskId: number;
  readonly annotator: number;
  readonly decidedAt: number;
  readonly seconds: number;
  readonly fields: readonly {
    readonly name: string;
    readonly index: number;
    readonly isChoice: boolean;
  }[];
  readonly columnCount: number;
}

function findColumns(header: readonly Cell[], place: string): Columns {
  const protocolFields = collectFields();
  const expected = [
    ...protocolFields.byName.keys(),
    ...[...protocolFields.byStem.keys()].map(stem => `${stem}-1`),
  ].join(", ");
  const invalidTableError = (problem: string) =>
    new PipelineError("bad-input", `${place} ${problem}`, {
      hint: `The first row names the columns: task_id, annotator, and those to fill in (${expected}). Copy it from the table that ragwright annotate batch <run> wrote into the person's folder.`,
    });
  const names = header.map(textOf);
  const columnNames = names.filter(name => name !== "").map(name => name.slice(0, 40));
  const firstNames = columnNames.slice(0, 20).join(", ");
  if (!names.includes("task_id"))
    throw invalidTableError(`has no column task_id; its first row is: ${firstNames || "empty"}.`);
  const repeatedName = names.find(
    (name, index) => name !== "" && !name.endsWith(readOnlySuffix) && names.indexOf(name) !== index,
  );
  if (repeatedName !== undefined)
    throw invalidTableError(
      `has the column ${repeatedName.slice(0, 40)} twice; it is unclear which one counts.`,
    );
  const fields = names.flatMap((name, index) => {
    const field = fieldOf(name, protocolFields);
    return field ? [{ name, index, isChoice: field.kind === "choice" }] : [];
  });
  if (fields.length === 0)
    throw invalidTableError(`has no column to fill in; its first row is: ${firstNames}.`);
  const indexOf = (name: string) => names.indexOf(name);
  return {
    taskId: indexOf("task_id"),
    annotator: indexOf("annotator"),
    decidedAt: indexOf("decided_at"),
    seconds: indexOf("seconds"),
    fields,
    columnCount: names.length,
  };
}

function readValues(row: readonly Cell[], { fields }: Columns): Values {
  const values = fields.map(({ name, index, isChoice }): [string, string] => [
    name,
    isChoice ? withoutDecimals(textOf(row[index])) : textOf(row[index]),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

interface RowContext {
  readonly row: readonly Cell[];
  readonly columns: Columns;
  readonly source: ReviewSource;
  readonly place: string;
}

function readRow({ row, columns, source, place }: RowContext): VerdictOutcome | undefined {
  const texts = row.map(textOf);
  if (texts.every(text => text === "")) return undefined;
  const taskId = texts[columns.taskId] ?? "";
  const annotator = texts[columns.annotator] ?? "";
  const values = readValues(row, columns);
  const rowPlace = taskId === "" ? place : `${place} (task ${taskId.slice(0, 60)})`;
  const problemRow = (problem: string) => ({ place: rowPlace, problem });
  // The cells may have shifted to the right, so none of them can be trusted.
  if (texts.slice(columns.columnCount).some(text => text !== ""))
    return problemRow(
      "the row has more cells than the first row has column names; a text that contains a separator must be quoted",
    );
  if (taskId === "")
    return problemRow(
      "the cell task_id is empty; it must contain the id of the task, as in the original table",
    );
  const verdict = { place: rowPlace, source, taskId, annotator, values };
  if (Object.keys(values).length === 0)
    return { ...verdict, decidedAt: null, seconds: null, complete: false };
  if (annotator === "")
    return problemRow(
      "the row is filled in but its cell annotator is empty; it must contain the name of the person who judged",
    );
  const decidedAt = parseTime(row[columns.decidedAt] ?? null);
  if (decidedAt === undefined)
    return problemRow(
      `decided_at is "${(texts[columns.decidedAt] ?? "").slice(0, 40)}"; it must be empty or a time with the year first, such as 2026-11-21 10:30 (UTC)`,
    );
  const seconds = parseSeconds(row[columns.seconds] ?? null);
  if (seconds === undefined)
    return problemRow(
      `seconds is "${(texts[columns.seconds] ?? "").slice(0, 40)}"; it must be empty or a number such as 45 or 12.5`,
    );
  return { ...verdict, decidedAt, seconds, complete: true };
}

/**
 * Returns a verdict or a problem for each row that is not empty; a row with nothing filled in is an incomplete
 * verdict. Choices stay as written. Throws PipelineError("bad-input") if the first row has no column task_id, none to
 * fill in, or a column twice.
 */
export function readTable({ place, source, rows }: FilledTable): VerdictOutcome[] {
  const columns = findColumns(rows[0] ?? [], place);
  return rows
    .slice(1)
    .flatMap(
      (row, index) => readRow({ row, columns, source, place: `${place} row ${index + 2}` }) ?? [],
    );
}
