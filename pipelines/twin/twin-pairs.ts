// Pairs items with their counterfactual twins: which answers changed, and which keypoints.

import type { ItemRow } from "../../schemas/items/records.ts";

export interface TwinPair {
  readonly original: ItemRow;
  readonly twin: ItemRow;
  /** Whether the answer differs; if not, the pair does not show whether a system read its documents. */
  readonly isChanged: boolean;
  /** Indexes of keypoints, from 0, whose claims differ. */
  readonly changedKeypoints: readonly number[];
}

/** Pairs items by `twinOf`, in the order of the twins. Items without a twin, and twins whose original is not given, are left out. */
export function pairTwins(originals: Iterable<ItemRow>, twins: Iterable<ItemRow>): TwinPair[] {
  const byId = new Map([...originals].map(item => [item.id, item]));
  return [...twins].flatMap(twin => {
    const original = byId.get(twin.twinOf ?? "");
    if (original === undefined) return [];
    const changedKeypoints = twin.keypoints.flatMap(({ claim }, index) =>
      claim === original.keypoints[index]?.claim ? [] : [index],
    );
    return [{ original, twin, isChanged: twin.answer !== original.answer, changedKeypoints }];
  });
}
