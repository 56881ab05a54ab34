// Reads verdicts in our own JSONL: the page's journal, and files of other programs in the same form.

import { VerdictLine } from "../../../schemas/annotation.ts";
import { type Line, parseJson } from "../../engine/lines.ts";
import type { ReadOutcome, ReadVerdict } from "./verdict-reading.ts";

const expected =
  'expected one verdict per line: {"taskId": "…", "annotator": "…", "values": {"field": "value"}}';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Other programs write a score as a number, and null for an empty field.
const loosenValues = (values: unknown): unknown =>
  isRecord(values)
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

/** Converts a time with a zone to UTC; one without a zone is left as it is, and reported. */
const loosenTime = (time: unknown): unknown =>
  typeof time === "string" && /T.*[+-]\d\d:?\d\d$/.test(time) && !Number.isNaN(Date.parse(time))
    ? new Date(time).toISOString()
    : time;

/** A verdict, or a description of the problem with it. */
export function parseVerdict(value: unknown): VerdictLine | string {
  if (!isRecord(value)) return `it is not a JSON object; ${expected}`;
  const parsed = VerdictLine.safeParse({
    ...value,
    values: loosenValues(value["values"]),
    decidedAt: loosenTime(value["decidedAt"]),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}; ${expected}`;
}

/** Converts one of our verdicts; one with a revision is from the page. */
export const toReadVerdict = (
  { revision, ...verdict }: VerdictLine,
  place: string,
): ReadVerdict => ({ ...verdict, place, source: revision === undefined ? "jsonl" : "page" });

/** One state of a person's work on a task. */
interface State {
  readonly line: VerdictLine;
  readonly place: string;
}

/** States kept of one person on one task: the last finished one, and the last unfinished one if it came later. */
interface LatestStates {
  /** Several if it is unknown which came last. */
  finished: State[];
  unfinished: State | undefined;
}

const timeOf = ({ line: { decidedAt } }: State): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);
const revisionOf = ({ line }: State): number => line.revision ?? 0;

/** Below 0 if `a` came before `b`. Positions do not count: files may have been concatenated or sorted. */
const compareStates = (a: State, b: State): number =>
  revisionOf(a) - revisionOf(b) || (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b));

function keep(kept: LatestStates, state: State): void {
  if (!state.line.complete) {
    if (!kept.unfinished || compareStates(state, kept.unfinished) > 0) kept.unfinished = state;
    return;
  }
  const [best] = kept.finished;
  const order = best ? compareStates(state, best) : 1;
  if (order > 0) kept.finished = [state];
  else if (order === 0) kept.finished.push(state);
}

function statesOf({ finished, unfinished }: LatestStates): readonly State[] {
  const [best] = finished;
  return unfinished && (!best || compareStates(unfinished, best) > 0)
    ? [...finished, unfinished]
    : finished;
}

/** Lines of a file: their text and number, and whether a newline ends them. */
export interface VerdictText {
  readonly lines: Iterable<Pick<Line, "text" | "number" | "ended">>;
  readonly path: string;
  /** Whether an incomplete last line may be one that the page is still writing. */
  readonly growing: boolean;
}

/**
 * The verdicts of a file. Of the page's states, which have a revision, only the last finished one per person and task is
 * returned, and an unfinished one after it; lines without a revision are all returned. An invalid line is reported.
 */
export function readVerdictLines({ lines, path, growing }: VerdictText): ReadOutcome[] {
  const outcomes: ReadOutcome[] = [];
  const kept = new Map<string, LatestStates>();
  for (const { text, number, ended } of lines) {
    if (text.trim() === "") continue;
    const place = `${path} line ${number}`;
    const value = parseJson(number === 1 ? text.replace(/^\ufeff/, "") : text);
    if (value === undefined && !ended && growing) continue;
    const line = value === undefined ? `it is not JSON; ${expected}` : parseVerdict(value);
    if (typeof line === "string") outcomes.push({ place, problem: line });
    else if (line.revision === undefined) outcomes.push(toReadVerdict(line, place));
    else {
      const key = JSON.stringify([line.taskId, line.annotator]);
      const states = kept.get(key) ?? { finished: [], unfinished: undefined };
      kept.set(key, states);
      keep(states, { line, place });
    }
  }
  for (const states of kept.values())
    outcomes.push(...statesOf(states).map(({ line, place }) => toReadVerdict(line, place)));
  return outcomes;
}
