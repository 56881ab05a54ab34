// Systems of several evaluations, with a value an item, as a leaderboard takes them.

import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluatedSystem } from "../../pipelines/evaluate/leaderboard/evaluated-system.ts";
import { scoresOf } from "./score-rows.ts";

/** Items i00, i01 … of one wording; null leaves an item without a value, a hole (undefined) without an answer. */
export function evaluatedSystem(
  system: string,
  values: Partial<Record<Metric, readonly (number | null | undefined)[]>>,
  more: Partial<EvaluatedSystem> = {},
): EvaluatedSystem {
  const rows = Object.entries(values).flatMap(([metric, list]) =>
    scoresOf(
      system,
      metric as Metric,
      list.map(value => value ?? null),
    ).filter((_, place) => list[place] !== undefined),
  );
  const byItem = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const before = byItem.get(row.itemId);
    byItem.set(
      row.itemId,
      before ? { ...before, values: { ...before.values, ...row.values } } : row,
    );
  }
  return {
    evaluation: system,
    system,
    variant: "paper",
    distractors: null,
    judges: {},
    scores: [...byItem.values()],
    losses: [],
    measured: new Map(),
    answersHash: null,
    items: new Map([...byItem.keys()].map(id => [id, { key: `text of ${id}`, twinOf: null }])),
    ...more,
  };
}
