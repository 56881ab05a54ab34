// Computes the state of a subject at each of its documents: applies changes in order and recomputes dependent values.

import { leafAt, placeholdersOf, recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { drawFrom } from "../text/random.ts";
import { dayRangeOf, writeDate } from "../text/write-values.ts";
import { agreementFor, partsOf } from "./value-agreements.ts";
import { leavesOfValues } from "./config-leaves.ts";
import { type Family, type FamilyReply, leafPath, sourcePathsOf } from "./family.ts";
import { valuesAt } from "./config-state.ts";
import { fillByRule } from "./rule-fill.ts";

export interface State {
  /** Day of the document, ISO. */
  readonly day: string;
  /** All values that hold on that day, withheld or not, restated or not. */
  readonly values: ConfigValue[];
  /** Paths whose value its document states for the first time. */
  readonly changedPaths: ReadonlySet<string>;
}

type DocumentChanges = FamilyReply["documents"][number];
type Change = Pick<ConfigValue, "value" | "from"> & { readonly because?: string };

/** The values without their dates of validity. */
export const withoutValidity = ({
  from: _from,
  because: _because,
  standing: _standing,
  holds: _holds,
  ...value
}: ConfigValue): ConfigValue => value;

/** Whether every document states this leaf for itself. */
export const isStatedInEachDocument = (
  { schema, form }: Pick<Family, "schema" | "form">,
  path: string,
): boolean =>
  form.anew.includes(leafPath({ schema }, path)) || leafPath({ schema }, path) === form.date;

export const isIsoDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A day (ISO) in the format of the leaf that dates documents. */
function writeDay({ schema, form }: Family, day: string): string {
  const leaf = leafAt(schema, form.date);
  return writeDate(dayRangeOf(day)?.first ?? 0, schema.language, leaf?.precision);
}

/** Changes by path; computed leaves are not changed but recomputed, and the dating leaf is set to the document's day. */
function changesOf(family: Family, { day, changes }: DocumentChanges): Map<string, Change> {
  const changeByPath = new Map<string, Change>();
  for (const { path, value, from, because } of changes) {
    const leaf = leafAt(family.schema, path);
    if (leaf === undefined || sourcePathsOf(family, leaf).length > 0 || value.trim() === "")
      continue;
    const validFrom =
      isStatedInEachDocument(family, path) || from === null || !isIsoDay(from) ? day : from;
    const reason = because.trim() === "" ? {} : { because: because.trim() };
    changeByPath.set(path, { value: value.trim(), from: validFrom, ...reason });
  }
  return changeByPath.set(family.form.date, { value: writeDay(family, day), from: day });
}

/** Recomputes leaves whose parts have changed, by the rules that filled them. */
export function recomputeDependents(
  family: Pick<Family, "names" | "config"> & { readonly schema: ScenarioSchema },
  values: readonly ConfigValue[],
  changedPaths: ReadonlySet<string>,
): ConfigValue[] {
  const { names, config } = family;
  // Computed fields have one leaf per record here, and nothing waits for leaves that the subject lacks.
  const expandedSchema = leavesOfValues(family.schema, values);
  const leaves = expandedSchema.leaves.flatMap(leaf => {
    if (valuesAt(values, leaf).length > 0) return [{ ...leaf, optional: undefined }];
    return leaf.optional ? [] : [leaf];
  });
  const schema = { ...expandedSchema, leaves };
  const changedLists = new Set([...changedPaths].map(path => leafPath({ schema }, path)));
  const outdatedPaths = new Set<string>();
  for (let size = -1; size !== outdatedPaths.size; ) {
    size = outdatedPaths.size;
    for (const leaf of schema.leaves) {
      const agreement = agreementFor(schema, leaf);
      const parts = [
        ...(agreement ? partsOf(schema, agreement).map(({ path }) => path) : []),
        ...placeholdersOf(leaf.pattern ?? ""),
      ];
      if (
        leaf.fill === "rule" &&
        parts.some(part => changedLists.has(part) || outdatedPaths.has(part))
      )
        outdatedPaths.add(leaf.path);
    }
  }
  if (outdatedPaths.size === 0) return [];
  const keptValues = values.filter(({ path }) => !outdatedPaths.has(leafPath({ schema }, path)));
  const { subScenario } = config;
  return fillByRule(schema, {
    subScenario,
    names,
    draw: drawFrom(0),
    existingValues: keptValues,
  }).filter(({ path }) => outdatedPaths.has(leafPath({ schema }, path)));
}

/** The latest day from which any part of a leaf holds. */
function latestDayOfParts(family: Family, path: string, values: readonly ConfigValue[]): string {
  const leaf = leafAt(family.schema, path);
  const parts = new Set(leaf ? sourcePathsOf(family, leaf) : []);
  return values
    .filter(
      ({ path: part }) => parts.has(leafPath(family, part)) || parts.has(withoutElement(part)),
    )
    .reduce((latest, { from = "" }) => (from > latest ? from : latest), "");
}

/** Gives leaves about the previous document the values that it stated, whatever the model proposes. */
function carryOver(
  { schema }: Family,
  previousValues: readonly ConfigValue[],
  { day }: DocumentChanges,
): [string, Change][] {
  return schema.leaves.flatMap(({ path, previous }): [string, Change][] => {
    const statedValue = previousValues.find(value => value.path === previous);
    return statedValue === undefined ? [] : [[path, { value: statedValue.value, from: day }]];
  });
}

/** The values that a later document starts from; of a list that every document states for itself, only the records for which the reply gives a value. */
function startingValues(
  family: Family,
  previousValues: readonly ConfigValue[],
  changedPaths: ReadonlySet<string>,
): ConfigValue[] {
  const lists = new Set([...changedPaths].map(path => leafPath(family, path)));
  const records = new Set([...changedPaths].flatMap(path => recordOf(path) ?? []));
  return previousValues.filter(({ path }) => {
    const record = recordOf(path);
    const isOwn = isStatedInEachDocument(family, path) && lists.has(leafPath(family, path));
    return record === undefined || !isOwn || records.has(record);
  });
}

function nextState(
  family: Family,
  previousValues: readonly ConfigValue[],
  document: DocumentChanges,
): State {
  const changes = new Map([
    ...changesOf(family, document),
    ...carryOver(family, previousValues, document),
  ]);
  const changedPaths = new Set(changes.keys());
  const values = startingValues(family, previousValues, changedPaths).map((value): ConfigValue => {
    const change = changes.get(value.path);
    return change ? { ...withoutValidity(value), ...change, filledBy: "model" } : value;
  });
  for (const [path, change] of changes) {
    const leaf = leafAt(family.schema, path);
    const isListed = leaf?.many || recordOf(path) !== undefined;
    if (!leaf || !isListed || previousValues.some(value => value.path === path)) continue;
    const { label, type } = leaf;
    values.push({ path, label, type, ...change, filledBy: "model", withheld: false });
  }
  for (const computed of recomputeDependents(family, values, changedPaths)) {
    const { path, value } = computed;
    const index = values.findIndex(other => other.path === path);
    const oldValue = values[index];
    if (oldValue?.value === value) continue;
    const from = latestDayOfParts(family, path, values) || document.day;
    values.splice(index < 0 ? values.length : index, index < 0 ? 0 : 1, {
      ...withoutValidity(oldValue ?? computed),
      value,
      from,
    });
    changedPaths.add(path);
  }
  return { day: document.day, values, changedPaths };
}

/** States of all documents: the first is the config; each later one is its predecessor with the changes applied. */
export function statesOf(family: Family, reply: FamilyReply): State[] {
  const states: State[] = [
    { day: family.day, values: family.config.values, changedPaths: new Set() },
  ];
  for (const document of reply.documents)
    states.push(nextState(family, states.at(-1)?.values ?? [], document));
  return states;
}
