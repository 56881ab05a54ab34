// Items and their counterfactual twins side by side: which answers changed, and what in them.

import type { ItemRow } from "../../schemas/items/records.ts";

export interface TwinPair {
  readonly original: ItemRow;
  readonly twin: ItemRow;
  /** Whether another answer holds; where none does, the pair says nothing of whether a system read. */
  readonly isChanged: boolean;
  /** Places in the list of keypoints, from 0, whose claim is another one. */
  readonly changedKeypoints: readonly number[];
}

/** By `twinOf`, in the order of the twins; items without a twin, and twins of no item given, are left out. */
export function pairTwins(originals: Iterable<ItemRow>, twins: Iterable<ItemRow>): TwinPair[] {
  const byId = new Map([...originals].map(item => [item.id, item]));
  return [...twins].flatMap(twin => {
    const original = byId.get(twin.twinOf ?? "");
    if (original === undefined) return [];
    const changedKeypoints = twin.keypoints.flatMap(({ claim }, at) =>
      claim === original.keypoints[at]?.claim ? [] : [at],
    );
    return [{ original, twin, isChanged: twin.answer !== original.answer, changedKeypoints }];
  });
}
