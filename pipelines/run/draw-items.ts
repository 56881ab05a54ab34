// Draws some of a run's items of each type: a sweep over many settings need not ask about all items.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { groupBy } from "../engine/grouping.ts";
import { seedOf } from "../text/random.ts";
import type { ChosenTruths } from "./evaluation-inputs.ts";

export interface DrawOptions {
  /** Maximum number of items of each type. */
  readonly perType?: number | undefined;
  /** Share of the items of each type, above 0, up to 1; the number is rounded up. */
  readonly share?: number | undefined;
}

/** The same seed draws the same items, and a smaller sample is part of a larger one. Throws PipelineError("wrong-use") for an invalid share. */
export function drawItems<T extends ChosenTruths>(
  truths: T,
  { perType, share }: DrawOptions,
  randomSeed: number,
): T {
  if (perType === undefined && share === undefined) return truths;
  if (share !== undefined && !(share > 0 && share <= 1))
    throw new PipelineError(
      "wrong-use",
      `--share must be a number above 0, up to 1, not ${share}.`,
      {
        hint: "For example: --share 0.2",
      },
    );
  const rankOf = ({ id }: TruthRow) => seedOf("drawn", String(randomSeed), id) >>> 0;
  const drawnRows = new Set(
    [...groupBy(truths.rows, ({ type }) => type).values()].flatMap(rows => {
      const count = Math.min(perType ?? rows.length, Math.ceil((share ?? 1) * rows.length));
      const rankedRows = rows.map(row => ({ row, rank: rankOf(row) }));
      return rankedRows
        .sort((a, b) => a.rank - b.rank)
        .slice(0, count)
        .map(({ row }) => row);
    }),
  );
  const isDrawn = (row: TruthRow) => drawnRows.has(row);
  return {
    ...truths,
    rows: truths.rows.filter(isDrawn),
    excludedRows: [...truths.excludedRows, ...truths.rows.filter(row => !isDrawn(row))],
  };
}
