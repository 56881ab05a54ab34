// Section: planned and actual cost of the run — calls, tokens and money by stage, and what is uncertain about the bill.

import type { CallStatus } from "../../schemas/output/status.ts";
import type { Plan, PlannedStage } from "../../schemas/plan.ts";
import { totalOf } from "../../schemas/prices.ts";
import { costsNothing, inDollars, isRules } from "../engine/spending.ts";
import { type BillWords, billWords } from "./bill-words.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Child, type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, table } from "./tables.ts";

/** Calls, tokens (input and output together), and USD; null for an unknown cost. */
interface Amount {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number | null;
}

interface Line {
  readonly stage: string;
  readonly model: Child;
  readonly planned: Amount | null;
  readonly made: Amount;
}

const sumOf = (amounts: readonly Amount[]): Amount => {
  const known = amounts.flatMap(({ cost }) => cost ?? []);
  return {
    calls: amounts.reduce((sum, { calls }) => sum + calls, 0),
    tokens: amounts.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: known.length < amounts.length ? null : totalOf(known),
  };
};

const plannedAmount = ({ calls, inputTokens, outputTokens, cost }: PlannedStage): Amount => ({
  calls,
  tokens: inputTokens.expected + outputTokens.expected,
  cost: cost?.expected ?? null,
});

const madeAmount = (calls: readonly CallStatus[]): Amount =>
  sumOf(
    calls.map(call => ({
      calls: call.calls,
      tokens: call.inputTokens + call.outputTokens,
      cost: call.cost,
    })),
  );

const isModel = (planned: string, model: string) =>
  planned === "rules" ? isRules(model) : planned === model || planned.endsWith(`:${model}`);

function modelsOf(
  calls: readonly CallStatus[],
  planned: PlannedStage | undefined,
  words: BillWords,
): Child {
  const asked = calls
    .map(({ model, batch, calls: number }) => (batch ? words.batch(model, count(number)) : model))
    .join(words.comma);
  const other =
    planned && calls.length > 0 && !calls.some(({ model }) => isModel(planned.model, model));
  return other
    ? html`${asked} <span class="soft small">${words.otherModel(planned.model)}</span>`
    : asked || (planned?.model ?? "");
}

/** Stages in the order of the run; a stage that rules were to answer, and did, costs nothing and is left out. */
function linesOf({ status, plan }: RunData, words: BillWords): Line[] {
  const stages = [
    ...new Set([
      ...status.stages.map(({ name }) => name),
      ...status.calls.map(({ stage }) => stage),
      ...(plan?.stages ?? []).map(({ stage }) => stage),
    ]),
  ];
  return stages.flatMap(stage => {
    const calls = status.calls.filter(call => call.stage === stage);
    const planned = plan?.stages.find(each => each.stage === stage);
    const billed =
      calls.some(({ model }) => !costsNothing(model)) ||
      (planned !== undefined && !costsNothing(planned.model));
    return billed
      ? [
          {
            stage,
            model: modelsOf(calls, planned, words),
            planned: planned ? plannedAmount(planned) : null,
            made: madeAmount(calls),
          },
        ]
      : [];
  });
}

/** Difference in cost, or in tokens if a cost is unknown. */
function difference(planned: Amount, made: Amount): string {
  const known = planned.cost !== null && made.cost !== null;
  const [from, to] = known ? [planned.cost, made.cost] : [planned.tokens, made.tokens];
  if (from === 0) return to === 0 ? "0%" : "–";
  const share = (100 * (to - from)) / from;
  return `${share > 0 ? "+" : ""}${share.toFixed(1)}%`;
}

const money = (cost: number | null, { noPrice }: BillWords): Child =>
  numeric(cost === null ? noPrice : inDollars(cost));

/** `withPlan`: compared with the plan. */
interface BillTableOptions {
  readonly withPlan: boolean;
  readonly words: BillWords;
}

function cells(
  { planned, made }: Pick<Line, "planned" | "made">,
  { withPlan, words }: BillTableOptions,
): Child[] {
  if (!withPlan) return [made.calls, made.tokens, money(made.cost, words)];
  if (!planned)
    return ["–", made.calls, "–", made.tokens, "–", money(made.cost, words), "–"].map(cell =>
      cell === "–" ? numeric(cell) : cell,
    );
  return [
    planned.calls,
    made.calls,
    planned.tokens,
    made.tokens,
    money(planned.cost, words),
    money(made.cost, words),
    numeric(difference(planned, made)),
  ];
}

function billTable(lines: readonly Line[], shown: BillTableOptions): Html {
  const { withPlan, words } = shown;
  const all = {
    planned: sumOf(lines.flatMap(({ planned }) => planned ?? [])),
    made: sumOf(lines.map(({ made }) => made)),
  };
  const names = withPlan ? words.columnsWithPlan : words.columns;
  return table(
    [words.stage, words.model, ...names.map(name => numeric(name))],
    lines.map(line => [line.stage, line.model, ...cells(line, shown)]),
    [words.all, "", ...cells(all, shown)],
  );
}

function rangeLine({ total }: Plan, cost: number | null, words: BillWords): Html {
  const made = cost === null ? null : inDollars(cost);
  const range = total.cost
    ? words.planned(
        inDollars(total.cost.expected),
        [inDollars(total.cost.low), inDollars(total.cost.high)],
        made,
      )
    : "";
  const over = total.cost !== null && cost !== null && cost > total.cost.high ? words.over : "";
  return html`<p>${range}${over}${words.aboutDifference}</p>`;
}

/** Remarks on what the sums leave out, and on the ceiling. */
function remarks({ status: { calls, spending, finished } }: RunData, words: BillWords): Html[] {
  const { cost, unpriced, maxCost, unanswered } = spending;
  const cached = calls.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0);
  const lines: Html[] = [];
  if (cached > 0) lines.push(html`<p>${words.cached(count(cached))}</p>`);
  if (!finished) lines.push(html`<p class="short">${words.unended}</p>`);
  if (maxCost !== null && cost !== null)
    lines.push(html`<p>${words.ceiling(inDollars(maxCost), inDollars(cost))}</p>`);
  if (cost === null) lines.push(html`<p class="soft">${words.noPrices}</p>`);
  if (unpriced.length > 0)
    lines.push(html`<p class="short">${words.unpriced(unpriced.join(words.comma))}</p>`);
  if (unanswered) {
    lines.push(
      html`<p class="short">${words.unanswered(count(unanswered.attempts), inDollars(unanswered.most))}</p>`,
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
    html`<p class="soft">${plan ? words.planAndCalls : words.callsAlone}${words.lead}</p>
${lines.length > 0 ? billTable(lines, { withPlan: plan !== null, words }) : ""}
${plan ? rangeLine(plan, data.status.spending.cost, words) : ""}${remarks(data, words)}`,
  );
}
