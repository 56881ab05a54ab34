// Text that `plan` prints: a table by stage, where its numbers come from, what each host gets, and what a ceiling allows.

import type { Estimate, Plan, PlannedStage } from "../../schemas/plan.ts";
import { costsNothing, inDollars } from "../engine/spending.ts";
import type { Planned } from "../run/foresee-stages.ts";
import { priceLine } from "../run/prices.ts";
import { table } from "./print.ts";

const count = (value: number) => value.toLocaleString("en-US");
const range = ({ low, high }: Estimate) => `${inDollars(low)}–${inDollars(high)}`;

const costCells = (cost: Estimate | null): string[] =>
  cost ? [inDollars(cost.expected), range(cost)] : ["price?", ""];

const done = ({ journaled, left }: { journaled: number; left: number }) => [
  count(journaled),
  count(left),
];

function stageRow(stage: PlannedStage, resumed: boolean): string[] {
  const { model, batch, calls, inputTokens, outputTokens, cost } = stage;
  const journal = resumed ? done(stage) : [];
  if (costsNothing(model))
    return [stage.stage, model, count(calls), "–", "–", ...journal, "nothing", ""];
  return [
    stage.stage,
    batch ? `${model} batch` : model,
    count(calls),
    count(inputTokens.expected),
    count(outputTokens.expected),
    ...journal,
    ...costCells(cost),
  ];
}

function grid({ stages, total }: Plan): string {
  const resumed = stages.some(({ journaled }) => journaled > 0);
  const head = [
    "stage",
    "model",
    "calls",
    "tokens in",
    "tokens out",
    ...(resumed ? ["journaled", "left"] : []),
    "USD",
    "low–high",
  ];
  const sum = [
    "all",
    "",
    count(total.calls),
    count(total.inputTokens.expected),
    count(total.outputTokens.expected),
    ...(resumed ? done(total) : []),
    ...costCells(total.cost),
  ];
  return table(head, [...stages.map(stage => stageRow(stage, resumed)), sum]);
}

/** The basis of the numbers, in words. */
function explanation({ stages, basis, items, prices }: Plan): string[] {
  const thinks = stages.some(({ thinkingTokens }) => thinkingTokens > 0);
  return [
    `Estimated for ${count(items.expected)} items from ${basis.measured}.`,
    `Low and high: the estimate divided and multiplied by ${basis.factor}, which covers the bills of those runs.`,
    ...(thinks
      ? ["Half of the allowed thinking is expected; the low end has none of it, the high end all."]
      : []),
    ...(Object.values(prices).some(({ cached }) => cached !== undefined)
      ? ["No token is expected to come from a provider's cache."]
      : []),
  ];
}

const shortageLines = ({ items: { wanted, expected } }: Plan): string[] =>
  expected < wanted
    ? [
        `${count(wanted)} items are wanted; these documents are expected to yield about ${count(expected)}. Give more documents, or ask for fewer items.`,
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
      `${place} (${models.join(", ")}) gets ${count(calls)} requests with ${count(inputTokens)} tokens, from ${stages.join(", ")}.`,
  );

function leftLines({ total, spent }: Plan): string[] {
  if (total.journaled === 0) return [];
  const cost = total.leftCost
    ? `, ${inDollars(total.leftCost.expected)} (${range(total.leftCost)})`
    : "";
  return [
    `${count(total.journaled)} calls are in calls.jsonl and cost ${inDollars(spent)}; ${count(total.left)} are left${cost}.`,
  ];
}

/** Compares the ceiling with the cost that is left, since it applies to the run as a whole. */
function ceilingLines({ maxCost, spent, total, unpriced }: Plan): string[] {
  if (maxCost === null) return [];
  const ceiling = `The ceiling of ${inDollars(maxCost)}`;
  if (unpriced.length > 0 || !total.leftCost)
    return [`${ceiling} needs the price of every model: the run would not start.`];
  const { expected, high } = total.leftCost;
  const free = Math.max(0, maxCost - spent);
  if (high <= free) return [`${ceiling} allows all of it.`];
  if (expected <= free)
    return [
      `${ceiling} allows the expected cost, not the highest: the run would stop before exceeding it and could continue with a higher one.`,
    ];
  const share = Math.floor((100 * free) / expected);
  return [
    `${ceiling} allows about ${share} % of it: the run would stop there, keep what it has, and could continue with a higher one.`,
  ];
}

export function planText({ plan, path, warnings }: Planned): string {
  const paid = plan.stages.some(({ model }) => !costsNothing(model));
  const lines = [
    grid(plan),
    "",
    ...(paid
      ? explanation(plan)
      : ["Every stage is answered by rules: nothing would be sent or paid."]),
    ...shortageLines(plan),
    ...priceLines(plan),
    ...hostLines(plan),
    ...leftLines(plan),
    ...ceilingLines(plan),
    ...warnings,
    `Plan      ${path}`,
  ];
  return lines.join("\n");
}
