// Fills a schema for one variant: code sets what has rules, the model the rest; contradictions are sent back to the model.

import type { ReplyOf } from "../../schemas/define.ts";
import { configPrompt } from "../../schemas/rageval/prompts.ts";
import {
  type ConfigRow,
  type ConfigValue,
  configs,
  schemas,
  type seeds,
  type VariantRow,
  variants,
} from "../../schemas/rageval/records.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import { fillPattern, leafAt } from "../../schemas/rageval/paths.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import type { DocumentLength } from "../../schemas/rageval/writing.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made, rejected } from "../engine/stage.ts";
import { drawFrom } from "../text/random.ts";
import { castLeaves, without } from "./config-leaves.ts";
import { configRequest } from "./config-request.ts";
import { contradictions } from "./contradictions.ts";
import { seedTexts, targetTokens, valueWords } from "./document-length.ts";
import { mayLack, valuesAt } from "./filling.ts";
import { fillByRule, openLeaves } from "./rule-fill.ts";
import { withhold } from "./withheld-values.ts";

export interface ConfigOptions {
  /** Number of values withheld from each document. */
  readonly withheld: number;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  /** Length of the documents written from the config. */
  readonly length: DocumentLength;
  /** Given if schemas are summarised from seeds. */
  readonly seeds?: typeof seeds | undefined;
}

/**
 * The model's values joined to the rules', as config values; those for paths already set are left out.
 * The elements of a list are numbered here, in the order given.
 */
export function joinValues(
  schema: ScenarioSchema,
  set: readonly ConfigValue[],
  reply: ReplyOf<typeof configPrompt>,
): ConfigValue[] {
  const taken = new Set(set.map(({ path }) => withoutElementIn(schema, path)));
  const given = new Map<string, string[]>();
  for (const { path, value } of reply.values) {
    const leaf = leafAt(schema, path);
    if (!leaf || taken.has(leaf.path) || value.trim() === "") continue;
    const before = given.get(leaf.path) ?? [];
    if (before.length === 0 || (leaf.many && !before.includes(value.trim())))
      given.set(leaf.path, [...before, value.trim()]);
  }
  const added = schema.leaves.flatMap(({ path, label, type, many }) =>
    (given.get(path) ?? []).map(
      (value, index): ConfigValue => ({
        path: many ? `${path}/${index + 1}` : path,
        label,
        type,
        value,
        filledBy: "model",
        withheld: false,
      }),
    ),
  );
  const order = new Map(schema.leaves.map((leaf, index) => [leaf.path, index]));
  const place = ({ path }: ConfigValue) => order.get(withoutElementIn(schema, path)) ?? order.size;
  return [...set, ...added].sort((a, b) => place(a) - place(b));
}

const withoutElementIn = (schema: ScenarioSchema, path: string): string =>
  leafAt(schema, path)?.path ?? path;

interface Filling {
  readonly ask: Ask;
  readonly variant: VariantRow;
  readonly schema: ScenarioSchema;
  readonly names: Names;
  readonly seed: number;
  /** Target for all values together; null if no length is required. */
  readonly words: number | null;
}

// Leaves may depend on what the model filled, and others on those in turn.
const maxRounds = 3;

/** Alternates model and rules: the model fills open leaves, then the rules those that waited for them, until none is open. */
async function fillConfig({
  ask,
  variant,
  schema,
  names,
  seed,
  words,
}: Filling): Promise<ConfigValue[]> {
  const { language, subScenario } = variant;
  const byRule = (leaves: ScenarioSchema, values: readonly ConfigValue[], round: number) => [
    ...values,
    ...fillByRule(leaves, { subScenario, names, draw: drawFrom(seed + round), set: values }),
  ];
  const shown = configRequest(schema, { subScenario, names, seed });
  let cast = castLeaves(schema, { subScenario, draw: drawFrom(seed) });
  let values = firstFitting(cast, attempt => byRule(cast, [], -attempt));
  for (let round = 1; round <= maxRounds; round++) {
    const open = openLeaves(cast, values);
    if (open.length === 0) break;
    const [set, before] = [values, cast];
    const complete = (reply: ReplyOf<typeof configPrompt>) => {
      const given = joinValues(before, set, reply);
      const leftOut = open.filter(leaf => mayLack(leaf) && valuesAt(given, leaf).length === 0);
      const leaves = without(before, leftOut);
      return { leaves, values: byRule(leaves, given, round) };
    };
    const check = (reply: ReplyOf<typeof configPrompt>) => {
      const filled = complete(reply);
      return problemsOf(filled.leaves, filled.values, set);
    };
    const variables = { ...shown(open, set), subScenario, words };
    ({ leaves: cast, values } = complete(await ask(configPrompt, language, variables, { check })));
  }
  return joinValues(cast, values, { values: [] });
}

const maxDraws = 20;

/** Draws again while drawn values contradict one another: no model can fix what code drew. */
function firstFitting(
  schema: ScenarioSchema,
  draw: (attempt: number) => ConfigValue[],
): ConfigValue[] {
  const draws = Array.from({ length: maxDraws }, (_, attempt) => attempt);
  const fitting = draws.find(attempt => problemsOf(schema, draw(attempt), []) === undefined);
  return draw(fitting ?? 0);
}

const maxProblems = 12;

/** Contradictions so far, in words for the model; leaves still to be filled do not count as missing. */
function problemsOf(
  schema: ScenarioSchema,
  values: readonly ConfigValue[],
  set: readonly ConfigValue[],
): string | undefined {
  const open = openLeaves(schema, values).map(({ path }) => `${path} `);
  const problems = contradictions(schema, values, set).filter(
    problem => !open.some(path => problem.startsWith(path)),
  );
  return problems.length > 0 ? problems.slice(0, maxProblems).join("\n") : undefined;
}

export const configsStage = ({ withheld, names, length, seeds: known }: ConfigOptions) =>
  defineStage({
    name: "rageval/configs",
    module: import.meta.filename,
    prompts: [configPrompt],
    settings: { withheld, names, length },
    over: variants,
    lookup: { schemas, ...(known && { seeds: known }) },
    writes: configs,
    async each(variant, { ask, tables, seedFor }) {
      const { schema } = tables.schemas.get(variant.schemaId);
      const { language } = variant;
      const values = await fillConfig({
        ask,
        variant,
        schema,
        names: names[language],
        seed: seedFor("config", variant.id),
        words: valueWords(targetTokens(length, seedTexts(tables.seeds, variant), false), language),
      });
      return finishConfig(
        variant,
        schema,
        withhold(schema, values, withheld, seedFor("withhold", variant.id)),
      );
    },
  });

function finishConfig(variant: VariantRow, schema: ScenarioSchema, values: ConfigValue[]) {
  const subject = fillPattern(
    schema.subject,
    path => values.find(value => value.path === path)?.value,
  );
  if (subject === undefined)
    return rejected<ConfigRow>("no-subject", `The config lacks a value of ${schema.subject}.`);
  const { id, schemaId, language, domain, subScenario } = variant;
  const row = { id: rowId("c", id, values), schemaId, variantId: id, language, domain };
  return made<ConfigRow>([{ ...row, subject, subScenario, values }]);
}
