// What share of its input `rules` could read: the rest was declined for want of a model.

import { needsModel } from "../../schemas/model-settings.ts";
import type { RunStatus } from "../../schemas/output/status.ts";

/** Stages whose every row is a part of the input to make something of. */
const inputs: Readonly<Record<string, string>> = {
  "rageval/seed-kinds": "folders of seeds that nobody sorted",
  "rageval/schemas": "groups of seeds",
  "rageval/facts": "documents",
  "questions/init": "materials",
  "crud/correction": "articles",
};

const declinedOf = ({ declined }: RunStatus["stages"][number]): number =>
  declined["needs-model"] ?? 0;

/** A sentence a stage that reads input, and what to do; nothing where no row was declined for want of a model. */
export function rulesShares({ stages }: RunStatus): string[] {
  const short = stages.filter(stage => declinedOf(stage) > 0);
  const shares = short.flatMap(stage => {
    const { name, rows, rejected } = stage;
    const read = rows + Object.values(rejected).reduce((sum, count) => sum + count, 0);
    return inputs[name] === undefined
      ? []
      : [`rules read ${read} of ${read + declinedOf(stage)} ${inputs[name]} (${name}).`];
  });
  return short.length > 0 ? [...shares, needsModel] : [];
}
