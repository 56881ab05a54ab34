// Fills a schema for one variant: code sets the leaves with rules, the model the rest; contradictions are sent back to the model.

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
import type { DocumentLength } from "../../schemas/rageval/document-settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made, rejected } from "../engine/stage.ts";
import { drawFrom } from "../text/random.ts";
import { drawLeaves, withoutLeaves } from "./config-leaves.ts";
import { configRequest } from "./config-request.ts";
import { findContradictions } from "./contradictions.ts";
import { seedTexts, targetTokens, valueWords } from "./document-length.ts";
import { isOptional, valuesAt } from "./config-state.ts";
import { fillByRule, openLeaves } from "./rule-fill.ts";
import { withhold } from "./withheld-values.ts";

export interface ConfigOptions {
  /** Number of values withheld from each document. */
  readonly withheld: number;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  /** Length of the documents written from the config. */
  readonly length: DocumentLength;
  /** Only if schemas are derived from seeds. */
  readonly seeds?: typeof seeds | undefined;
}

/**
 * Adds the model's values to those that are set, as config values; values for paths already set are left out.
 * The elements of a list are numbered here, in the order of the reply.
 */
export function joinValues(
  schema: ScenarioSchema,
  setValues: readonly ConfigValue[],
  reply: ReplyOf<typeof configPrompt>,
): ConfigValue[] {
  const setPaths = new Set(setValues.map(({ path }) => withoutElementIn(schema, path)));
  const replyValues = new Map<string, string[]>();
  for (const { path, value } of reply.values) {
    const leaf = leafAt(schema, path);
    if (!leaf || setPaths.has(leaf.path) || value.trim() === "") continue;
    const earlierValues = replyValues.get(leaf.path) ?? [];
    if (earlierValues.length === 0 || (leaf.many && !earlierValues.includes(value.trim())))
      replyValues.set(leaf.path, [...earlierValues, value.trim()]);
  }
  const modelValues = schema.leaves.flatMap(({ path, label, type, many }) =>
    (replyValues.get(path) ?? []).map(
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
  const positionOf = ({ path }: ConfigValue) =>
    order.get(withoutElementIn(schema, path)) ?? order.size;
  return [...setValues, ...modelValues].sort((a, b) => positionOf(a) - positionOf(b));
}

const withoutElementIn = (schema: ScenarioSchema, path: string): string =>
  leafAt(schema, path)?.path ?? path;

interface ConfigContext {
  readonly ask: Ask;
  readonly variant: VariantRow;
  readonly schema: ScenarioSchema;
  readonly names: Names;
  readonly seed: number;
  /** Target length of all values together; null if no particular length is required. */
  readonly words: number | null;
}

/** Maximum number of rounds: leaves may depend on the model's values, and other leaves on those in turn. */
const maxRounds = 3;

/** Alternates between the model and the rules: the model fills open leaves, then the rules fill those that waited for them, until none is open. */
async function fillConfig({
  ask,
  variant,
  schema,
  names,
  seed,
  words,
}: ConfigContext): Promise<ConfigValue[]> {
  const { language, subScenario } = variant;
  const addRuleValues = (leaves: ScenarioSchema, values: readonly ConfigValue[], round: number) => [
    ...values,
    ...fillByRule(leaves, {
      subScenario,
      names,
      draw: drawFrom(seed + round),
      existingValues: values,
    }),
  ];
  const variablesFor = configRequest(schema, { subScenario, names, seed });
  let configSchema = drawLeaves(schema, { subScenario, draw: drawFrom(seed) });
  let values = firstConsistent(configSchema, attempt => addRuleValues(configSchema, [], -attempt));
  for (let round = 1; round <= maxRounds; round++) {
    const unfilled = openLeaves(configSchema, values);
    if (unfilled.length === 0) break;
    const [setValues, currentSchema] = [values, configSchema];
    const completeConfig = (reply: ReplyOf<typeof configPrompt>) => {
      const allValues = joinValues(currentSchema, setValues, reply);
      const omitted = unfilled.filter(
        leaf => isOptional(leaf) && valuesAt(allValues, leaf).length === 0,
      );
      const leaves = withoutLeaves(currentSchema, omitted);
      return { leaves, values: addRuleValues(leaves, allValues, round) };
    };
    const check = (reply: ReplyOf<typeof configPrompt>) => {
      const config = completeConfig(reply);
      return problemsOf(config.leaves, config.values, setValues);
    };
    const variables = { ...variablesFor(unfilled, setValues), subScenario, words };
    ({ leaves: configSchema, values } = completeConfig(
      await ask(configPrompt, language, variables, { check }),
    ));
  }
  return joinValues(configSchema, values, { values: [] });
}

const maxDraws = 20;

/** Draws again while the values contradict one another: no model can fix what code drew. */
function firstConsistent(
  schema: ScenarioSchema,
  draw: (attempt: number) => ConfigValue[],
): ConfigValue[] {
  const attempts = Array.from({ length: maxDraws }, (_, attempt) => attempt);
  const consistentAttempt = attempts.find(
    attempt => problemsOf(schema, draw(attempt), []) === undefined,
  );
  return draw(consistentAttempt ?? 0);
}

const maxProblems = 12;

/** The contradictions so far, described for the model; leaves still to be filled do not count as missing. */
function problemsOf(
  schema: ScenarioSchema,
  values: readonly ConfigValue[],
  setValues: readonly ConfigValue[],
): string | undefined {
  const openPaths = openLeaves(schema, values).map(({ path }) => `${path} `);
  const problems = findContradictions(schema, values, setValues).filter(
    problem => !openPaths.some(path => problem.startsWith(path)),
  );
  return problems.length > 0 ? problems.slice(0, maxProblems).join("\n") : undefined;
}

export const configsStage = ({ withheld, names, length, seeds: seedTable }: ConfigOptions) =>
  defineStage({
    name: "rageval/configs",
    module: import.meta.filename,
    prompts: [configPrompt],
    settings: { withheld, names, length },
    over: variants,
    lookup: { schemas, ...(seedTable && { seeds: seedTable }) },
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
    return rejected<ConfigRow>(
      "no-subject",
      `The config lacks a value that ${schema.subject} needs.`,
    );
  const { id, schemaId, language, domain, subScenario } = variant;
  const row = { id: rowId("c", id, values), schemaId, variantId: id, language, domain };
  return made<ConfigRow>([{ ...row, subject, subScenario, values }]);
}
