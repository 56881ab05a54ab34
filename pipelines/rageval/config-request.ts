// Builds the prompt variables for filling a config: values already set, open leaves, agreements, and stems that names may be built from.

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
import { drawParts } from "../text/draw-parts.ts";
import { type Draw, drawFrom, shuffle } from "../text/random.ts";
import { countOf, isOptional } from "./config-state.ts";

/** Draws stems for names, so that documents do not all get the first name that comes to mind. */
const stemDrawer = ({ parts }: Names, seed: number) => {
  const draw = drawFrom(seed);
  const remaining: Record<string, string[]> = {
    organisation: shuffle(draw, parts["stem"] ?? []),
    place: shuffle(draw, parts["cityName"] ?? parts["city"] ?? []),
  };
  return ({ type, options }: Leaf): string | null =>
    options === undefined ? (remaining[type]?.shift() ?? null) : null;
};

const exampleOf = ({ pattern = "" }: Leaf, draw: Draw): string | null =>
  pattern === "" || placeholdersOf(pattern).length > 0 ? null : drawParts(pattern, draw);

// The fields of a list's records are described with the first record.
const describeLeaf = (leaf: Leaf, subScenario: string | null) => {
  const { path, label, type, many, description, options, optionsBy, unit, range } = leaf;
  const isFirst = recordOf(path)?.endsWith("/1") ?? true;
  return {
    path,
    label,
    type,
    count: many ? countOf(leaf) : null,
    optional: isOptional(leaf),
    description: isFirst ? description : "",
    repeated: !isFirst,
    options: (subScenario !== null && optionsBy?.[subScenario]) || (options ?? []),
    unit: unit ?? null,
    range: range ? { minimum: range.minimum, maximum: range.maximum } : null,
  };
};

/** Agreements on any of these leaves, as the prompt shows them: a path without a number stands for that field in every record. */
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

interface ConfigCase {
  readonly subScenario: string | null;
  readonly names: Names;
  readonly seed: number;
}

type ConfigVariables = Pick<
  VariablesOf<typeof configPrompt>,
  "scenario" | "domain" | "set" | "open" | "agreements"
>;

/** Returns a function that makes the variables of each round for one config: a stem offered for one name is not offered for another. */
export function configRequest(schema: ScenarioSchema, { subScenario, names, seed }: ConfigCase) {
  const stemOf = stemDrawer(names, seed);
  return (leaves: readonly Leaf[], values: readonly ConfigValue[]): ConfigVariables => ({
    scenario: schema.scenario,
    domain: schema.domain,
    set: values.map(({ path, label, type, value }) => ({ path, label, type, value })),
    open: leaves.map(leaf => ({
      ...describeLeaf(leaf, subScenario),
      stem: stemOf(leaf),
      example: exampleOf(leaf, drawFrom(seed)),
    })),
    agreements: agreementsOn(schema, leaves),
  });
}
