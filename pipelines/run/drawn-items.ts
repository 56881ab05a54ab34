// Draws a part of a run's items from each type: a sweep over many settings need not ask all of them.

import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { PipelineError } from "../engine/errors.ts";
import { groupBy } from "../engine/grouping.ts";
import { seedOf } from "../text/random.ts";
import type { ChosenTruths } from "./evaluation-inputs.ts";

export interface DrawOptions {
  /** Maximum number of items of each type. */
  readonly perType?: number | undefined;
  /** This share of each type, rounded up: from 0, exclusive, to 1. */
  readonly share?: number | undefined;
}

/** The same seed draws the same items, and a smaller draw is part of a larger one. Throws PipelineError("wrong-use") for an invalid share. */
export function drawItems<T extends ChosenTruths>(
  truths: T,
  { perType, share }: DrawOptions,
  randomSeed: number,
): T {
  if (perType === undefined && share === undefined) return truths;
  if (share !== undefined && !(share > 0 && share <= 1))
    throw new PipelineError("wrong-use", `--share takes a number above 0, up to 1, not ${share}.`, {
      hint: "For example: --share 0.2",
    });
  const placeOf = ({ id }: TruthRow) => seedOf("drawn", String(randomSeed), id) >>> 0;
  const drawn = new Set(
    [...groupBy(truths.rows, ({ type }) => type).values()].flatMap(rows => {
      const count = Math.min(perType ?? rows.length, Math.ceil((share ?? 1) * rows.length));
      const inOrder = rows.map(row => ({ row, place: placeOf(row) }));
      return inOrder
        .sort((a, b) => a.place - b.place)
        .slice(0, count)
        .map(({ row }) => row);
    }),
  );
  const isDrawn = (row: TruthRow) => drawn.has(row);
  return {
    ...truths,
    rows: truths.rows.filter(isDrawn),
    others: [...truths.others, ...truths.rows.filter(row => !isDrawn(row))],
  };
}
