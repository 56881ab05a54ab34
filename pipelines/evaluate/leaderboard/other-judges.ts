// Several judges of the same answers: one of them is in the table, the others are compared with it.

import type { OtherJudge } from "../../../schemas/evaluation/leaderboard.ts";
import { judgedMetrics, type Metric, type ScoreRow } from "../../../schemas/evaluation/metrics.ts";
import { groupBy } from "../../engine/grouping.ts";
import { mean } from "../agreement.ts";
import { senseOf } from "../metric-sense.ts";
import { kendallTau, levelMean } from "../statistics/kendall.ts";
import type { EvaluatedSystem } from "./evaluated-system.ts";

type Judges = Readonly<Partial<Record<Metric, string>>>;

/** A system whose same answers another judge scored as well. */
export interface SecondVerdict {
  readonly of: EvaluatedSystem;
  /** The same answers, as shown in the table. */
  readonly shown: EvaluatedSystem;
}

const hasUsualJudges = ({ judges }: EvaluatedSystem, usual: Judges): boolean =>
  Object.entries(judges).every(([metric, judge]) => usual[metric as Metric] === judge);

/** Separates out systems whose answers are already in the table, scored by another judge. */
export function splitReadings(
  systems: readonly EvaluatedSystem[],
  usual: Judges,
): { readonly shown: readonly EvaluatedSystem[]; readonly readings: readonly SecondVerdict[] } {
  const byAnswers = new Map(
    systems.flatMap(each =>
      each.answers !== null && hasUsualJudges(each, usual) ? [[each.answers, each] as const] : [],
    ),
  );
  const readings = systems.flatMap((of): SecondVerdict[] => {
    const shown = of.answers === null ? undefined : byAnswers.get(of.answers);
    return shown && !hasUsualJudges(of, usual) ? [{ of, shown }] : [];
  });
  const read = new Set(readings.map(({ of }) => of));
  return { shown: systems.filter(each => !read.has(each)), readings };
}

interface MarkedTwice {
  readonly system: string;
  readonly usual: number;
  readonly other: number;
}

function meanOf(rows: readonly ScoreRow[], metric: Metric, items: ReadonlySet<string>) {
  const values = rows
    .filter(({ itemId }) => items.has(itemId))
    .flatMap(({ values: all }) => all[metric] ?? []);
  return mean(values);
}

/** Both judges' means, over the items on which both have a value. */
function markedTwice(
  { of, shown }: SecondVerdict,
  metric: Metric,
  { items, nameOf }: { items: ReadonlySet<string>; nameOf: (system: EvaluatedSystem) => string },
): MarkedTwice[] {
  const marked = ({ scores }: EvaluatedSystem) =>
    scores.filter(({ values }) => values[metric] != null).map(({ itemId }) => itemId);
  const byOther = new Set(marked(of));
  const both = new Set(marked(shown).filter(id => items.has(id) && byOther.has(id)));
  const usual = meanOf(shown.scores, metric, both);
  const other = meanOf(of.scores, metric, both);
  return usual === null || other === null ? [] : [{ system: nameOf(shown), usual, other }];
}

function comparedWith(
  judge: string,
  metric: Metric,
  marked: readonly MarkedTwice[],
): OtherJudge | undefined {
  const best = (by: "usual" | "other") =>
    marked.reduce<MarkedTwice | undefined>(
      (ahead, each) => (ahead === undefined || each[by] > ahead[by] ? each : ahead),
      undefined,
    );
  const [first, otherFirst] = [best("usual"), best("other")];
  if (first === undefined || otherFirst === undefined) return undefined;
  return {
    judge,
    metric,
    systems: marked.length,
    best: otherFirst.system,
    usualBest: first.system,
    tau: kendallTau(
      marked.map(({ usual }) => levelMean(usual)),
      marked.map(({ other }) => levelMean(other)),
    ),
    difference: mean(marked.map(({ usual, other }) => other - usual)) ?? 0,
  };
}

/** Judged metrics for which more is better, in the order of importance. */
const compared = judgedMetrics.filter(metric => senseOf(metric).better === "more");

/** One row per other judge, by the first judged metric that it shares with the table. */
export function otherJudges(
  readings: readonly SecondVerdict[],
  table: { items: ReadonlySet<string>; nameOf: (system: EvaluatedSystem) => string },
): OtherJudge[] {
  for (const metric of compared) {
    const byJudge = groupBy(
      readings.filter(({ of }) => of.judges[metric] !== undefined),
      ({ of }) => of.judges[metric] ?? "",
    );
    const rows = [...byJudge].flatMap(
      ([judge, ofJudge]) =>
        comparedWith(
          judge,
          metric,
          ofJudge.flatMap(reading => markedTwice(reading, metric, table)),
        ) ?? [],
    );
    if (rows.length > 0) return rows;
  }
  return [];
}
