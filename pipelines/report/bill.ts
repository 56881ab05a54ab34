// Section: planned and actual cost of the run — calls, tokens and money by stage, and what is uncertain about the bill.

import type { CallStatus } from "../../schemas/output/status.ts";
import type { Plan, PlannedStage } from "../../schemas/plan.ts";
import { totalOf } from "../../schemas/prices.ts";
import { costsNothing, inDollars, isRulesModel } from "../engine/spending.ts";
import { type BillWords, billWords } from "./bill-words.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Child, type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, table } from "./tables.ts";

/** Calls, tokens (input and output together), and USD; null for an unknown cost. */
interface Amount {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number | null;
}

interface BillLine {
  readonly stage: string;
  readonly model: Child;
  readonly planned: Amount | null;
  readonly actual: Amount;
}

const sumOf = (amounts: readonly Amount[]): Amount => {
  const knownCosts = amounts.flatMap(({ cost }) => cost ?? []);
  return {
    calls: amounts.reduce((sum, { calls }) => sum + calls, 0),
    tokens: amounts.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: knownCosts.length < amounts.length ? null : totalOf(knownCosts),
  };
};

const plannedAmount = ({ calls, inputTokens, outputTokens, cost }: PlannedStage): Amount => ({
  calls,
  tokens: inputTokens.expected + outputTokens.expected,
  cost: cost?.expected ?? null,
});

const actualAmount = (calls: readonly CallStatus[]): Amount =>
  sumOf(
    calls.map(call => ({
      calls: call.calls,
      tokens: call.inputTokens + call.outputTokens,
      cost: call.cost,
    })),
  );

const isSameModel = (planned: string, model: string) =>
  planned === "rules" ? isRulesModel(model) : planned === model || planned.endsWith(`:${model}`);

function modelsOf(
  calls: readonly CallStatus[],
  plannedStage: PlannedStage | undefined,
  words: BillWords,
): Child {
  const modelNames = calls
    .map(({ model, batch, calls: callCount }) =>
      batch ? words.batch(model, formatCount(callCount)) : model,
    )
    .join(words.separator);
  const isOtherModel =
    plannedStage &&
    calls.length > 0 &&
    !calls.some(({ model }) => isSameModel(plannedStage.model, model));
  return isOtherModel
    ? html`${modelNames} <span class="soft small">${words.plannedModel(plannedStage.model)}</span>`
    : modelNames || (plannedStage?.model ?? "");
}

/** Lines in the order of the run. A stage that was planned for rules and answered by them costs nothing and is left out. */
function linesOf({ status, plan }: RunData, words: BillWords): BillLine[] {
  const stages = [
    ...new Set([
      ...status.stages.map(({ name }) => name),
      ...status.calls.map(({ stage }) => stage),
      ...(plan?.stages ?? []).map(({ stage }) => stage),
    ]),
  ];
  return stages.flatMap(stage => {
    const calls = status.calls.filter(call => call.stage === stage);
    const plannedStage = plan?.stages.find(stageOfPlan => stageOfPlan.stage === stage);
    if (
      [...calls, ...(plannedStage ? [plannedStage] : [])].every(({ model }) => costsNothing(model))
    )
      return [];
    return {
      stage,
      model: modelsOf(calls, plannedStage, words),
      planned: plannedStage ? plannedAmount(plannedStage) : null,
      actual: actualAmount(calls),
    };
  });
}

/** Difference in cost, or in tokens if a cost is unknown. */
function relativeDifference(planned: Amount, actual: Amount): string {
  const hasCosts = planned.cost !== null && actual.cost !== null;
  const [plannedValue, actualValue] = hasCosts
    ? [planned.cost, actual.cost]
    : [planned.tokens, actual.tokens];
  if (plannedValue === 0) return actualValue === 0 ? "0%" : "–";
  const share = (100 * (actualValue - plannedValue)) / plannedValue;
  return `${share > 0 ? "+" : ""}${share.toFixed(1)}%`;
}

const costCell = (cost: number | null, { noPrice }: BillWords): Child =>
  numberCell(cost === null ? noPrice : inDollars(cost));

interface BillTableOptions {
  /** Whether the calls are compared with the plan. */
  readonly withPlan: boolean;
  readonly words: BillWords;
}

function amountCells(
  { planned, actual }: Pick<BillLine, "planned" | "actual">,
  { withPlan, words }: BillTableOptions,
): Child[] {
  if (!withPlan) return [actual.calls, actual.tokens, costCell(actual.cost, words)];
  const dash = numberCell("–");
  if (!planned)
    return [dash, actual.calls, dash, actual.tokens, dash, costCell(actual.cost, words), dash];
  return [
    planned.calls,
    actual.calls,
    planned.tokens,
    actual.tokens,
    costCell(planned.cost, words),
    costCell(actual.cost, words),
    numberCell(relativeDifference(planned, actual)),
  ];
}

function billTable(lines: readonly BillLine[], options: BillTableOptions): Html {
  const { withPlan, words } = options;
  const totals = {
    planned: sumOf(lines.flatMap(({ planned }) => planned ?? [])),
    actual: sumOf(lines.map(({ actual }) => actual)),
  };
  const names = withPlan ? words.columnsWithPlan : words.columns;
  return table(
    [words.stage, words.model, ...names.map(name => numberCell(name))],
    lines.map(line => [line.stage, line.model, ...amountCells(line, options)]),
    [words.all, "", ...amountCells(totals, options)],
  );
}

function rangeLine({ total }: Plan, cost: number | null, words: BillWords): Html {
  const actual = cost === null ? null : inDollars(cost);
  const range = total.cost
    ? words.planned(
        inDollars(total.cost.expected),
        [inDollars(total.cost.low), inDollars(total.cost.high)],
        actual,
      )
    : "";
  const excess =
    total.cost !== null && cost !== null && cost > total.cost.high ? words.aboveEstimate : "";
  return html`<p>${range}${excess}${words.aboutDifference}</p>`;
}

/** Notes on what the sums leave out, and on the ceiling. */
function billNotes({ status: { calls, spending, finished } }: RunData, words: BillWords): Html[] {
  const { cost, unpriced, maxCost, unanswered } = spending;
  const cachedTotal = calls.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0);
  const lines: Html[] = [];
  if (cachedTotal > 0) lines.push(html`<p>${words.cached(formatCount(cachedTotal))}</p>`);
  if (!finished) lines.push(html`<p class="short">${words.unfinished}</p>`);
  if (maxCost !== null && cost !== null)
    lines.push(html`<p>${words.ceiling(inDollars(maxCost), inDollars(cost))}</p>`);
  if (cost === null) lines.push(html`<p class="soft">${words.noPrices}</p>`);
  if (unpriced.length > 0)
    lines.push(html`<p class="short">${words.unpriced(unpriced.join(words.separator))}</p>`);
  if (unanswered) {
    lines.push(
      html`<p class="short">${words.unanswered(formatCount(unanswered.attempts), inDollars(unanswered.most))}</p>`,
    );
  }
  return lines;
}

/** Empty if rules answered everything, as planned. */
export function billSection(data: RunData, language: PageLanguage): Html {
  const words = billWords[language];
  const { plan } = data;
  const lines = linesOf(data, words);
  if (lines.length === 0 && !data.status.spending.unanswered) return html``;
  return section(
    "bill",
    html`<p class="soft">${plan ? words.planAndCalls : words.callsOnly}${words.lead}</p>
${lines.length > 0 ? billTable(lines, { withPlan: plan !== null, words }) : ""}
${plan ? rangeLine(plan, data.status.spending.cost, words) : ""}${billNotes(data, words)}`,
  );
}
