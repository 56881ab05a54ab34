// Reads the records of a foreign file: a single JSON value, a list, or one record per line. Errors say where in the file.

import { existsSync, statSync } from "node:fs";
import type { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { explainDiskErrors } from "../engine/files.ts";
import { type Line, parseJson, readLines } from "../engine/lines.ts";
import { readOrdinary } from "../engine/ordinary-file.ts";

/** A record and its place: `line 3`, `entry 3`. */
export interface LocatedRecord {
  readonly location: string;
  readonly value: unknown;
}

export interface RecordFile {
  readonly path: string;
  /** The value of a file that is a single JSON value; undefined for a file with one record per line. */
  readonly singleValue: unknown;
  /** Reads the records from the beginning on each call: lines are streamed; a list yields its entries, and any other single value is the only record. */
  readonly records: () => Iterable<LocatedRecord>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The error for a record or, without a `location`, for the whole file. */
export const recordError = (
  path: string,
  location: string,
  reason: string,
  hint: string,
): PipelineError =>
  new PipelineError("bad-input", `${path}${location === "" ? "" : ` ${location}`}: ${reason}.`, {
    hint,
  });

/** Describes the first issue of a schema error, with its field. */
function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue?.path.length
    ? `${issue.path.join(".")}: ${issue.message}`
    : "a JSON object with other fields is expected";
}

/** Parses a record by the schema. Throws PipelineError("bad-input"), with its place, if it does not match. */
export function parseRecord<R extends z.ZodType>(
  schema: R,
  { location, value }: LocatedRecord,
  { path, hint }: { path: string; hint: string },
): z.output<R> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw recordError(path, location, describeIssue(result.error), hint);
}

/** Entries of a list, numbered from 1. */
export const entriesOf = (list: readonly unknown[], name = "entry"): LocatedRecord[] =>
  list.map((value, index) => ({ location: `${name} ${index + 1}`, value }));

/** Maximum length of a string in Node. */
const maxTextLength = 512 * 1024 * 1024 - 64;

function* nonBlankLines(path: string): Generator<Line> {
  for (const line of readLines(path)) {
    const text = line.number === 1 ? line.text.replace(/^\uFEFF/, "") : line.text;
    if (text.trim() !== "") yield { ...line, text };
  }
}

function* lineRecords(path: string, hint: string): Generator<LocatedRecord> {
  for (const { number, text } of nonBlankLines(path)) {
    const value = parseJson(text);
    if (value === undefined) throw recordError(path, `line ${number}`, "this is not JSON", hint);
    yield { location: `line ${number}`, value };
  }
}

// The parser gives a position in characters, but people look for a line.
function lineOfError(text: string, error: unknown): number {
  const position = Number(
    /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1] ?? 0,
  );
  return text.slice(0, position).split("\n").length;
}

function parseWholeFile(path: string, hint: string): unknown {
  if (statSync(path).size > maxTextLength)
    throw recordError(
      path,
      "",
      "it is one JSON value larger than 512 MB; give one record per line",
      hint,
    );
  const text = explainDiskErrors(path, () => readOrdinary(path).toString("utf8"), "read").replace(
    /^\uFEFF/,
    "",
  );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw recordError(path, `line ${lineOfError(text, error)}`, "this is not JSON", hint);
  }
}

/**
 * Opens a file of records. Ignores a byte order mark and blank lines. Throws PipelineError("bad-input") for a file that is
 * missing, empty or not JSON. Keeps one line at a time in memory, or all of a single value.
 */
export function openRecords(path: string, hint: string): RecordFile {
  if (!existsSync(path)) throw recordError(path, "", "there is no such file", hint);
  const lines = nonBlankLines(path);
  const [first, second] = [
    lines.next().value as Line | undefined,
    lines.next().value as Line | undefined,
  ];
  lines.return(undefined);
  if (!first) throw recordError(path, "", "it is empty", hint);
  if (second && isJsonObject(parseJson(first.text)))
    return { path, singleValue: undefined, records: () => lineRecords(path, hint) };
  const singleValue = parseWholeFile(path, hint);
  return {
    path,
    singleValue,
    records: () =>
      Array.isArray(singleValue)
        ? entriesOf(singleValue)
        : [{ location: `line ${first.number}`, value: singleValue }],
  };
}
