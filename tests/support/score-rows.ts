// Scores of systems, as an evaluation writes them.

import type { Metric, ScoreRow } from "../../schemas/evaluation/metrics.ts";

export const aScore = (parts: Partial<ScoreRow> & Pick<ScoreRow, "itemId">): ScoreRow => {
  const system = parts.system ?? "s";
  return {
    id: `${system}/${parts.itemId}`,
    system,
    language: "en",
    type: "factual",
    domain: "finance",
    values: {},
    weights: {},
    bleu: null,
    ...parts,
  };
};

/** Of one system, a row for each value: items i00, i01 … */
export const scoresOf = (
  system: string,
  metric: Metric,
  values: readonly (number | null)[],
): ScoreRow[] =>
  values.map((value, place) =>
    aScore({ itemId: `i${String(place).padStart(2, "0")}`, system, values: { [metric]: value } }),
  );
