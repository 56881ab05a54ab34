// Reads the records of a foreign file: a single JSON value, a list, or one record per line. Errors name the place.

import { existsSync, statSync } from "node:fs";
import type { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { onDisk } from "../engine/files.ts";
import { type Line, parseJson, readLines } from "../engine/lines.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";

/** A record and its place: `line 3`, `entry 3`. */
export interface PlacedRecord {
  readonly place: string;
  readonly value: unknown;
}

export interface RecordFile {
  readonly path: string;
  /** The value of a file that is a single JSON value; undefined for a file with one record per line. */
  readonly whole: unknown;
  /** Reads the records, again on each call: lines are streamed; a list gives its entries, any other single value itself. */
  readonly records: () => Iterable<PlacedRecord>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An error with file, place and reason. */
export const refuseRecord = (
  path: string,
  place: string,
  reason: string,
  hint: string,
): PipelineError =>
  new PipelineError("bad-input", `${path}${place === "" ? "" : ` ${place}`}: ${reason}.`, { hint });

/** Describes the first issue of a schema error, with its field. */
function complaintOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue?.path.length
    ? `${issue.path.join(".")}: ${issue.message}`
    : "a JSON object with other fields is expected";
}

/** Parses a record by the schema. Throws PipelineError("bad-input"), with its place, if it does not match. */
export function recordAs<R extends z.ZodType>(
  schema: R,
  { place, value }: PlacedRecord,
  { path, hint }: { path: string; hint: string },
): z.output<R> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuseRecord(path, place, complaintOf(result.error), hint);
}

/** Entries of a list, numbered from 1. */
export const entriesOf = (list: readonly unknown[], name = "entry"): PlacedRecord[] =>
  list.map((value, index) => ({ place: `${name} ${index + 1}`, value }));

/** Maximum length of a string in Node. */
const maxTextLength = 512 * 1024 * 1024 - 64;

function* nonBlankLines(path: string): Generator<Line> {
  for (const line of readLines(path)) {
    const text = line.number === 1 ? line.text.replace(/^\uFEFF/, "") : line.text;
    if (text.trim() !== "") yield { ...line, text };
  }
}

function* lineRecords(path: string, hint: string): Generator<PlacedRecord> {
  for (const { number, text } of nonBlankLines(path)) {
    const value = parseJson(text);
    if (value === undefined) throw refuseRecord(path, `line ${number}`, "this is not JSON", hint);
    yield { place: `line ${number}`, value };
  }
}

// The parser gives a position in characters, but people look for a line.
function lineOfError(text: string, error: unknown): number {
  const position = Number(
    /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1] ?? 0,
  );
  return text.slice(0, position).split("\n").length;
}

function parseWhole(path: string, hint: string): unknown {
  if (statSync(path).size > maxTextLength)
    throw refuseRecord(
      path,
      "",
      "it is one JSON value larger than 512 MB; give one record per line",
      hint,
    );
  const text = onDisk(path, () => readOrdinary(path).toString("utf8"), "read").replace(
    /^\uFEFF/,
    "",
  );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuseRecord(path, `line ${lineOfError(text, error)}`, "this is not JSON", hint);
  }
}

/**
 * Opens a file of records. Ignores a byte order mark and blank lines. Throws PipelineError("bad-input") for a file that is
 * missing, empty or not JSON. Keeps one line at a time in memory, or all of a single value.
 */
export function openRecords(path: string, hint: string): RecordFile {
  if (!existsSync(path)) throw refuseRecord(path, "", "there is no such file", hint);
  const lines = nonBlankLines(path);
  const [first, second] = [
    lines.next().value as Line | undefined,
    lines.next().value as Line | undefined,
  ];
  lines.return(undefined);
  if (!first) throw refuseRecord(path, "", "it is empty", hint);
  if (second && isJsonObject(parseJson(first.text)))
    return { path, whole: undefined, records: () => lineRecords(path, hint) };
  const whole = parseWhole(path, hint);
  return {
    path,
    whole,
    records: () =>
      Array.isArray(whole) ? entriesOf(whole) : [{ place: `line ${first.number}`, value: whole }],
  };
}
