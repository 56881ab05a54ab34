// Figures for the first screen: how hard the items are, who judged them, which system is ahead, where evidence is lost.

import type { Leaderboard, LeaderboardRow } from "../../../schemas/evaluation/leaderboard.ts";
import { Step } from "../../../schemas/evaluation/metrics.ts";
import type { Measures } from "../../../schemas/items/measures.ts";
import { isRules } from "../../engine/spending.ts";
import type { RunData } from "../run-data.ts";

/** A share of the items for which something is known. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export interface Hardness {
  /** Items whose best evidence a search with the question's own words ranks first. */
  readonly foundAtOnce: Share;
  /** Items whose evidence lies in two passages or more. */
  readonly severalPassages: Share;
  /** Items that a reader thinks answerable without the documents. */
  readonly known: Share;
  /** Items on which every system, and on which none, has the full score. */
  readonly solvedByAll: Share;
  readonly solvedByNone: Share;
}

const shareOf = <T>(
  measured: readonly Measures[],
  of: (measures: Measures) => T | null,
  holds: (value: T) => boolean,
): Share => {
  const known = measured.flatMap(measures => of(measures) ?? []) as T[];
  return { part: known.filter(holds).length, of: known.length };
};

export function hardnessOf({ items, evaluations: { leaderboard } }: RunData): Hardness {
  const measured = items.flatMap(({ measures }) => measures ?? []);
  const solved = Object.values(leaderboard?.solved ?? {});
  const all = leaderboard?.standings[0] ? leaderboard.standings[0].others.length + 1 : 0;
  return {
    foundAtOnce: shareOf(
      measured,
      ({ lexicalRank }) => lexicalRank,
      rank => rank === 1,
    ),
    severalPassages: shareOf(
      measured,
      ({ passages }) => passages,
      passages => passages > 1,
    ),
    known: shareOf(
      measured,
      ({ known }) => known,
      known => known,
    ),
    solvedByAll: { part: solved.filter(systems => systems === all).length, of: solved.length },
    solvedByNone: { part: solved.filter(systems => systems === 0).length, of: solved.length },
  };
}

export interface Judged {
  /** Items that are true by construction, so that nobody had to judge them. */
  readonly byCode: number;
  readonly byModel: number;
  readonly unread: number;
  /** Models that read questions blind. */
  readonly models: readonly string[];
  /** Items that people decided on, and those they accepted. */
  readonly people: Share;
}

export function judgedBy({ items, status, told, acceptance }: RunData): Judged {
  const count = (proof: Measures["proof"]) =>
    items.filter(({ measures }) => measures?.proof === proof).length;
  const readers = status.calls
    .filter(({ stage, model }) => /reading|verdict/.test(stage) && !isRules(model))
    .map(({ model }) => model);
  const decided = acceptance?.decided ?? [];
  const [byCode, byModel] = [count("construction"), count("reading")];
  return {
    byCode,
    byModel,
    unread: items.length - byCode - byModel,
    models: readers.length > 0 ? [...new Set(readers)] : told.rules ? [] : [told.model],
    people: {
      part: decided.filter(({ decision }) => decision === "accepted").length,
      of: decided.length,
    },
  };
}

export interface Lost {
  readonly system: string;
  readonly items: number;
  /** Reported steps, with the items that first lost something there. */
  readonly steps: readonly { readonly step: Step; readonly items: number }[];
  readonly untold: readonly Step[];
}

/** Losses of the best system that reports any step; undefined if none does. */
export function lostBy({ systems }: Pick<Leaderboard, "systems">): Lost | undefined {
  const reportsSteps = (row: LeaderboardRow) => (row.losses?.told.length ?? 0) > 0;
  const best = systems.find(reportsSteps);
  if (!best?.losses) return undefined;
  const { told, items, lostItems } = best.losses;
  return {
    system: best.system,
    items,
    steps: told.map(step => ({ step, items: lostItems[step] ?? 0 })),
    untold: Step.options.filter(step => !told.includes(step)),
  };
}
