// Determines the state of a config while it is being filled: which leaves are set, left out, or waiting for others.

import { isElementOf, placeholdersOf } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Agreement, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findPeople } from "../../schemas/rageval/person-leaves.ts";
import { agreementFor, partsOf } from "./value-agreements.ts";

/** Whether a path is this leaf's own or that of an element of its list (/1, /2/field …). */
export const isPathOf = ({ path, many }: Pick<Leaf, "path" | "many">, other: string): boolean =>
  other === path || (many && isElementOf(path, other));

/** Whether a document may lack this leaf. */
export const isOptional = ({ optional, count }: Leaf): boolean =>
  optional === true || count?.minimum === 0;

/** The values set for a leaf; those of a list in order. */
export const valuesAt = (
  values: readonly ConfigValue[],
  leaf: Pick<Leaf, "path" | "many">,
): string[] => values.filter(({ path }) => isPathOf(leaf, path)).map(({ value }) => value);

const leafOf = (schema: ScenarioSchema, path: string) =>
  schema.leaves.find(leaf => leaf.path === path);

/** Number of elements or records of a list that is present; two to four by default. */
export function countOf({ count }: Leaf): { readonly minimum: number; readonly maximum: number } {
  const minimum = Math.max(1, count?.minimum ?? 2);
  return { minimum, maximum: Math.max(minimum, count?.maximum ?? 4) };
}

/** The leaf marked as absent: its condition never holds. */
export const markAbsent = (leaf: Leaf): Leaf => ({
  ...leaf,
  optional: undefined,
  count: undefined,
  onlyIf: { path: leaf.path, equals: [] },
});

/** Whether the config lacks this leaf: it is absent, its condition does not hold, or the values it is computed from are omitted. */
export function isLeftOut(
  schema: ScenarioSchema,
  leaf: Leaf,
  values: readonly ConfigValue[],
  depth = 0,
): boolean {
  if (leaf.onlyIf?.equals.length === 0) return true;
  const isPartLeftOut = (part: Leaf) => depth < 5 && isLeftOut(schema, part, values, depth + 1);
  const parts = placeholdersOf(leaf.pattern ?? "").flatMap(path => leafOf(schema, path) ?? []);
  if (parts.some(isPartLeftOut)) return true;
  const agreement = agreementFor(schema, leaf);
  if (
    agreement &&
    isResultMissing(agreement.operation, partsOf(schema, agreement).map(isPartLeftOut))
  )
    return true;
  const condition = leaf.onlyIf && leafOf(schema, leaf.onlyIf.path);
  if (!leaf.onlyIf || !condition) return false;
  if (isPartLeftOut(condition)) return true;
  const conditionValues = valuesAt(values, condition);
  return (
    conditionValues.length > 0 &&
    !conditionValues.some(value => leaf.onlyIf?.equals.includes(value))
  );
}

// Sums and counts can do without some of their parts; nothing else can.
const isResultMissing = (
  operation: Agreement["operation"],
  partsLeftOut: readonly boolean[],
): boolean =>
  operation === "sum" || operation === "count"
    ? partsLeftOut.every(Boolean)
    : partsLeftOut.some(Boolean);

// If the preceding date is left out, the one before that counts.
function datesBefore(schema: ScenarioSchema, path: string | undefined, depth = 0): string[] {
  return path === undefined || depth > 8
    ? []
    : [path, ...datesBefore(schema, leafOf(schema, path)?.after?.path, depth + 1)];
}

/** The leaves that must be settled (set or left out) before this one can be filled by rule. */
function prerequisitesOf(schema: ScenarioSchema, leaf: Leaf): Leaf[] {
  const { onlyIf, after, pattern, options, optionsBy } = leaf;
  const patterns = [
    pattern ?? "",
    ...(options ?? []),
    ...Object.values(optionsBy ?? {}).flat(),
  ].flatMap(placeholdersOf);
  const subScenario = optionsBy === undefined ? undefined : schema.subScenario;
  const vitalLeaves = findPeople(schema).flatMap(({ age, birth, sex, event, about }) => {
    // An age from a list fits the disease; the birth date is then computed from it, not the reverse.
    const isListed = age?.options !== undefined || age?.optionsBy !== undefined;
    if (leaf === age) return isListed ? [event] : [birth, event];
    if (leaf === birth) return isListed ? [event, age] : [event];
    return leaf.type === "person" && isNameOf(leaf, about) ? [sex] : [];
  });
  const paths = [
    onlyIf?.path,
    ...datesBefore(schema, after?.path),
    subScenario,
    ...patterns,
    ...vitalLeaves.map(other => other?.path),
  ];
  const references = paths.flatMap(path =>
    path === undefined || path === null || path === leaf.path ? [] : (leafOf(schema, path) ?? []),
  );
  const agreement = agreementFor(schema, leaf);
  const earlierDates = schema.agreements
    .filter(({ result, operation }) => result === leaf.path && operation === "order")
    .flatMap(order => partsOf(schema, order))
    .filter(({ type, fill }) => type === "date" && type === leaf.type && fill === "rule");
  return [
    ...new Set([...references, ...earlierDates, ...(agreement ? partsOf(schema, agreement) : [])]),
  ];
}

/** The leaves that each leaf waits for: rule leaves for all that determine their value, model leaves for their condition. */
export type LeafDependencies = ReadonlyMap<Leaf, readonly Leaf[]>;

export function dependenciesOf(schema: ScenarioSchema): LeafDependencies {
  const dependencies = dependenciesCache.get(schema) ?? findDependencies(schema);
  dependenciesCache.set(schema, dependencies);
  return dependencies;
}

const dependenciesCache = new WeakMap<ScenarioSchema, LeafDependencies>();

const findDependencies = (schema: ScenarioSchema): LeafDependencies =>
  new Map(
    schema.leaves.map(leaf => [
      leaf,
      leaf.fill === "rule"
        ? prerequisitesOf(schema, leaf)
        : [leafOf(schema, leaf.onlyIf?.path ?? "") ?? []].flat(),
    ]),
  );

/** These leaves, and all open ones that wait for them, directly or indirectly. */
export function withDependents(
  start: readonly Leaf[],
  openLeaves: readonly Leaf[],
  dependencies: LeafDependencies,
): Set<Leaf> {
  const leaves = new Set(start);
  for (let size = -1; size !== leaves.size; ) {
    size = leaves.size;
    for (const leaf of openLeaves)
      if (dependencies.get(leaf)?.some(need => leaves.has(need))) leaves.add(leaf);
  }
  return leaves;
}

/** Whether the leaf is known to belong to the config: it has no condition, or its condition is decided. */
export function isConditionKnown(
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

/** Whether this leaf names the person whose sex the schema specifies: both are in the same branch. */
export function isNameOf(leaf: Leaf, personLeaves: readonly Leaf[]): boolean {
  return (
    personLeaves.includes(leaf) &&
    /name|姓名|patient|defendant|患者|被告人/.test(
      `${leaf.path.split("/").at(-1) ?? ""} ${leaf.label}`.toLowerCase(),
    )
  );
}
