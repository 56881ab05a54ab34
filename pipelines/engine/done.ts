// The journal of outcomes: one line an input row, with everything that must still hold for it to be taken over.

import { Seal } from "./closing.ts";
import type { Lost, Outcome } from "./stage.ts";

/** What a row looked up: artifact, how, key, and the hash of what it saw. */
export type ReadRecord = [string, "get" | "where" | "rows", string, string];

/**
 * A row made: id, hash of its line, and a mark. edited: a person has changed it since. shared: another input made the
 * same row too, and its version is the one that stands in the artifact.
 */
export type RowMark = [string, string] | [string, string, "edited" | "shared"];

export interface DoneLine {
  readonly input: string;
  readonly fingerprint: string;
  readonly outcome: "made" | "rejected" | "declined" | "failed";
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  /** Of a failure: contract (the model answered, it never fitted) or technical (no whole answer arrived). */
  readonly kind?: "contract" | "technical" | undefined;
  /** Of a failure: the last raw reply. */
  readonly reply?: string | null | undefined;
  /** Parts that came to nothing, each with code and detail; missing where there are none. */
  readonly lost?: readonly (readonly [string, string])[] | undefined;
  readonly rows: RowMark[];
  /** Keys in calls.jsonl. */
  readonly calls: string[];
  readonly reads: ReadRecord[];
}

const isText = (value: unknown) => typeof value === "string";
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value);
const isTextOrNone = (value: unknown) => value === undefined || isText(value);

/** A list of lists of texts, each as `fits` wants it. */
const isListOf = (value: unknown, fits: (texts: readonly unknown[]) => boolean) =>
  Array.isArray(value) &&
  value.every(texts => Array.isArray(texts) && texts.every(isText) && fits(texts));

const isMark = ({ length, 2: mark }: readonly unknown[]) =>
  length === 2 || (length === 3 && isOneOf(["edited", "shared"], mark));
const isRead = ({ length, 1: kind }: readonly unknown[]) =>
  length === 4 && isOneOf(["get", "where", "rows"], kind);

/** Whether a line of a journal tells an outcome. By hand: a schema takes ten times as long, and a run of 100,000 rows opens all its lines. */
export function isDoneLine(value: object): value is DoneLine {
  const line = value as Record<keyof DoneLine, unknown>;
  return (
    isText(line.input) &&
    isText(line.fingerprint) &&
    isOneOf(["made", "rejected", "declined", "failed"], line.outcome) &&
    isTextOrNone(line.code) &&
    isTextOrNone(line.detail) &&
    isOneOf([undefined, "contract", "technical"], line.kind) &&
    (line.reply === null || isTextOrNone(line.reply)) &&
    (line.lost === undefined || isListOf(line.lost, ({ length }) => length === 2)) &&
    isListOf(line.rows, isMark) &&
    Array.isArray(line.calls) &&
    line.calls.every(isText) &&
    isListOf(line.reads, isRead)
  );
}

/** The last line of a journal whose artifact is in its final order: the number of its outcomes, and the seal of its files. */
export const closedLine = (outcomes: number, seal: Seal | undefined) =>
  JSON.stringify({ closed: true, outcomes, seal });

/** What a line says that tells whether the journal is closed. `outcomes` and `seal` are missing where nobody wrote them. */
export interface ClosingLine {
  readonly closed: boolean;
  readonly outcomes: unknown;
  readonly seal: Seal | undefined;
}

/** Undefined for a line that tells an outcome. */
export function closingOf(value: object): ClosingLine | undefined {
  if (!("closed" in value)) return undefined;
  const { closed, outcomes, seal } = value as Record<string, unknown>;
  return { closed: closed === true, outcomes, seal: Seal.safeParse(seal).data };
}

/** Stands before the first line that is written to a closed journal. */
export const reopenedLine = '{"closed":false}';

/** The fingerprint of an outcome that must be made again, since rows of it are gone; what a person edited in it is kept. */
export const lacking = "lacking";

/** The input of a stage that takes its whole artifact at once. */
export const wholeInput = "*";

export const isEdited = (done: DoneLine) => done.rows.some(mark => mark[2] === "edited");

/** As a line tells it: nothing where nothing was lost. */
export const lostOf = (lost: readonly Lost[]): Pick<DoneLine, "lost"> =>
  lost.length === 0 ? {} : { lost: lost.map(({ code, detail }) => [code, detail] as const) };

export const describe = (outcome: Outcome<unknown>) =>
  outcome.outcome === "made"
    ? lostOf(outcome.lost ?? [])
    : { code: outcome.code, detail: outcome.detail };
