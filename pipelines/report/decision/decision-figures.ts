// Formats the figures of a decision: points out of 100, leads, costs and changes.

import type { Decision, Lead, Verdict } from "../../../schemas/evaluation/decision.ts";

/** Points out of 100, with one decimal. */
export const formatPoints = (value: number): string => {
  const text = (100 * value).toFixed(1).replace(/^-(?=0\.0$)/, "");
  return text.replace("-", "−");
};

export interface LeadFigures {
  /** The system that is ahead, significantly or not, and the system behind it. */
  readonly leader: string;
  readonly follower: string;
  /** The lead in points out of 100; null without items. */
  readonly points: string | null;
  /** The interval, such as `1.3 to 7.0`, with `separator` between its ends; null without bounds. */
  range(separator: string): string | null;
}

type NamedSystems = { readonly [side in "first" | "second"]: Pick<Decision["first"], "name"> };

/** The system that is ahead, with the lead's figures from its point of view. */
export function leadFiguresOf({ first, second }: NamedSystems, lead: Lead): LeadFigures {
  const { difference, low, high } = lead;
  const isFirstAhead = difference !== null && difference < 0;
  const [rangeStart, rangeEnd] =
    isFirstAhead && low !== null && high !== null ? [-high, -low] : [low, high];
  return {
    leader: isFirstAhead ? first.name : second.name,
    follower: isFirstAhead ? second.name : first.name,
    points: difference === null ? null : formatPoints(Math.abs(difference)),
    range: separator =>
      rangeStart === null || rangeEnd === null
        ? null
        : `${formatPoints(rangeStart)}${separator}${formatPoints(rangeEnd)}`,
  };
}

/** Second minus first, signed, with its interval. */
export const leadCell = ({ difference, low, high }: Lead): string => {
  if (difference === null) return "–";
  const sign = difference > 0 ? "+" : "";
  const range =
    low === null || high === null ? "" : ` (${formatPoints(low)} … ${formatPoints(high)})`;
  return `${sign}${formatPoints(difference)}${range}`;
};

/** The name of the system that a verdict is for; undefined if it is for neither. */
export const winnerOf = ({ first, second }: NamedSystems, verdict: Verdict): string | undefined =>
  verdict === "first" ? first.name : verdict === "second" ? second.name : undefined;

/** USD, with enough digits to distinguish the costs of answers. */
export const formatDollars = (cost: number): string =>
  `$${cost >= 1 ? cost.toFixed(2) : Number(cost.toPrecision(3))}`;

/** Change from the first value to the second, in percent; "" if the first is 0. */
export const percentChange = (firstValue: number, secondValue: number): string => {
  if (firstValue === 0) return "";
  const change = Math.round(100 * (secondValue / firstValue - 1));
  return `${change > 0 ? "+" : ""}${String(change).replace("-", "−")}%`;
};
