// Handles several judges of the same answers: the verdicts of one are in the table, and the others are compared with it.

import type { OtherJudge } from "../../../schemas/evaluation/leaderboard.ts";
import { judgedMetrics, type Metric, type ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { groupBy } from "../../engine/grouping.ts";
import { mean } from "../descriptive-statistics.ts";
import { senseOf } from "../metric-sense.ts";
import { kendallTau, roundForRanking } from "../statistics/kendall.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";

type Judges = Readonly<Partial<Record<Metric, string>>>;

/** A system whose answers in the table were also scored by another judge. */
export interface SecondScoring {
  readonly rescored: EvaluatedSystem;
  /** The same answers, as shown in the table. */
  readonly tableSystem: EvaluatedSystem;
}

const hasUsualJudges = ({ judges }: EvaluatedSystem, usualJudges: Judges): boolean =>
  Object.entries(judges).every(([metric, judge]) => usualJudges[metric as Metric] === judge);

/** Separates systems whose answers are already in the table, scored by the usual judge. */
export function separateRescored(
  systems: readonly EvaluatedSystem[],
  usual: Judges,
): {
  readonly tableSystems: readonly EvaluatedSystem[];
  readonly secondScorings: readonly SecondScoring[];
} {
  const byAnswers = new Map(
    systems.flatMap(system =>
      system.answersHash !== null && hasUsualJudges(system, usual)
        ? [[system.answersHash, system] as const]
        : [],
    ),
  );
  const secondScorings = systems.flatMap((system): SecondScoring[] => {
    const shown = system.answersHash === null ? undefined : byAnswers.get(system.answersHash);
    return shown && !hasUsualJudges(system, usual)
      ? [{ rescored: system, tableSystem: shown }]
      : [];
  });
  const rescoredSystems = new Set(secondScorings.map(({ rescored }) => rescored));
  return { tableSystems: systems.filter(system => !rescoredSystems.has(system)), secondScorings };
}

interface DoublyScored {
  readonly system: string;
  readonly usual: number;
  readonly other: number;
}

const meanOf = (rows: readonly ScoreRow[], metric: Metric, itemIds: ReadonlySet<string>) =>
  mean(rows.flatMap(({ itemId, values }) => (itemIds.has(itemId) ? (values[metric] ?? []) : [])));

/** Both judges' means, over the items on which both have a value. */
function scoresOfBoth(
  { rescored, tableSystem }: SecondScoring,
  metric: Metric,
  { items, nameOf }: { items: ReadonlySet<string>; nameOf: (system: EvaluatedSystem) => string },
): DoublyScored[] {
  const scoredIds = ({ scores }: EvaluatedSystem) =>
    scores.filter(({ values }) => values[metric] != null).map(({ itemId }) => itemId);
  const idsByOther = new Set(scoredIds(rescored));
  const idsOfBoth = new Set(
    scoredIds(tableSystem).filter(id => items.has(id) && idsByOther.has(id)),
  );
  const usual = meanOf(tableSystem.scores, metric, idsOfBoth);
  const other = meanOf(rescored.scores, metric, idsOfBoth);
  return usual === null || other === null ? [] : [{ system: nameOf(tableSystem), usual, other }];
}

function compareWithUsual(
  judge: string,
  metric: Metric,
  systems: readonly DoublyScored[],
): OtherJudge | undefined {
  const best = (by: "usual" | "other") =>
    systems.reduce<DoublyScored | undefined>(
      (leader, system) => (leader === undefined || system[by] > leader[by] ? system : leader),
      undefined,
    );
  const [first, otherFirst] = [best("usual"), best("other")];
  if (first === undefined || otherFirst === undefined) return undefined;
  return {
    judge,
    metric,
    systems: systems.length,
    best: otherFirst.system,
    usualBest: first.system,
    tau: kendallTau(
      systems.map(({ usual }) => roundForRanking(usual)),
      systems.map(({ other }) => roundForRanking(other)),
    ),
    difference: mean(systems.map(({ usual, other }) => other - usual)) ?? 0,
  };
}

/** Judged metrics for which more is better, in order of importance. */
const comparedMetrics = judgedMetrics.filter(metric => senseOf(metric).better === "more");

/** One row per other judge, by the first judged metric that it shares with the table. */
export function otherJudges(
  secondScorings: readonly SecondScoring[],
  table: { items: ReadonlySet<string>; nameOf: (system: EvaluatedSystem) => string },
): OtherJudge[] {
  for (const metric of comparedMetrics) {
    const byJudge = groupBy(
      secondScorings.filter(({ rescored }) => rescored.judges[metric] !== undefined),
      ({ rescored }) => rescored.judges[metric] ?? "",
    );
    const rows = [...byJudge].flatMap(
      ([judge, scoringsOfJudge]) =>
        compareWithUsual(
          judge,
          metric,
          scoringsOfJudge.flatMap(scoring => scoresOfBoth(scoring, metric, table)),
        ) ?? [],
    );
    if (rows.length > 0) return rows;
  }
  return [];
}
