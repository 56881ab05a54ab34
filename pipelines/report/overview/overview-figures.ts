// Figures for the first screen: how hard the items are, who judged them, which system is ahead, where evidence is lost.

import type { Leaderboard, LeaderboardRow } from "../../../schemas/evaluation/leaderboard.ts";
import { Step } from "../../../schemas/evaluation/metrics.ts";
import type { Measures } from "../../../schemas/items/measures.ts";
import { isRulesModel } from "../../engine/spending.ts";
import type { RunData } from "../run-data.ts";

/** A share of the items for which something is known. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

export interface Hardness {
  /** Items for which a search with the question's own words ranks a passage with the evidence first. */
  readonly foundAtOnce: Share;
  /** Items whose evidence lies in two or more passages. */
  readonly severalPassages: Share;
  /** Items that a reader thinks answerable without the documents. */
  readonly commonKnowledge: Share;
  /** Items on which all systems have the full score. */
  readonly solvedByAll: Share;
  /** Items on which no system has the full score. */
  readonly solvedByNone: Share;
}

/** The share of the known values that meet a condition. */
export function shareOf<Value>(
  values: readonly (Value | null)[],
  isMet: (value: Value) => boolean,
): Share {
  const knownValues = values.filter(value => value !== null);
  return { part: knownValues.filter(isMet).length, whole: knownValues.length };
}

export function hardnessOf({ items, evaluations: { leaderboard } }: RunData): Hardness {
  const itemMeasures = items.flatMap(({ measures }) => measures ?? []);
  const solved = Object.values(leaderboard?.solved ?? {});
  const systemCount = leaderboard?.standings[0] ? leaderboard.standings[0].others.length + 1 : 0;
  return {
    foundAtOnce: shareOf(
      itemMeasures.map(({ lexicalRank }) => lexicalRank),
      rank => rank === 1,
    ),
    severalPassages: shareOf(
      itemMeasures.map(({ passages }) => passages),
      passages => passages > 1,
    ),
    commonKnowledge: shareOf(
      itemMeasures.map(({ known }) => known),
      known => known,
    ),
    solvedByAll: {
      part: solved.filter(systems => systems === systemCount).length,
      whole: solved.length,
    },
    solvedByNone: { part: solved.filter(systems => systems === 0).length, whole: solved.length },
  };
}

export interface JudgmentCounts {
  /** Number of items that are correct by construction, so that no one had to judge them. */
  readonly byCode: number;
  readonly byModel: number;
  readonly unjudged: number;
  /** Models that read questions blind. */
  readonly models: readonly string[];
  /** Of the items that people decided on, those they accepted. */
  readonly people: Share;
}

export function judgmentCountsOf({ items, status, runFacts, acceptance }: RunData): JudgmentCounts {
  const countProof = (proof: Measures["proof"]) =>
    items.filter(({ measures }) => measures?.proof === proof).length;
  const readerModels = status.calls
    .filter(({ stage, model }) => /reading|verdict/.test(stage) && !isRulesModel(model))
    .map(({ model }) => model);
  const decisions = acceptance?.decisions ?? [];
  const [byCode, byModel] = [countProof("construction"), countProof("reading")];
  return {
    byCode,
    byModel,
    unjudged: items.length - byCode - byModel,
    models:
      readerModels.length > 0
        ? [...new Set(readerModels)]
        : runFacts.isRulesOnly
          ? []
          : [runFacts.model],
    people: {
      part: decisions.filter(({ decision }) => decision === "accepted").length,
      whole: decisions.length,
    },
  };
}

export interface LostEvidence {
  readonly system: string;
  readonly items: number;
  /** Reported steps, with the items that first lost something there. */
  readonly steps: readonly { readonly step: Step; readonly items: number }[];
  readonly unreported: readonly Step[];
}

/** Losses of the best system that reports any step; undefined if none does. */
export function lostEvidenceOf({
  systems,
}: Pick<Leaderboard, "systems">): LostEvidence | undefined {
  const hasReportedSteps = (row: LeaderboardRow) => (row.losses?.told.length ?? 0) > 0;
  const best = systems.find(hasReportedSteps);
  if (!best?.losses) return undefined;
  const { told, items, lostItems } = best.losses;
  return {
    system: best.system,
    items,
    steps: told.map(step => ({ step, items: lostItems[step] ?? 0 })),
    unreported: Step.options.filter(step => !told.includes(step)),
  };
}
