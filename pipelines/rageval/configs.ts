// Fills a schema for one variant: code sets what has rules, the model the rest; contradictions are asked again.

import type { ReplyOf } from "../../schemas/define.ts";
import { configPrompt } from "../../schemas/rageval/prompts.ts";
import { type ConfigRow, type ConfigValue, configs, schemas, type VariantRow, variants } from "../../schemas/rageval/records.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { contradictions } from "./contradictions.ts";
import { fillByRule } from "./rule-fill.ts";
import { fillPattern, pathsIn } from "./subject.ts";

export interface ConfigOptions {
  /** How many values each document is to lose. */
  readonly withheld: number;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
}

const openLeaves = (schema: ScenarioSchema, set: readonly ConfigValue[]) => {
  const filled = new Set(set.map(({ path }) => path.replace(/\/\d+$/, "")));
  return schema.leaves.filter(leaf => leaf.fill === "model" && !filled.has(leaf.path));
};

const shown = ({ path, label, type, many, description, options, optionsBy, unit }: Leaf, subScenario: string | null) => ({
  path,
  label,
  type,
  many,
  description,
  options: (subScenario !== null && optionsBy?.[subScenario]) || (options ?? []),
  unit: unit ?? null,
});

/** The model's values beside the rules', as config values; what it says of a path that code set is left out. */
export function joinValues(schema: ScenarioSchema, set: readonly ConfigValue[], reply: ReplyOf<typeof configPrompt>): ConfigValue[] {
  const leaves = new Map(schema.leaves.map(leaf => [leaf.path, leaf]));
  const taken = new Set(set.map(({ path }) => path));
  const added = reply.values.flatMap(({ path, value }): ConfigValue[] => {
    const leaf = leaves.get(path) ?? leaves.get(path.replace(/\/\d+$/, ""));
    if (!leaf || taken.has(path) || value.trim() === "") return [];
    return [{ path, label: leaf.label, type: leaf.type, value: value.trim(), filledBy: "model", withheld: false }];
  });
  const order = new Map(schema.leaves.map((leaf, index) => [leaf.path, index]));
  const place = ({ path }: ConfigValue) => order.get(path) ?? order.get(path.replace(/\/\d+$/, "")) ?? order.size;
  return [...set, ...added].sort((a, b) => place(a) - place(b));
}

/** A value may be kept back if no other value, no pattern and not the subject gives it away. */
export function withhold(schema: ScenarioSchema, values: readonly ConfigValue[], count: number, seed: number): ConfigValue[] {
  const tied = new Set([...pathsIn(schema.subject), schema.subScenario ?? ""]);
  for (const { pattern, sumOf, statements } of schema.leaves) {
    for (const path of [...pathsIn(pattern ?? ""), ...(sumOf ?? [])]) tied.add(path);
    for (const path of (statements ?? []).flatMap(pathsIn)) if (path !== "value" && path !== "subject") tied.add(path);
  }
  const sameValue = (value: ConfigValue) => values.some(other => other !== value && (other.value.includes(value.value) || value.value.includes(other.value)));
  const eligible = values.filter(value => !tied.has(value.path) && !/\/\d+$/.test(value.path) && value.value.length <= 60 && !sameValue(value));
  const kept = new Set(shuffle(drawFrom(seed), eligible).slice(0, count).map(({ path }) => path));
  return values.map(value => (kept.has(value.path) ? { ...value, withheld: true } : value));
}

export const configsStage = ({ withheld, names }: ConfigOptions) =>
  defineStage({
    name: "rageval/configs",
    version: 1,
    prompts: [configPrompt],
    settings: { withheld, names },
    over: variants,
    lookup: { schemas },
    writes: configs,
    async each(variant, { ask, tables, seedFor }) {
      const { language, domain, subScenario } = variant;
      const { schema } = tables.schemas.get(variant.schemaId);
      const set = fillByRule(schema, { subScenario, names: names[language], draw: drawFrom(seedFor("config", variant.id)) });
      const open = openLeaves(schema, set).map(leaf => shown(leaf, subScenario));
      const problems = (reply: ReplyOf<typeof configPrompt>) => contradictions(schema, joinValues(schema, set, reply)).slice(0, 12).join("\n") || undefined;
      const variables = { scenario: schema.scenario, domain, subScenario, set: set.map(({ path, label, type, value }) => ({ path, label, type, value })), open };
      const reply = open.length > 0 ? await ask(configPrompt, language, variables, { check: problems }) : { values: [] };
      return finishConfig(variant, schema, withhold(schema, joinValues(schema, set, reply), withheld, seedFor("withhold", variant.id)));
    },
  });

function finishConfig(variant: VariantRow, schema: ScenarioSchema, values: ConfigValue[]) {
  const subject = fillPattern(schema.subject, path => values.find(value => value.path === path)?.value);
  if (subject === undefined) return rejected<ConfigRow>("no-subject", `The config lacks a value of ${schema.subject}.`);
  const { id, schemaId, language, domain, subScenario } = variant;
  return made<ConfigRow>([{ id: rowId("c", id, values), schemaId, variantId: id, language, domain, subject, subScenario, values }]);
}
