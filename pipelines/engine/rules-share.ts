// Share of the input that `rules` could read; the rest was declined for lack of a model.

import { needsModel } from "../../schemas/model-settings.ts";
import type { RunStatus } from "../../schemas/output/status.ts";

/** Stages whose rows are parts of the input, with a name for those parts. */
const inputs: Readonly<Record<string, string>> = {
  "rageval/seed-kinds": "folders of seeds that nobody sorted",
  "rageval/schemas": "groups of seeds",
  "rageval/facts": "documents",
  "questions/init": "materials",
  "crud/correction": "articles",
};

const declinedOf = ({ declined }: RunStatus["stages"][number]): number =>
  declined["needs-model"] ?? 0;

/** One sentence per stage that reads input, and what to do; empty if no row was declined for lack of a model. */
export function rulesShares({ stages }: RunStatus): string[] {
  const lacking = stages.filter(stage => declinedOf(stage) > 0);
  const shares = lacking.flatMap(stage => {
    const { name, rows, rejected } = stage;
    const read = rows + Object.values(rejected).reduce((sum, count) => sum + count, 0);
    return inputs[name] === undefined
      ? []
      : [`rules read ${read} of ${read + declinedOf(stage)} ${inputs[name]} (${name}).`];
  });
  return lacking.length > 0 ? [...shares, needsModel] : [];
}
