// A config while it is being filled: what is set, what is left out, and what a leaf must wait for.

import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findPeople } from "../text/people.ts";

/** Whether a path is this leaf's own or that of an element of its list (/1, /2 …). */
export function isPathOf({ path, many }: Pick<Leaf, "path" | "many">, other: string): boolean {
  return (
    other === path ||
    (many && other.startsWith(`${path}/`) && /^\d+$/.test(other.slice(path.length + 1)))
  );
}

/** The values set for a leaf, a list's in their order. */
export const valuesAt = (
  values: readonly ConfigValue[],
  leaf: Pick<Leaf, "path" | "many">,
): string[] => values.filter(({ path }) => isPathOf(leaf, path)).map(({ value }) => value);

const leafOf = (schema: ScenarioSchema, path: string) =>
  schema.leaves.find(leaf => leaf.path === path);

/** Whether the config goes without this leaf, because its condition does not hold or what its pattern names is left out. */
export function isLeftOut(
  schema: ScenarioSchema,
  leaf: Leaf,
  values: readonly ConfigValue[],
  depth = 0,
): boolean {
  const parts = placeholdersOf(leaf.pattern ?? "").flatMap(path => leafOf(schema, path) ?? []);
  if (depth < 5 && parts.some(part => isLeftOut(schema, part, values, depth + 1))) return true;
  const condition = leaf.onlyIf && leafOf(schema, leaf.onlyIf.path);
  if (!leaf.onlyIf || !condition) return false;
  if (depth < 5 && isLeftOut(schema, condition, values, depth + 1)) return true;
  const told = valuesAt(values, condition);
  return told.length > 0 && !told.some(value => leaf.onlyIf?.equals.includes(value));
}

// Where the date before is left out, the one before that counts.
function datesBefore(schema: ScenarioSchema, path: string | undefined, depth = 0): string[] {
  return path === undefined || depth > 8
    ? []
    : [path, ...datesBefore(schema, leafOf(schema, path)?.after?.path, depth + 1)];
}

/** The leaves that must be settled (set or left out) before this one can be filled by rule. */
function waitsFor(schema: ScenarioSchema, leaf: Leaf): Leaf[] {
  const { onlyIf, after, sumOf, pattern, options, optionsBy } = leaf;
  const patterns = [
    pattern ?? "",
    ...(options ?? []),
    ...Object.values(optionsBy ?? {}).flat(),
  ].flatMap(placeholdersOf);
  const subScenario = optionsBy === undefined ? undefined : schema.subScenario;
  const lives = findPeople(schema).flatMap(({ age, birth, sex, event, about }) => {
    // An age from a list fits the disease; the birth is then reckoned from it, not the reverse.
    const isListed = age?.options !== undefined || age?.optionsBy !== undefined;
    if (leaf === age) return isListed ? [event] : [birth, event];
    if (leaf === birth) return isListed ? [event, age] : [event];
    return leaf.type === "person" && isNameOf(leaf, about) ? [sex] : [];
  });
  const paths = [
    onlyIf?.path,
    ...datesBefore(schema, after?.path),
    subScenario,
    ...(sumOf ?? []),
    ...patterns,
    ...lives.map(other => other?.path),
  ];
  const found = paths.flatMap(path =>
    path === undefined || path === null || path === leaf.path ? [] : (leafOf(schema, path) ?? []),
  );
  return [...new Set(found)];
}

/** What each leaf waits for: by rule, all that shapes its value; for the model, the condition under which it is told. */
export type Needs = ReadonlyMap<Leaf, readonly Leaf[]>;

export const needsOf = (schema: ScenarioSchema): Needs =>
  new Map(
    schema.leaves.map(leaf => [
      leaf,
      leaf.fill === "rule"
        ? waitsFor(schema, leaf)
        : [leafOf(schema, leaf.onlyIf?.path ?? "") ?? []].flat(),
    ]),
  );

/** These leaves, and of the open ones all that wait for them, directly or by way of one another. */
export function withFollowers(
  first: readonly Leaf[],
  open: readonly Leaf[],
  needs: Needs,
): Set<Leaf> {
  const found = new Set(first);
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const leaf of open) if (needs.get(leaf)?.some(need => found.has(need))) found.add(leaf);
  }
  return found;
}

/** Whether it is known that the leaf has a place in the config: it has no condition, or what that hangs on is set. */
export function isTold(
  schema: ScenarioSchema,
  { onlyIf }: Leaf,
  values: readonly ConfigValue[],
): boolean {
  const condition = leafOf(schema, onlyIf?.path ?? "");
  return condition === undefined || valuesAt(values, condition).length > 0;
}

/** Whether a leaf has no value yet and may need one. */
export const isOpen = (
  schema: ScenarioSchema,
  leaf: Leaf,
  values: readonly ConfigValue[],
): boolean => valuesAt(values, leaf).length === 0 && !isLeftOut(schema, leaf, values);

/** Whether this person leaf is the name of the one whose sex the schema tells: it stands in the same branch. */
export function isNameOf(leaf: Leaf, about: readonly Leaf[]): boolean {
  return (
    about.includes(leaf) &&
    /name|姓名|patient|defendant|患者|被告人/.test(
      `${leaf.path.split("/").at(-1) ?? ""} ${leaf.label}`.toLowerCase(),
    )
  );
}
