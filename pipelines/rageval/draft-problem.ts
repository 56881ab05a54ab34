// What is wrong with a drafted schema that fits its contract, in words for the model.

import { placeholdersOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { DraftSchema } from "../../schemas/rageval/prompts.ts";

/** Undefined when the draft can be completed to a schema; else the first fault. */
export const draftProblem = (draft: DraftSchema): string | undefined =>
  pathProblem(draft) ?? wordProblem(draft) ?? sectionProblem(draft) ?? subjectProblem(draft) ?? orderProblem(draft);

function pathProblem({ leaves }: DraftSchema): string | undefined {
  const paths = leaves.map(({ path }) => path);
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) return `The path "${twice}" stands twice; every leaf needs its own.`;
  const shapeless = paths.find(path => !/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u.test(path));
  if (shapeless !== undefined) return `The path "${shapeless}" is not made of words parted by "/".`;
  const element = paths.find(path => withoutElement(path) !== path);
  return element === undefined ? undefined : `The path "${element}" ends in a number; only elements of a list are numbered, and code does that.`;
}

const isBlank = (text: string) => text.trim() === "";

function wordProblem({ leaves, scenario }: DraftSchema): string | undefined {
  if (isBlank(scenario)) return "The scenario needs a name.";
  const unlabelled = leaves.find(({ label }) => isBlank(label));
  if (unlabelled) return `The leaf "${unlabelled.path}" needs a label.`;
  const reversed = leaves.find(({ range }) => range !== null && range.minimum > range.maximum);
  if (reversed) return `The range of "${reversed.path}" is the wrong way round.`;
  const emptyOption = leaves.find(({ options }) => options.some(isBlank));
  return emptyOption && `The leaf "${emptyOption.path}" has an empty option.`;
}

function sectionProblem({ leaves, sections }: DraftSchema): string | undefined {
  const ids = sections.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return `The section "${twice}" stands twice.`;
  const lost = leaves.find(({ section }) => !ids.includes(section));
  return lost && `The leaf "${lost.path}" names section "${lost.section}", which is not in sections.`;
}

function subjectProblem({ leaves, subject, subScenario }: DraftSchema): string | undefined {
  const byPath = new Map(leaves.map(leaf => [leaf.path, leaf]));
  const named = placeholdersOf(subject);
  const unnamed = named.find(path => !byPath.has(path));
  if (named.length === 0 || unnamed !== undefined) return `The subject must be built from leaf paths in braces; "${unnamed ?? subject}" is not one.`;
  const listed = named.find(path => byPath.get(path)?.many);
  if (listed !== undefined) return `The subject is built from "${listed}", which is a list; it needs one value.`;
  if (subScenario !== null && !byPath.has(subScenario)) return `subScenario "${subScenario}" is not the path of a leaf; give null where there is none.`;
  return undefined;
}

function orderProblem({ leaves }: DraftSchema): string | undefined {
  const paths = new Set(leaves.map(({ path }) => path));
  const astray = leaves.find(({ path, after }) => after !== null && (!paths.has(after) || after === path));
  if (astray) return `The leaf "${astray.path}" comes after "${astray.after}", which is not another leaf.`;
  const before = new Map(leaves.flatMap(({ path, after }) => (after === null ? [] : [[path, after] as const])));
  const circular = leaves.find(({ path }) => isCircular(path, before));
  return circular && `The leaf "${circular.path}" comes after itself, by way of "${circular.after}".`;
}

/** Whether the chain of what comes before a leaf leads back to it. */
export function isCircular(path: string, before: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = before.get(path); at !== undefined && !seen.has(at); at = before.get(at)) {
    if (at === path) return true;
    seen.add(at);
  }
  return false;
}
