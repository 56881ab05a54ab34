// The state of a subject at each of its documents: changes applied in order, dependent values recomputed.

import { leafAt, placeholdersOf, recordOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { drawFrom } from "../text/random.ts";
import { daysOf, writeDate } from "../text/written-values.ts";
import { computing, partsOf } from "./agreements.ts";
import { leavesTold } from "./config-leaves.ts";
import { type Family, type FamilyReply, leafPath, sourcePathsOf } from "./family.ts";
import { valuesAt } from "./filling.ts";
import { fillByRule } from "./rule-fill.ts";

export interface State {
  /** Day of the document, ISO. */
  readonly day: string;
  /** All values that hold then, withheld or not, restated or not. */
  readonly values: ConfigValue[];
  /** Paths whose value its document states for the first time. */
  readonly changed: ReadonlySet<string>;
}

type DocumentChanges = FamilyReply["documents"][number];
type Change = Pick<ConfigValue, "value" | "from"> & { readonly because?: string };

/** The values without their dates of validity. */
export const timeless = ({
  from: _from,
  because: _because,
  standing: _standing,
  holds: _holds,
  ...value
}: ConfigValue): ConfigValue => value;

/** Whether every document states this leaf anew. */
export const isAnew = ({ schema, form }: Pick<Family, "schema" | "form">, path: string): boolean =>
  form.anew.includes(leafPath({ schema }, path)) || leafPath({ schema }, path) === form.date;

export const isIsoDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A day (ISO) in the format of the leaf that dates documents. */
function writtenDay({ schema, form }: Family, day: string): string {
  const leaf = leafAt(schema, form.date);
  return writeDate(daysOf(day)?.first ?? 0, schema.language, leaf?.precision);
}

/** Changes by path; computed leaves are not changed but recomputed, and the dating leaf is set to the document's day. */
function changesOf(family: Family, { day, changes }: DocumentChanges): Map<string, Change> {
  const found = new Map<string, Change>();
  for (const { path, value, from, because } of changes) {
    const leaf = leafAt(family.schema, path);
    if (leaf === undefined || sourcePathsOf(family, leaf).length > 0 || value.trim() === "")
      continue;
    const since = isAnew(family, path) || from === null || !isIsoDay(from) ? day : from;
    const reason = because.trim() === "" ? {} : { because: because.trim() };
    found.set(path, { value: value.trim(), from: since, ...reason });
  }
  return found.set(family.form.date, { value: writtenDay(family, day), from: day });
}

/** Recomputes leaves whose parts have changed, by the rules that filled them. */
export function follow(
  family: Pick<Family, "names" | "config"> & { readonly schema: ScenarioSchema },
  values: readonly ConfigValue[],
  changed: ReadonlySet<string>,
): ConfigValue[] {
  const { names, config } = family;
  // Computed fields have one leaf per record here, and nothing waits for leaves that the subject lacks.
  const cast = leavesTold(family.schema, values);
  const leaves = cast.leaves.flatMap(leaf => {
    if (valuesAt(values, leaf).length > 0) return [{ ...leaf, optional: undefined }];
    return leaf.optional ? [] : [leaf];
  });
  const schema = { ...cast, leaves };
  const moved = new Set([...changed].map(path => leafPath({ schema }, path)));
  const stale = new Set<string>();
  for (let size = -1; size !== stale.size; ) {
    size = stale.size;
    for (const leaf of schema.leaves) {
      const agreement = computing(schema, leaf);
      const parts = [
        ...(agreement ? partsOf(schema, agreement).map(({ path }) => path) : []),
        ...placeholdersOf(leaf.pattern ?? ""),
      ];
      if (leaf.fill === "rule" && parts.some(part => moved.has(part) || stale.has(part)))
        stale.add(leaf.path);
    }
  }
  if (stale.size === 0) return [];
  const set = values.filter(({ path }) => !stale.has(leafPath({ schema }, path)));
  const { subScenario } = config;
  return fillByRule(schema, { subScenario, names, draw: drawFrom(0), set }).filter(({ path }) =>
    stale.has(leafPath({ schema }, path)),
  );
}

/** The latest day from which any part of a leaf holds. */
function sinceParts(family: Family, path: string, values: readonly ConfigValue[]): string {
  const leaf = leafAt(family.schema, path);
  const parts = new Set(leaf ? sourcePathsOf(family, leaf) : []);
  return values
    .filter(
      ({ path: part }) => parts.has(leafPath(family, part)) || parts.has(withoutElement(part)),
    )
    .reduce((latest, { from = "" }) => (from > latest ? from : latest), "");
}

/** A leaf about the previous document takes what that one stated, whatever the model proposes. */
function carriedOver(
  { schema }: Family,
  before: readonly ConfigValue[],
  { day }: DocumentChanges,
): [string, Change][] {
  return schema.leaves.flatMap(({ path, previous }): [string, Change][] => {
    const stated = before.find(value => value.path === previous);
    return stated === undefined ? [] : [[path, { value: stated.value, from: day }]];
  });
}

/** The values a later document starts from: of a list it states anew, only records with any value given. */
function restated(
  family: Family,
  before: readonly ConfigValue[],
  changed: ReadonlySet<string>,
): ConfigValue[] {
  const lists = new Set([...changed].map(path => leafPath(family, path)));
  const records = new Set([...changed].flatMap(path => recordOf(path) ?? []));
  return before.filter(({ path }) => {
    const record = recordOf(path);
    const isOwn = isAnew(family, path) && lists.has(leafPath(family, path));
    return record === undefined || !isOwn || records.has(record);
  });
}

function nextState(family: Family, before: readonly ConfigValue[], told: DocumentChanges): State {
  const changes = new Map([...changesOf(family, told), ...carriedOver(family, before, told)]);
  const changed = new Set(changes.keys());
  const values = restated(family, before, changed).map((value): ConfigValue => {
    const change = changes.get(value.path);
    return change ? { ...timeless(value), ...change, filledBy: "model" } : value;
  });
  for (const [path, change] of changes) {
    const leaf = leafAt(family.schema, path);
    const isListed = leaf?.many || recordOf(path) !== undefined;
    if (!leaf || !isListed || before.some(value => value.path === path)) continue;
    const { label, type } = leaf;
    values.push({ path, label, type, ...change, filledBy: "model", withheld: false });
  }
  for (const computed of follow(family, values, changed)) {
    const { path, value } = computed;
    const at = values.findIndex(other => other.path === path);
    const old = values[at];
    if (old?.value === value) continue;
    const from = sinceParts(family, path, values) || told.day;
    values.splice(at < 0 ? values.length : at, at < 0 ? 0 : 1, {
      ...timeless(old ?? computed),
      value,
      from,
    });
    changed.add(path);
  }
  return { day: told.day, values, changed };
}

/** States of all documents: the first is the config; each later one is its predecessor with the changes applied. */
export function statesOf(family: Family, reply: FamilyReply): State[] {
  const states: State[] = [{ day: family.day, values: family.config.values, changed: new Set() }];
  for (const document of reply.documents)
    states.push(nextState(family, states.at(-1)?.values ?? [], document));
  return states;
}
