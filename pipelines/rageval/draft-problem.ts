// What is wrong with a drafted schema that fits its contract, in words for the model.

import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import type { DraftSchema } from "../../schemas/rageval/prompts.ts";

export function draftProblem({ leaves, sections, subject, subScenario }: DraftSchema): string | undefined {
  const paths = leaves.map(({ path }) => path);
  const known = new Set(paths);
  const sectionIds = new Set(sections.map(({ id }) => id));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice) return `The path "${twice}" stands twice; every leaf needs its own.`;
  const shapeless = paths.find(path => !/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u.test(path));
  if (shapeless !== undefined) return `The path "${shapeless}" is not made of words parted by "/".`;
  const lost = leaves.find(({ section }) => !sectionIds.has(section));
  if (lost) return `The leaf "${lost.path}" names section "${lost.section}", which is not in sections.`;
  const unnamed = placeholdersOf(subject).find(path => !known.has(path));
  if (placeholdersOf(subject).length === 0 || unnamed !== undefined) return `The subject must be built from leaf paths in braces; "${unnamed ?? subject}" is not one.`;
  if (subScenario !== null && !known.has(subScenario)) return `subScenario "${subScenario}" is not the path of a leaf; give null where there is none.`;
  const after = leaves.find(leaf => leaf.after !== null && (!known.has(leaf.after) || leaf.after === leaf.path));
  if (after) return `The leaf "${after.path}" comes after "${after.after}", which is not another leaf.`;
  const narrow = leaves.find(({ range }) => range !== null && range.minimum >= range.maximum);
  if (narrow) return `The range of "${narrow.path}" has a minimum that is not below its maximum.`;
  return undefined;
}
