// A subject with several documents: what may change from one to the next, and what a model is asked about it.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import {
  fillPattern,
  isElementOf,
  leafAt,
  placeholdersOf,
  withoutElement,
} from "../../schemas/rageval/paths.ts";
import type { familyPrompt } from "../../schemas/rageval/families/prompts.ts";
import type { ConfigRow, ConfigValue, VariantRow } from "../../schemas/rageval/records.ts";
import type { FamilyForm, Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { alikeNames, respelled } from "../text/alike-names.ts";
import { daysIn } from "../text/clashes.ts";
import { findPeople } from "../text/people.ts";
import { drawFrom } from "../text/random.ts";
import { isoOf } from "../text/written-values.ts";
import { computing } from "./agreements.ts";
import { contradictions } from "./contradictions.ts";
import { valuesAt } from "./filling.ts";
import { fillByRule } from "./rule-fill.ts";
import { drawValues } from "./rule-values.ts";

export type FamilyReply = ReplyOf<typeof familyPrompt>;

/** A problem in words for the model, per language. */
export type Problem = Readonly<Record<"zh" | "en", string>>;

export interface Family {
  /** The schema without periods on changeable leaves: those apply to the first document only. */
  readonly schema: ScenarioSchema;
  readonly form: FamilyForm;
  readonly config: ConfigRow;
  readonly variant: Pick<VariantRow, "documents" | "twin" | "number">;
  readonly names: Names;
  readonly seed: number;
  /** Day of the first document, ISO. */
  readonly day: string;
}

type Parts = Pick<Family, "config" | "variant" | "names" | "seed"> & {
  readonly schema: ScenarioSchema;
};

/** The day (ISO) of a config's document; undefined if its schema names no leaf that dates it. */
export function dayOf(
  { family, leaves }: ScenarioSchema,
  values: readonly ConfigValue[],
): string | undefined {
  const leaf = leaves.find(({ path }) => path === family?.date);
  const days = daysIn((leaf && valuesAt(values, leaf)[0]) ?? "");
  return days && isoOf(days.first);
}

/** The family of a subject; undefined if it has one document, or if its schema describes no families. */
export function familyOf({ schema, ...parts }: Parts): Family | undefined {
  const form = schema.family;
  const day = dayOf(schema, parts.config.values);
  if (form === null || day === undefined || parts.variant.documents < 2) return undefined;
  const free = new Set([...form.changes, ...form.anew, form.date]);
  const leaves = schema.leaves.map(leaf => {
    const { period: _, ...unbound } = leaf;
    return free.has(leaf.path) ? unbound : leaf;
  });
  return { ...parts, schema: { ...schema, leaves }, form, day };
}

/** The name for a document at this position, from 0. */
export const kindAt = ({ form }: Pick<Family, "form">, index: number): string =>
  form.kinds[index] ?? form.kinds.at(-1) ?? "";

/** The leaf a value belongs to; for an element or a field of a record, its list. */
export const leafPath = ({ schema }: Pick<Family, "schema">, path: string): string =>
  schema.leaves.find(leaf => leaf.path === path || (leaf.many && isElementOf(leaf.path, path)))
    ?.path ?? path;

/** Paths from which code makes a leaf's value; empty if it is independent. */
export const sourcePathsOf = ({ schema }: Pick<Family, "schema">, leaf: Leaf): string[] => [
  ...((computing(schema, leaf) ?? computing(schema, { path: withoutElement(leaf.path) }))?.of ??
    []),
  ...placeholdersOf(leaf.pattern ?? ""),
];

/** The leaves that name the subject and differ in a near-twin. */
export const namingLeaves = ({ schema, form }: Family): Leaf[] =>
  placeholdersOf(schema.subject)
    .filter(path => !form.shared.includes(path))
    .flatMap(path => leafAt(schema, path) ?? [])
    .filter(leaf => sourcePathsOf({ schema }, leaf).length === 0);

/** The leaves at these paths that have a value of their own and may be stated differently. */
export const freeLeaves = ({ schema, form, config }: Family, paths: readonly string[]): Leaf[] =>
  paths
    .flatMap(path => leafAt(schema, path) ?? [])
    .filter(
      leaf =>
        leaf.path !== form.date &&
        sourcePathsOf({ schema }, leaf).length === 0 &&
        valuesAt(config.values, leaf).length > 0,
    );

const DRAWS = 6;
const TRIES = 24;

/** Alternative values drawn by code, all leaves at once, in draws without a contradiction. */
function drawOthers({ schema, form, config, names, seed }: Family): ConfigValue[][] {
  const free = new Set([...form.changes, ...form.anew]);
  const kept = config.values.filter(({ path }) => {
    const leaf = leafAt(schema, path);
    const isFree =
      leaf !== undefined && (free.has(leaf.path) || sourcePathsOf({ schema }, leaf).length > 0);
    return !(isFree && leaf.fill === "rule" && leaf.type !== "date");
  });
  const old = new Set(contradictions(schema, config.values));
  const draws: ConfigValue[][] = [];
  for (let attempt = 0; attempt < TRIES && draws.length < DRAWS; attempt++) {
    const { subScenario } = config;
    const draw = drawFrom(seed + attempt);
    const drawn = fillByRule(schema, { subScenario, names, draw, set: kept });
    const problems = contradictions(schema, [...kept, ...drawn]);
    if (problems.every(problem => old.has(problem))) draws.push(drawn);
  }
  return draws;
}

const boundsOf = ({ unit, range }: Pick<Leaf, "unit" | "range">) => ({
  unit: unit ?? null,
  range: range ? { minimum: range.minimum, maximum: range.maximum } : null,
});

function changeable({ config }: Family, draws: readonly ConfigValue[][]) {
  const valueOf = (path: string) => config.values.find(value => value.path === path)?.value;
  return (leaf: Leaf): VariablesOf<typeof familyPrompt>["changes"][number] => {
    const { path, label, type, many, description } = leaf;
    const own =
      (config.subScenario !== null && leaf.optionsBy?.[config.subScenario]) || (leaf.options ?? []);
    // A rule draws values that fit the others; the options of a choice need no draw.
    const drawn = leaf.fill === "rule" ? draws.flatMap(values => valuesAt(values, leaf)) : [];
    const options =
      drawn.length > 0 ? drawn : own.flatMap(option => fillPattern(option, valueOf) ?? []);
    return {
      path,
      label,
      type,
      many,
      description,
      options: [...new Set(options)],
      ...boundsOf(leaf),
      fields: (leaf.fields ?? []).map(field => ({
        path: field.path,
        label: field.label,
        type: field.type,
        options: field.options ?? [],
        ...boundsOf(field),
      })),
    };
  };
}

const NAMES = 60;

/** Names easily confused with this one, from its options and the lists of names; the model varies names it made itself. */
function namesAlike({ schema, config, names, seed }: Family, leaf: Leaf): string[] {
  if (leaf.fill === "model" && !leaf.options) return [];
  const name = valuesAt(config.values, leaf)[0] ?? "";
  const draw = drawFrom(seed);
  const [people, values] = [findPeople(schema), [...config.values]];
  const { subScenario } = config;
  const drawn = Array.from({ length: NAMES }).flatMap(() => {
    const fresh = { draw, taken: new Set<string>(), shared: new Map<string, string>() };
    return drawValues(leaf, { schema, subScenario, names, people, values, drawn: fresh });
  });
  const alike = alikeNames(name, drawn, { joined: leaf.type === "organisation" });
  const other = respelled(name);
  return alike.length > 0 || other === name ? alike.slice(0, 5) : [other];
}

/** The kind of conflict a family has: three documents have room for both kinds; families of two alternate in pairs. */
const conflictOf = ({ number, documents }: Pick<VariantRow, "number" | "documents">) =>
  documents > 2 ? "both" : Math.ceil(number / 2) % 2 === 1 ? "stale" : "disputed";

/** The prompt variables of a family. */
export function familyVariables(family: Family): VariablesOf<typeof familyPrompt> {
  const { schema, form, config, variant, day } = family;
  const { scenario, domain } = schema;
  const last = form.kinds.at(-1) ?? scenario;
  const named = (path: string) => {
    const leaf = leafAt(schema, path);
    return leaf ? [{ path, label: leaf.label }] : [];
  };
  const isWithheld = (leaf: Leaf) =>
    config.values.some(({ path, withheld }) => withheld && path === leaf.path);
  const show = changeable(family, drawOthers(family));
  const naming = namingLeaves(family).map(leaf => ({
    path: leaf.path,
    label: leaf.label,
    value: valuesAt(config.values, leaf)[0] ?? "",
    options: namesAlike(family, leaf),
  }));
  return {
    scenario,
    domain,
    subject: config.subject,
    kinds: Array.from({ length: variant.documents }, (_, index) => form.kinds[index] ?? last),
    dated: form.date,
    day,
    apart: form.apart,
    // Withheld values do not concern the documents, unless each of them states the leaf anew.
    set: config.values
      .filter(({ path, withheld }) => !withheld || form.anew.includes(leafPath(family, path)))
      .map(({ path, label, type, value }) => ({ path, label, type, value })),
    changes: freeLeaves(family, form.changes)
      .filter(leaf => !isWithheld(leaf))
      .map(show),
    anew: freeLeaves(family, form.anew).map(show),
    notRestated: form.notRestated.flatMap(named),
    conflict: conflictOf(variant),
    twin: variant.twin ? { shared: form.shared.flatMap(named), naming } : null,
  };
}
