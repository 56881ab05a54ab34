// Reads verdicts in our own JSONL: the page's journal, and files from other programs in the same format.

import { VerdictLine } from "../../../schemas/annotation.ts";
import { type Line, parseJson } from "../../engine/lines.ts";
import { isJsonObject } from "../../evaluate/record-files.ts";
import { reviewKey, timeOf } from "./latest-reviews.ts";
import type { VerdictOutcome, ParsedVerdict } from "./verdict-outcome.ts";

const expectedForm =
  'expected one verdict per line: {"taskId": "…", "annotator": "…", "values": {"field": "value"}}';

/** Accepts what other programs write: a score as a number, and null for an empty field. */
const normalizeValues = (values: unknown): unknown =>
  isJsonObject(values)
    ? Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          value === null
            ? []
            : [
                [
                  name,
                  typeof value === "number" || typeof value === "boolean" ? String(value) : value,
                ],
              ],
        ),
      )
    : values;

/** Converts a time with a zone to UTC; one without a zone stays as it is, and the schema reports it. */
const normalizeTime = (time: unknown): unknown =>
  typeof time === "string" && /T.*[+-]\d\d:?\d\d$/.test(time) && !Number.isNaN(Date.parse(time))
    ? new Date(time).toISOString()
    : time;

/** A verdict, or a description of the problem with it. */
export function parseVerdict(value: unknown): VerdictLine | string {
  if (!isJsonObject(value)) return `it is not a JSON object; ${expectedForm}`;
  const parsed = VerdictLine.safeParse({
    ...value,
    values: normalizeValues(value["values"]),
    decidedAt: normalizeTime(value["decidedAt"]),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}; ${expectedForm}`;
}

/** Converts one of our verdicts; one with a revision is from the page. */
export const toParsedVerdict = (
  { revision, ...verdict }: VerdictLine,
  place: string,
): ParsedVerdict => ({ ...verdict, place, source: revision === undefined ? "jsonl" : "page" });

/** One state of a person's work on a task. */
interface VerdictState {
  readonly line: VerdictLine;
  readonly place: string;
}

/** The states of one person on one task that count: the last finished one, and the last unfinished one if it came later. */
interface LatestStates {
  /** Several if it is not known which came last. */
  finished: VerdictState[];
  unfinished: VerdictState | undefined;
}

/** Negative if `a` came before `b`. Positions do not count, since files may have been concatenated or sorted. */
function compareStates({ line: a }: VerdictState, { line: b }: VerdictState): number {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  return (a.revision ?? 0) - (b.revision ?? 0) || (timeA === timeB ? 0 : timeA - timeB);
}

function addState(latest: LatestStates, state: VerdictState): void {
  if (!state.line.complete) {
    if (!latest.unfinished || compareStates(state, latest.unfinished) > 0)
      latest.unfinished = state;
    return;
  }
  const [lastFinished] = latest.finished;
  const order = lastFinished ? compareStates(state, lastFinished) : 1;
  if (order > 0) latest.finished = [state];
  else if (order === 0) latest.finished.push(state);
}

function statesOf({ finished, unfinished }: LatestStates): readonly VerdictState[] {
  const [lastFinished] = finished;
  return unfinished && (!lastFinished || compareStates(unfinished, lastFinished) > 0)
    ? [...finished, unfinished]
    : finished;
}

/** Lines of a file: their text and number, and whether a newline ends them. */
export interface VerdictFile {
  readonly lines: Iterable<Pick<Line, "text" | "number" | "hasNewline">>;
  readonly path: string;
  /** Whether an incomplete last line may be one that the page is still writing. */
  readonly isGrowing: boolean;
}

/**
 * Reads the verdicts in a file. States saved by the page carry a revision: for each person and task, only the last
 * finished one is returned, plus any later unfinished one. Lines without a revision are all returned. Invalid lines
 * are reported.
 */
export function readVerdictLines({ lines, path, isGrowing }: VerdictFile): VerdictOutcome[] {
  const outcomes: VerdictOutcome[] = [];
  const statesByPair = new Map<string, LatestStates>();
  for (const { text, number, hasNewline } of lines) {
    if (text.trim() === "") continue;
    const place = `${path} line ${number}`;
    const value = parseJson(number === 1 ? text.replace(/^\ufeff/, "") : text);
    if (value === undefined && !hasNewline && isGrowing) continue;
    const line = value === undefined ? `it is not JSON; ${expectedForm}` : parseVerdict(value);
    if (typeof line === "string") outcomes.push({ place, problem: line });
    else if (line.revision === undefined) outcomes.push(toParsedVerdict(line, place));
    else {
      const states = statesByPair.get(reviewKey(line)) ?? { finished: [], unfinished: undefined };
      statesByPair.set(reviewKey(line), states);
      addState(states, { line, place });
    }
  }
  for (const states of statesByPair.values())
    outcomes.push(...statesOf(states).map(({ line, place }) => toParsedVerdict(line, place)));
  return outcomes;
}
