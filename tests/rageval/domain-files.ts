// The prepared scenario schemas and word lists of schemas/domains/, for the tests that hold them to their promises.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import { type Field, type Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";

const folder = join(import.meta.dirname, "../../schemas/domains");
const languages = ["zh", "en"] as const;

export const readDomainFile = (name: string): unknown =>
  parse(readFileSync(join(folder, name), "utf8"));

export const domainNames = ["finance", "law", "medical"].flatMap(domain =>
  languages.map(language => `${domain}.${language}.yaml`),
);

export const statuteNames = languages.map(language => `statutes.${language}.yaml`);

export const readSchema = (name: string): ScenarioSchema =>
  ScenarioSchema.parse(readDomainFile(name));

export const leafAt = ({ leaves }: ScenarioSchema, path: string): Leaf | undefined =>
  leaves.find(leaf => leaf.path === path);

/** The leaf, or the field of a list's records, that an agreement names. */
export const namedBy = ({ leaves }: ScenarioSchema, path: string): Leaf | Field | undefined =>
  leaves
    .flatMap(leaf => [
      leaf,
      ...(leaf.fields ?? []).map(field => ({ ...field, path: `${leaf.path}/${field.path}` })),
    ])
    .find(named => named.path === path);

/** All values that a leaf may be given, whatever the sub-scenario. */
export const optionsOf = ({ options = [], optionsBy = {} }: Partial<Leaf> = {}): string[] => [
  ...options,
  ...Object.values(optionsBy).flat(),
];

export const subScenarios = (schema: ScenarioSchema): string[] =>
  leafAt(schema, schema.subScenario ?? "")?.options ?? [];

/** The leaves that the subject is made of, directly or through patterns: no question can ask for them without giving them away. */
export function identity(schema: ScenarioSchema, pattern = schema.subject): Set<string> {
  const named = placeholdersOf(pattern);
  return new Set(
    named.flatMap(path => [path, ...identity(schema, leafAt(schema, path)?.pattern ?? "")]),
  );
}

/** Every path that a leaf's own fields point to. */
export const pathsNamedBy = (leaf: Leaf): string[] => [
  ...(leaf.after ? [leaf.after.path] : []),
  ...(leaf.previous ? [leaf.previous] : []),
  ...(leaf.onlyIf ? [leaf.onlyIf.path] : []),
  ...placeholdersOf(leaf.pattern ?? ""),
  ...[
    ...(leaf.statements ?? []),
    ...optionsOf(leaf),
    ...Object.values(leaf.optionListsBy ?? {})
      .flat(2)
      .flatMap(Object.values<string>),
  ]
    .flatMap(placeholdersOf)
    .filter(name => name !== "value" && name !== "subject" && name !== "n")
    .filter(name => !leaf.fields?.some(({ path }) => path === name)),
];
