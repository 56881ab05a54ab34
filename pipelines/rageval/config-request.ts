// What the reader of a config is shown: what is set, what is open, what must agree, and words that names may be built on.

import type { VariablesOf } from "../../schemas/define.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import {
  isElementOf,
  placeholdersOf,
  recordOf,
  withoutElement,
} from "../../schemas/rageval/paths.ts";
import type { configPrompt } from "../../schemas/rageval/prompts.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { drawParts } from "../text/drawn-parts.ts";
import { type Draw, drawFrom, shuffle } from "../text/random.ts";
import { countOf, mayLack } from "./filling.ts";

/** Draws what a name may be built on, so that no two documents have the one name that comes to mind first. */
const stems = ({ parts }: Names, seed: number) => {
  const draw = drawFrom(seed);
  const left: Record<string, string[]> = {
    organisation: shuffle(draw, parts["stem"] ?? []),
    place: shuffle(draw, parts["cityName"] ?? parts["city"] ?? []),
  };
  return ({ type, options }: Leaf): string | null =>
    options === undefined ? (left[type]?.shift() ?? null) : null;
};

const exampleOf = ({ pattern = "" }: Leaf, draw: Draw): string | null =>
  pattern === "" || placeholdersOf(pattern).length > 0 ? null : drawParts(pattern, draw);

// The fields of a list's records are described at the first.
const openLeaf = (leaf: Leaf, subScenario: string | null) => {
  const { path, label, type, many, description, options, optionsBy, unit, range } = leaf;
  const isFirst = recordOf(path)?.endsWith("/1") ?? true;
  return {
    path,
    label,
    type,
    count: many ? countOf(leaf) : null,
    optional: mayLack(leaf),
    description: isFirst ? description : "",
    repeated: !isFirst,
    options: (subScenario !== null && optionsBy?.[subScenario]) || (options ?? []),
    unit: unit ?? null,
    range: range ? { minimum: range.minimum, maximum: range.maximum } : null,
  };
};

/** What must agree with one of these leaves, for a reader: a path without number stands for that field in all records. */
const agreementsOn = ({ agreements }: ScenarioSchema, leaves: readonly Leaf[]) =>
  agreements
    .filter(({ result, of }) =>
      leaves.some(({ path }) =>
        [result, ...of].some(other => isElementOf(other, path) || withoutElement(path) === other),
      ),
    )
    .map(({ result, operation, of, because, bands = [] }) => ({
      result,
      operation,
      of,
      because,
      bands,
    }));

interface Case {
  readonly subScenario: string | null;
  readonly names: Names;
  readonly seed: number;
}

type ConfigVariables = Pick<
  VariablesOf<typeof configPrompt>,
  "scenario" | "domain" | "set" | "open" | "agreements"
>;

/** Shows one case, round after round: a word that a name was offered is not offered to another. */
export function configRequest(schema: ScenarioSchema, { subScenario, names, seed }: Case) {
  const stemOf = stems(names, seed);
  return (open: readonly Leaf[], set: readonly ConfigValue[]): ConfigVariables => ({
    scenario: schema.scenario,
    domain: schema.domain,
    set: set.map(({ path, label, type, value }) => ({ path, label, type, value })),
    open: open.map(leaf => ({
      ...openLeaf(leaf, subScenario),
      stem: stemOf(leaf),
      example: exampleOf(leaf, drawFrom(seed)),
    })),
    agreements: agreementsOn(schema, open),
  });
}
