// The results of a gate, one line per check, for people and for machines.

import {
  type BoundResult,
  type Gate,
  type NoWorseResult,
  subjectOf,
} from "../../../schemas/evaluation/result.ts";
import { formatPoints } from "../decision/decision-figures.ts";

export interface GateLine {
  /** The check, as given on the command line. */
  readonly name: string;
  readonly outcome: "passes" | "fails" | "undecided";
  /** The finding, in a sentence. */
  readonly finding: string;
}

const roundedText = (value: number): string => String(Number(value.toPrecision(4)));

function boundLine(bound: BoundResult): GateLine {
  const { value, limit, must, items, failed, kept, end } = bound;
  const name = `${subjectOf(bound)}=${limit}`;
  if (value === null) return { name, outcome: "fails", finding: `no value across ${items} items` };
  const worstNote = failed > 0 ? `, ${failed} of them without a value, counted as worst` : "";
  const intervalNote = end === undefined ? "" : ` (the ${end} end of its 95% interval)`;
  return {
    name,
    outcome: kept ? "passes" : "fails",
    finding: `${roundedText(value)}${intervalNote} across ${items} items${worstNote}; ${must === "at-least" ? "at least" : "at most"} ${limit} is required`,
  };
}

/** The line of a comparison; it does not name the other system, which the user named. */
export function noWorseLine({
  metric,
  margin,
  lead,
  outcome,
  more,
  failed,
}: NoWorseResult): GateLine {
  const { difference, low, high, n } = lead;
  const range =
    low === null || high === null ? "no interval" : `${formatPoints(low)} to ${formatPoints(high)}`;
  const leadText =
    difference === null
      ? "no items in common"
      : `${formatPoints(difference)} points (${range}; ${n} items)`;
  const worstNote = failed > 0 ? `; ${failed} items without a value count as worst` : "";
  const verdict = {
    passes: "no worse",
    fails: "worse",
    undecided: more === null ? "not decided" : `not decided, ${more} more items needed`,
  }[outcome];
  return {
    name: `no worse in ${metric} by more than ${formatPoints(margin)} points`,
    outcome,
    finding: `${verdict}: ${leadText}${worstNote}`,
  };
}

/** The lines, bounds first, in the order in which the checks were given. */
export const gateLines = ({ bounds, noWorse = [] }: Gate): GateLine[] => [
  ...bounds.map(boundLine),
  ...noWorse.map(noWorseLine),
];
