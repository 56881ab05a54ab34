// Describes a subject with several documents: what may change from one to the next, and the variables of its prompt.

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
import { alikeNames, respell } from "../text/alike-names.ts";
import { firstDateRangeIn } from "../text/clashes.ts";
import { findPeople } from "../../schemas/rageval/person-leaves.ts";
import { drawFrom } from "../text/random.ts";
import { isoDateOf } from "../text/write-values.ts";
import { agreementFor } from "./value-agreements.ts";
import { findContradictions } from "./contradictions.ts";
import { valuesAt } from "./config-state.ts";
import { fillByRule } from "./rule-fill.ts";
import { drawValues } from "./rule-values.ts";

export type FamilyReply = ReplyOf<typeof familyPrompt>;

/** A problem, described for the model in each language. */
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

type SubjectParts = Pick<Family, "config" | "variant" | "names" | "seed"> & {
  readonly schema: ScenarioSchema;
};

/** The day (ISO) of a config's document; undefined if its schema names no leaf that dates it. */
export function dayOf(
  { family, leaves }: ScenarioSchema,
  values: readonly ConfigValue[],
): string | undefined {
  const leaf = leaves.find(({ path }) => path === family?.date);
  const days = firstDateRangeIn((leaf && valuesAt(values, leaf)[0]) ?? "");
  return days && isoDateOf(days.first);
}

/** The family of a subject; undefined if it has one document, or if its schema describes no families. */
export function familyOf({ schema, ...parts }: SubjectParts): Family | undefined {
  const form = schema.family;
  const day = dayOf(schema, parts.config.values);
  if (form === null || day === undefined || parts.variant.documents < 2) return undefined;
  const freePaths = new Set([...form.changes, ...form.anew, form.date]);
  const leaves = schema.leaves.map(leaf => {
    const { period: _, ...unbound } = leaf;
    return freePaths.has(leaf.path) ? unbound : leaf;
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

/** Paths of the values that code computes a leaf's value from; empty if it is independent. */
export const sourcePathsOf = ({ schema }: Pick<Family, "schema">, leaf: Leaf): string[] => [
  ...((agreementFor(schema, leaf) ?? agreementFor(schema, { path: withoutElement(leaf.path) }))
    ?.of ?? []),
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

const maxDraws = 6;
const maxAttempts = 24;

/** Alternative values drawn by code, all leaves at once; only sets that cause no new contradiction. */
function drawAlternatives({ schema, form, config, names, seed }: Family): ConfigValue[][] {
  const freePaths = new Set([...form.changes, ...form.anew]);
  const keptValues = config.values.filter(({ path }) => {
    const leaf = leafAt(schema, path);
    const isFree =
      leaf !== undefined &&
      (freePaths.has(leaf.path) || sourcePathsOf({ schema }, leaf).length > 0);
    return !(isFree && leaf.fill === "rule" && leaf.type !== "date");
  });
  const oldProblems = new Set(findContradictions(schema, config.values));
  const draws: ConfigValue[][] = [];
  for (let attempt = 0; attempt < maxAttempts && draws.length < maxDraws; attempt++) {
    const { subScenario } = config;
    const draw = drawFrom(seed + attempt);
    const drawnValues = fillByRule(schema, {
      subScenario,
      names,
      draw,
      existingValues: keptValues,
    });
    const problems = findContradictions(schema, [...keptValues, ...drawnValues]);
    if (problems.every(problem => oldProblems.has(problem))) draws.push(drawnValues);
  }
  return draws;
}

const boundsOf = ({ unit, range }: Pick<Leaf, "unit" | "range">) => ({
  unit: unit ?? null,
  range: range ? { minimum: range.minimum, maximum: range.maximum } : null,
});

function leafDescriber({ config }: Family, draws: readonly ConfigValue[][]) {
  const valueOf = (path: string) => config.values.find(value => value.path === path)?.value;
  return (leaf: Leaf): VariablesOf<typeof familyPrompt>["changes"][number] => {
    const { path, label, type, many, description } = leaf;
    const ownOptions =
      (config.subScenario !== null && leaf.optionsBy?.[config.subScenario]) || (leaf.options ?? []);
    // A rule draws values that fit the others; the options of a choice need not be drawn.
    const drawnValues = leaf.fill === "rule" ? draws.flatMap(values => valuesAt(values, leaf)) : [];
    const options =
      drawnValues.length > 0
        ? drawnValues
        : ownOptions.flatMap(option => fillPattern(option, valueOf) ?? []);
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

const nameDraws = 60;

/** Names that are easily confused with this one, from its options and the lists of names; the model varies its own names. */
function similarNames({ schema, config, names, seed }: Family, leaf: Leaf): string[] {
  if (leaf.fill === "model" && !leaf.options) return [];
  const name = valuesAt(config.values, leaf)[0] ?? "";
  const draw = drawFrom(seed);
  const [people, values] = [findPeople(schema), [...config.values]];
  const { subScenario } = config;
  const drawnValues = Array.from({ length: nameDraws }).flatMap(() => {
    const unusedNames = { draw, takenNames: new Set<string>(), shared: new Map<string, string>() };
    return drawValues(leaf, {
      schema,
      subScenario,
      names,
      people,
      values,
      drawnNames: unusedNames,
    });
  });
  const similar = alikeNames(name, drawnValues, { joinsFirstPart: leaf.type === "organisation" });
  const respelledName = respell(name);
  return similar.length > 0 || respelledName === name ? similar.slice(0, 5) : [respelledName];
}

/** The kind of conflict in a family: three documents have room for both kinds; families of two get one kind, alternating in pairs. */
const conflictOf = ({ number, documents }: Pick<VariantRow, "number" | "documents">) =>
  documents > 2 ? "both" : Math.ceil(number / 2) % 2 === 1 ? "stale" : "disputed";

/** The prompt variables of a family. */
export function familyVariables(family: Family): VariablesOf<typeof familyPrompt> {
  const { schema, form, config, variant, day } = family;
  const { scenario, domain } = schema;
  const lastKind = form.kinds.at(-1) ?? scenario;
  const pathAndLabel = (path: string) => {
    const leaf = leafAt(schema, path);
    return leaf ? [{ path, label: leaf.label }] : [];
  };
  const isWithheld = (leaf: Leaf) =>
    config.values.some(({ path, withheld }) => withheld && path === leaf.path);
  const describeLeaf = leafDescriber(family, drawAlternatives(family));
  const naming = namingLeaves(family).map(leaf => ({
    path: leaf.path,
    label: leaf.label,
    value: valuesAt(config.values, leaf)[0] ?? "",
    options: similarNames(family, leaf),
  }));
  return {
    scenario,
    domain,
    subject: config.subject,
    kinds: Array.from({ length: variant.documents }, (_, index) => form.kinds[index] ?? lastKind),
    dated: form.date,
    day,
    apart: form.apart,
    // Withheld values do not concern the documents, unless each of them states the leaf for itself.
    set: config.values
      .filter(({ path, withheld }) => !withheld || form.anew.includes(leafPath(family, path)))
      .map(({ path, label, type, value }) => ({ path, label, type, value })),
    changes: freeLeaves(family, form.changes)
      .filter(leaf => !isWithheld(leaf))
      .map(describeLeaf),
    anew: freeLeaves(family, form.anew).map(describeLeaf),
    notRestated: form.notRestated.flatMap(pathAndLabel),
    conflict: conflictOf(variant),
    twin: variant.twin ? { shared: form.shared.flatMap(pathAndLabel), naming } : null,
  };
}
