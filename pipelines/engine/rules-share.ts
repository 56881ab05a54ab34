// What share of its input `rules` could read: the rest was declined for want of a model.

import { needsModel } from "../../schemas/model-settings.ts";
import type { RunStatus } from "./status.ts";

/** Stages whose every row is a part of the input to make an item of. */
const inputs: Readonly<Record<string, string>> = { "cofe/questions": "fragments", "crud/correction": "articles" };

/** A sentence a stage that declined rows for want of a model; none where it declined none. */
export function rulesShares({ stages }: RunStatus): string[] {
  return stages.flatMap(({ name, rows, declined, rejected }) => {
    const [input, unread = 0] = [inputs[name], declined["needs-model"]];
    if (input === undefined || unread === 0) return [];
    const read = rows + Object.values(rejected).reduce((sum, count) => sum + count, 0);
    return [`rules read ${read} of ${read + unread} ${input} (${name}). ${needsModel}`];
  });
}
