// The journal of outcomes: one line per input row, with everything needed to decide whether its outcome can be reused.

import { Seal } from "./artifact-seal.ts";
import type { LostPart, Outcome } from "./stage.ts";

/** One lookup by a row: the artifact, the kind, the key, and the hash of what was read. */
export type ReadRecord = [string, "get" | "where" | "rows", string, string];

/**
 * A row that was made: its id, the hash of its line, and a mark. edited: a person has changed it since. shared:
 * another input made the same row, and the artifact holds that input's version.
 */
export type RowMark = [string, string] | [string, string, "edited" | "shared"];

export interface OutcomeLine {
  readonly input: string;
  readonly fingerprint: string;
  readonly outcome: "made" | "rejected" | "declined" | "failed";
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  /** For a failure: contract (the model answered, but never in the required form) or technical (no complete answer arrived). */
  readonly kind?: "contract" | "technical" | undefined;
  /** For a failure: the last raw reply. */
  readonly reply?: string | null | undefined;
  /** Parts that yielded nothing, each with its code and detail; absent if there are none. */
  readonly lost?: readonly (readonly [string, string])[] | undefined;
  readonly rows: RowMark[];
  /** Keys in calls.jsonl. */
  readonly calls: string[];
  readonly reads: ReadRecord[];
}

const isString = (value: unknown) => typeof value === "string";
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);
const isOptionalString = (value: unknown) => value === undefined || isString(value);

/** Whether a value is a list of lists of strings, each of which `isValid` accepts. */
const isListOf = (value: unknown, isValid: (strings: readonly unknown[]) => boolean) =>
  Array.isArray(value) &&
  value.every(strings => Array.isArray(strings) && strings.every(isString) && isValid(strings));

const isMark = ({ length, 2: mark }: readonly unknown[]) =>
  length === 2 || (length === 3 && isOneOf(["edited", "shared"], mark));
const isReadRecord = ({ length, 1: kind }: readonly unknown[]) =>
  length === 4 && isOneOf(["get", "where", "rows"], kind);

/** Whether a journal line records an outcome. Checked without a schema, which would take ten times as long: a run of 100,000 rows checks every line. */
export function isOutcomeLine(value: object): value is OutcomeLine {
  const line = value as Record<keyof OutcomeLine, unknown>;
  return (
    isString(line.input) &&
    isString(line.fingerprint) &&
    isOneOf(["made", "rejected", "declined", "failed"], line.outcome) &&
    isOptionalString(line.code) &&
    isOptionalString(line.detail) &&
    isOneOf([undefined, "contract", "technical"], line.kind) &&
    (line.reply === null || isOptionalString(line.reply)) &&
    (line.lost === undefined || isListOf(line.lost, ({ length }) => length === 2)) &&
    isListOf(line.rows, isMark) &&
    Array.isArray(line.calls) &&
    line.calls.every(isString) &&
    isListOf(line.reads, isReadRecord)
  );
}

/** The last line of a journal whose artifact is in its final order: the number of outcomes and the seal of the artifact's files. */
export const closedLine = (outcomes: number, seal: Seal | undefined) =>
  JSON.stringify({ closed: true, outcomes, seal });

/** A line that says whether the journal is closed. `outcomes` and `seal` are undefined if the line has none. */
export interface ClosingLine {
  readonly closed: boolean;
  readonly outcomes: unknown;
  readonly seal: Seal | undefined;
}

/** Reads a closing line; undefined for a line that records an outcome. */
export function closingOf(value: object): ClosingLine | undefined {
  if (!("closed" in value)) return undefined;
  const { closed, outcomes, seal } = value as Record<string, unknown>;
  return { closed: closed === true, outcomes, seal: Seal.safeParse(seal).data };
}

/** The line that precedes the first one added to a closed journal. */
export const reopenedLine = '{"closed":false}';

/** Fingerprint of an outcome that must be made again because some of its rows are gone; a person's edits to the others are kept. */
export const missingRowsFingerprint = "lacking";

/** The input of a stage that processes its whole artifact at once. */
export const wholeInput = "*";

export const isEdited = (done: OutcomeLine) => done.rows.some(mark => mark[2] === "edited");

/** Lost parts as a field of a journal line; empty if nothing was lost. */
export const lostField = (lost: readonly LostPart[]): Pick<OutcomeLine, "lost"> =>
  lost.length === 0 ? {} : { lost: lost.map(({ code, detail }) => [code, detail] as const) };

export const outcomeFields = (outcome: Outcome<unknown>) =>
  outcome.outcome === "made"
    ? lostField(outcome.lost ?? [])
    : { code: outcome.code, detail: outcome.detail };
