// Formats what `plan` prints: a table by stage, where its numbers come from, what each host gets, and what a ceiling allows.

import type { Estimate, Plan, PlannedStage } from "../../schemas/plan.ts";
import { costsNothing, inDollars } from "../engine/spending.ts";
import type { Planned } from "../run/plan-stages.ts";
import { priceLine } from "../run/prices.ts";
import { table } from "./printer.ts";

const countText = (value: number) => value.toLocaleString("en-US");
const rangeText = ({ low, high }: Estimate) => `${inDollars(low)}–${inDollars(high)}`;

const costCells = (cost: Estimate | null): string[] =>
  cost ? [inDollars(cost.expected), rangeText(cost)] : ["price?", ""];

const progressCells = ({ journaled, left }: { journaled: number; left: number }) => [
  countText(journaled),
  countText(left),
];

function stageRow(stage: PlannedStage, isResumed: boolean): string[] {
  const { model, batch, calls, inputTokens, outputTokens, cost } = stage;
  const journal = isResumed ? progressCells(stage) : [];
  if (costsNothing(model))
    return [stage.stage, model, countText(calls), "–", "–", ...journal, "nothing", ""];
  return [
    stage.stage,
    batch ? `${model} batch` : model,
    countText(calls),
    countText(inputTokens.expected),
    countText(outputTokens.expected),
    ...journal,
    ...costCells(cost),
  ];
}

function planTable({ stages, total }: Plan): string {
  const isResumed = stages.some(({ journaled }) => journaled > 0);
  const headings = [
    "stage",
    "model",
    "calls",
    "tokens in",
    "tokens out",
    ...(isResumed ? ["journaled", "left"] : []),
    "USD",
    "low–high",
  ];
  const totalRow = [
    "all",
    "",
    countText(total.calls),
    countText(total.inputTokens.expected),
    countText(total.outputTokens.expected),
    ...(isResumed ? progressCells(total) : []),
    ...costCells(total.cost),
  ];
  return table(headings, [...stages.map(stage => stageRow(stage, isResumed)), totalRow]);
}

/** What the numbers are based on. */
function basisLines({ stages, basis, items, prices }: Plan): string[] {
  const hasThinking = stages.some(({ thinkingTokens }) => thinkingTokens > 0);
  return [
    `Estimated for ${countText(items.expected)} items from ${basis.measured}.`,
    `Low and high: the estimate divided and multiplied by ${basis.factor}, a range that covers the bills of those runs.`,
    ...(hasThinking
      ? [
          "Half of the allowed thinking is expected; the low end includes none of it, the high end all.",
        ]
      : []),
    ...(Object.values(prices).some(({ cached }) => cached !== undefined)
      ? ["No tokens are expected to come from a provider's cache."]
      : []),
  ];
}

const shortageLines = ({ items: { wanted, expected } }: Plan): string[] =>
  expected < wanted
    ? [
        `${countText(wanted)} items are requested; these documents are expected to yield about ${countText(expected)}. Give more documents, or ask for fewer items.`,
      ]
    : [];

const priceLines = ({ unpriced }: Plan): string[] =>
  unpriced.length === 0
    ? []
    : [
        "price? — add to schemas/prices.yaml in your project, in USD per million tokens (0 for your own server):",
        ...unpriced.map(model => `  ${priceLine(model)}`),
      ];

const hostLines = ({ hosts }: Plan): string[] =>
  hosts.map(
    ({ place, models, stages, calls, inputTokens }) =>
      `${place} (${models.join(", ")}) gets ${countText(calls)} requests with ${countText(inputTokens)} tokens, from ${stages.join(", ")}.`,
  );

function remainingCallLines({ total, spent }: Plan): string[] {
  if (total.journaled === 0) return [];
  const cost = total.leftCost
    ? `, ${inDollars(total.leftCost.expected)} (${rangeText(total.leftCost)})`
    : "";
  return [
    `${countText(total.journaled)} calls are in calls.jsonl and cost ${inDollars(spent)}; ${countText(total.left)} are left${cost}.`,
  ];
}

/** Compares what is left of the ceiling with the remaining cost, since the ceiling applies to the whole run. */
function ceilingLines({ maxCost, spent, total, unpriced }: Plan): string[] {
  if (maxCost === null) return [];
  const ceiling = `The ceiling of ${inDollars(maxCost)}`;
  if (unpriced.length > 0 || !total.leftCost)
    return [`${ceiling} needs the price of every model: the run would not start.`];
  const { expected, high } = total.leftCost;
  const remaining = Math.max(0, maxCost - spent);
  if (high <= remaining) return [`${ceiling} allows all of it.`];
  if (expected <= remaining)
    return [
      `${ceiling} allows the expected cost, not the highest: the run would stop before exceeding it and could continue with a higher one.`,
    ];
  const share = Math.floor((100 * remaining) / expected);
  return [
    `${ceiling} allows about ${share}% of it: the run would stop there, keep what it has, and could continue with a higher one.`,
  ];
}

export function planText({ plan, path, warnings }: Planned): string {
  const isPaid = plan.stages.some(({ model }) => !costsNothing(model));
  const lines = [
    planTable(plan),
    "",
    ...(isPaid
      ? basisLines(plan)
      : ["Every stage is answered by rules: nothing would be sent or paid for."]),
    ...shortageLines(plan),
    ...priceLines(plan),
    ...hostLines(plan),
    ...remainingCallLines(plan),
    ...ceilingLines(plan),
    ...warnings,
    `Plan      ${path}`,
  ];
  return lines.join("\n");
}
