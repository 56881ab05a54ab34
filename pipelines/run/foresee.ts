// Forecast of a run's calls and tokens, from its material, the items wanted, the current prompts, and ratios measured in earlier runs.

import type { PromptContract } from "../../schemas/define.ts";
import type { ItemType } from "../../schemas/items/item-types.ts";
import type { PlanRatios, PromptRatio } from "../../schemas/plan-ratios.ts";
import { schemaPrompt } from "../../schemas/rageval/prompts.ts";
import { PipelineError } from "../engine/errors.ts";
import type { Stage } from "../engine/stage.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import type { Templates } from "../llm/templates.ts";
import { countTokens } from "../text/segment.ts";
import type { Ahead, Lot } from "./question-forecast.ts";
import type { Group } from "./workload.ts";

/** Expected calls of one stage; tokens as o200k counts them. */
export interface Foreseen {
  readonly calls: number;
  readonly inputTokens: number;
  /** Without thinking. */
  readonly outputTokens: number;
  /** Output tokens if every reply were as long as its contract allows. */
  readonly maxOutputTokens: number;
}

/** Quantities that ratios are multiplied by. */
export interface Scope {
  readonly groups: readonly Group[];
  /** Expected number of items by type. */
  readonly items: ReadonlyMap<ItemType, number>;
  /** Documents drawn per item, as far as there are enough. */
  readonly drawn: number;
  /** Forecast for questions that a model chooses. */
  readonly ahead: Ahead;
  /** Number of articles that a search finds. */
  readonly found: number;
  /** In evaluations: the number of systems that answer each item, and the tokens of passages read per answer. */
  readonly systems: number;
  readonly read: number;
}

/** Tokens that a chat format adds around each message, and once before the reply. */
const aroundMessages = 2 * 4 + 3;

/** Tokens of a prompt's fixed text and its reply schema in a language. */
function promptLength(
  prompt: PromptContract,
  language: Group["language"],
  templates: Templates,
): number {
  return (
    countTokens(templates.ownWords(prompt.name, language)) +
    countTokens(JSON.stringify(replySchemaOf(prompt.reply))) +
    aroundMessages
  );
}

const total = (numbers: Iterable<number>): number =>
  [...numbers].reduce((sum, number) => sum + number, 0);

const documentsIn = ({ groups }: Scope): number => total(groups.map(({ documents }) => documents));

/** Number of units that a ratio is multiplied by, and the total number of parts in them. */
export function unitsIn(
  scope: Scope,
  { per, types, except }: Pick<PromptRatio, "per" | "types" | "except">,
): Lot {
  const counted = [...scope.items].filter(
    ([type]) => types?.includes(type) !== false && except?.includes(type) !== true,
  );
  const wanted = total(counted.map(([, count]) => count));
  const whole = (rows: number): Lot => ({ rows, parts: rows });
  switch (per) {
    case "group":
      return whole(scope.groups.length);
    case "document":
      return whole(documentsIn(scope));
    case "drawn":
      return whole(Math.min(documentsIn(scope), wanted * scope.drawn));
    case "item":
      return whole(wanted);
    case "answer":
      return whole(wanted * scope.systems);
    case "material":
    case "neighbourhood":
    case "sheet":
    case "sorting":
      return scope.ahead[per];
    default:
      return per satisfies never;
  }
}

interface Foreseeing {
  readonly scope: Scope;
  readonly ratios: PlanRatios;
  readonly templates: Templates;
}

function foreseePrompt(
  prompt: PromptContract,
  ratio: PromptRatio,
  { scope, templates }: Foreseeing,
): Foreseen {
  const { rows, parts } = unitsIn(scope, ratio);
  const calls = Math.round(rows * ratio.calls);
  const each = parts / Math.max(1, rows);
  const documents = Math.max(1, documentsIn(scope));
  const meanDocument = total(scope.groups.map(({ tokens }) => tokens)) / documents;
  const own = total(
    scope.groups.map(
      group => (group.documents / documents) * promptLength(prompt, group.language, templates),
    ),
  );
  return {
    calls,
    inputTokens:
      calls *
      (own +
        ratio.text +
        each * ratio.textEach +
        ratio.materials * scope.ahead.shown +
        (ratio.documents + ratio.found * scope.found) * meanDocument +
        ratio.read * scope.read),
    outputTokens:
      calls * (ratio.reply + each * ratio.replyEach + ratio.replyDocuments * meanDocument),
    maxOutputTokens: calls * prompt.maxReplyTokens,
  };
}

/** A prompt that measured runs never asked needs no ratio; a stage without any measurement cannot be foreseen. */
function foreseeStage(
  stage: Stage,
  measured: PlanRatios["stages"][string] | undefined,
  foreseeing: Foreseeing,
): Foreseen {
  if (!measured)
    throw new PipelineError(
      "bad-settings",
      `It is not known how often ${stage.name} calls a model, so the cost of the run cannot be estimated.`,
      {
        hint: `Add the stage to schemas/plan-ratios.yaml in your project, or run with --max-cost.`,
      },
    );
  const parts = stage.prompts.flatMap(prompt => {
    const ratio = measured[prompt.name];
    return ratio ? [foreseePrompt(prompt, ratio, foreseeing)] : [];
  });
  const sum = (field: keyof Foreseen) => total(parts.map(part => part[field]));
  return {
    calls: sum("calls"),
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    maxOutputTokens: sum("maxOutputTokens"),
  };
}

/** Forecast for each stage that asks, in order; stages that would ask nothing are left out. */
export function foresee(stages: readonly Stage[], foreseeing: Foreseeing): Map<string, Foreseen> {
  const asking = stages.filter(({ prompts }) => prompts.length > 0);
  const { stages: usual, drafted } = foreseeing.ratios;
  const drafts = asking.some(({ prompts }) => prompts.includes(schemaPrompt));
  const measured = { ...usual, ...(drafts ? drafted : {}) };
  return new Map(
    asking
      .map(stage => [stage.name, foreseeStage(stage, measured[stage.name], foreseeing)] as const)
      .filter(([, { calls }]) => calls > 0),
  );
}
