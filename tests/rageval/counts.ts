// A schema with counts as records in both languages, and configs drawn by it.

import { fillByRule } from "../../pipelines/rageval/rule-fill.ts";
import { drawFrom, seedOf } from "../../pipelines/text/random.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";
import { names } from "./clinic.ts";

const both = fixtureYaml<Record<"zh" | "en", unknown>>("counts.yaml");
export const [zh, en] = [ScenarioSchema.parse(both.zh), ScenarioSchema.parse(both.en)];
export const seeds = Array.from({ length: 30 }, (_, seed) => seed);

export const fill = (schema: ScenarioSchema, seed: number, over: Partial<ScenarioSchema> = {}) =>
  fillByRule(
    { ...schema, ...over },
    {
      subScenario: schema.leaves[2]!.options![seed % 2]!,
      draw: drawFrom(seedOf("counts", String(seed))),
      names: names[schema.language],
    },
  );
export const at = (values: readonly ConfigValue[], path: string) =>
  values.filter(value => withoutElement(value.path) === path).map(({ value }) => value);
export const change = (values: readonly ConfigValue[], changes: Record<string, string>) =>
  values.map(value => ({ ...value, value: changes[value.path] ?? value.value }));
