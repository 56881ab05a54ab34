// Reports what share of the input `rules` could read; the rest was declined for lack of a model.

import { needsModelMessage } from "../../schemas/model-settings.ts";
import type { RunStatus } from "../../schemas/output/status.ts";

/** Stages whose rows are parts of the input, with a name for those parts. */
const inputNames: Readonly<Record<string, string>> = {
  "rageval/seed-kinds": "unsorted folders of seeds",
  "rageval/schemas": "groups of seeds",
  "rageval/facts": "documents",
  "questions/init": "materials",
  "crud/correction": "articles",
};

const declinedCountOf = ({ declined }: RunStatus["stages"][number]): number =>
  declined["needs-model"] ?? 0;

/** One sentence per stage that reads input, and what to do; empty if no row was declined for lack of a model. */
export function rulesShares({ stages }: RunStatus): string[] {
  const declining = stages.filter(stage => declinedCountOf(stage) > 0);
  const shares = declining.flatMap(stage => {
    const { name, rows, rejected } = stage;
    const readCount = rows + Object.values(rejected).reduce((sum, count) => sum + count, 0);
    return inputNames[name] === undefined
      ? []
      : [
          `rules read ${readCount} of ${readCount + declinedCountOf(stage)} ${inputNames[name]} (${name}).`,
        ];
  });
  return declining.length > 0 ? [...shares, needsModelMessage] : [];
}
