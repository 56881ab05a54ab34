// Forecasts a run's calls and tokens from its material, the requested items, the current prompts, and ratios measured in earlier runs.

import type { PromptContract } from "../../schemas/define.ts";
import type { ItemType } from "../../schemas/items/item-types.ts";
import type { PlanRatios, PromptRatio } from "../../schemas/plan-ratios.ts";
import { schemaPrompt } from "../../schemas/rageval/prompts.ts";
import { PipelineError } from "../engine/errors.ts";
import type { Stage } from "../engine/stage.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import type { Templates } from "../llm/templates.ts";
import { countTokens } from "../text/segment.ts";
import type { QuestionForecast, RequestCounts } from "./question-forecast.ts";
import type { DocumentGroup } from "./workload.ts";

/** Expected calls of one stage; tokens as o200k counts them. */
export interface CallForecast {
  readonly calls: number;
  readonly inputTokens: number;
  /** Without thinking. */
  readonly outputTokens: number;
  /** Output tokens if every reply were as long as its contract allows. */
  readonly maxOutputTokens: number;
}

/** Quantities that ratios are multiplied by. */
export interface Scope {
  readonly groups: readonly DocumentGroup[];
  /** Expected number of items by type. */
  readonly items: ReadonlyMap<ItemType, number>;
  /** Documents drawn per item, if there are enough. */
  readonly documentsPerItem: number;
  /** Forecast for questions that a model chooses. */
  readonly questionForecast: QuestionForecast;
  /** Number of articles that a search finds. */
  readonly foundArticles: number;
  /** In evaluations: the number of systems that answer each item, and the tokens of passages read per answer. */
  readonly systems: number;
  readonly passageTokens: number;
}

/** Tokens that a chat format adds around each message, and once before the reply. */
const messageOverhead = 2 * 4 + 3;

/** Tokens of a prompt's fixed text and its reply schema in a language. */
function promptLength(
  prompt: PromptContract,
  language: DocumentGroup["language"],
  templates: Templates,
): number {
  return (
    countTokens(templates.fixedText(prompt.name, language)) +
    countTokens(JSON.stringify(replySchemaOf(prompt.reply))) +
    messageOverhead
  );
}

const total = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, number) => sum + number, 0);

const documentsIn = ({ groups }: Scope): number => total(groups.map(({ documents }) => documents));

/** Number of units that a ratio is multiplied by, and the total number of parts in them. */
export function unitsIn(
  scope: Scope,
  { per, types, except }: Pick<PromptRatio, "per" | "types" | "except">,
): RequestCounts {
  const countedTypes = [...scope.items].filter(
    ([type]) => types?.includes(type) !== false && except?.includes(type) !== true,
  );
  const itemCount = total(countedTypes.map(([, count]) => count));
  const onePartPerRow = (rows: number): RequestCounts => ({ rows, parts: rows });
  switch (per) {
    case "group":
      return onePartPerRow(scope.groups.length);
    case "document":
      return onePartPerRow(documentsIn(scope));
    case "drawn":
      return onePartPerRow(Math.min(documentsIn(scope), itemCount * scope.documentsPerItem));
    case "item":
      return onePartPerRow(itemCount);
    case "answer":
      return onePartPerRow(itemCount * scope.systems);
    case "material":
    case "neighbourhood":
    case "sheet":
    case "sorting":
      return scope.questionForecast[per];
    default:
      return per satisfies never;
  }
}

interface ForecastParts {
  readonly scope: Scope;
  readonly ratios: PlanRatios;
  readonly templates: Templates;
}

function forecastPrompt(
  prompt: PromptContract,
  ratio: PromptRatio,
  { scope, templates }: ForecastParts,
): CallForecast {
  const { rows, parts } = unitsIn(scope, ratio);
  const calls = Math.round(rows * ratio.calls);
  const partsPerRow = parts / Math.max(1, rows);
  const documents = Math.max(1, documentsIn(scope));
  const meanDocumentTokens = total(scope.groups.map(({ tokens }) => tokens)) / documents;
  const promptTokens = total(
    scope.groups.map(
      group => (group.documents / documents) * promptLength(prompt, group.language, templates),
    ),
  );
  return {
    calls,
    inputTokens:
      calls *
      (promptTokens +
        ratio.text +
        partsPerRow * ratio.textEach +
        ratio.materials * scope.questionForecast.materialTokens +
        (ratio.documents + ratio.found * scope.foundArticles) * meanDocumentTokens +
        ratio.read * scope.passageTokens),
    outputTokens:
      calls *
      (ratio.reply + partsPerRow * ratio.replyEach + ratio.replyDocuments * meanDocumentTokens),
    maxOutputTokens: calls * prompt.maxReplyTokens,
  };
}

/** A prompt that measured runs never used needs no ratio; a stage without any measurement cannot be forecast. */
function forecastStage(
  stage: Stage,
  stageRatios: PlanRatios["stages"][string] | undefined,
  forecastParts: ForecastParts,
): CallForecast {
  if (!stageRatios)
    throw new PipelineError(
      "bad-settings",
      `It is not known how often ${stage.name} calls a model, so the cost of the run cannot be estimated.`,
      {
        hint: "Add the stage to schemas/plan-ratios.yaml in your project, or run with --max-cost.",
      },
    );
  const parts = stage.prompts.flatMap(prompt => {
    const ratio = stageRatios[prompt.name];
    return ratio ? [forecastPrompt(prompt, ratio, forecastParts)] : [];
  });
  const sum = (field: keyof CallForecast) => total(parts.map(part => part[field]));
  return {
    calls: sum("calls"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    maxOutputTokens: sum("maxOutputTokens"),
  };
}

/** Forecast for each stage that calls a model, in order; stages that would make no call are left out. */
export function forecastCalls(
  stages: readonly Stage[],
  forecastParts: ForecastParts,
): Map<string, CallForecast> {
  const callingStages = stages.filter(({ prompts }) => prompts.length > 0);
  const { stages: usualRatios, drafted: draftRatios } = forecastParts.ratios;
  const hasDrafts = callingStages.some(({ prompts }) => prompts.includes(schemaPrompt));
  const stageRatios = { ...usualRatios, ...(hasDrafts ? draftRatios : {}) };
  return new Map(
    callingStages
      .map(
        stage =>
          [stage.name, forecastStage(stage, stageRatios[stage.name], forecastParts)] as const,
      )
      .filter(([, { calls }]) => calls > 0),
  );
}
