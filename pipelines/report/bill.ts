// Section: what was planned and what the run cost — calls, tokens and money by stage, and what is uncertain of the bill.

import type { CallStatus } from "../../schemas/output/status.ts";
import type { Plan, PlannedStage } from "../../schemas/plan.ts";
import { totalOf } from "../../schemas/prices.ts";
import { costsNothing, inDollars, isRules } from "../engine/spending.ts";
import { type Child, type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, table } from "./tables.ts";

/** Calls, tokens in and out together, and USD; a cost that is not known is null. */
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

function modelsOf(calls: readonly CallStatus[], planned: PlannedStage | undefined): Child {
  const asked = calls
    .map(({ model, batch, calls: number }) => `${model}${batch ? ` batch (${count(number)})` : ""}`)
    .join(", ");
  const other =
    planned && calls.length > 0 && !calls.some(({ model }) => isModel(planned.model, model));
  return other
    ? html`${asked} <span class="soft small">planned: ${planned.model}</span>`
    : asked || (planned?.model ?? "");
}

/** Stages in the order of the run; those that rules were to answer and did answer are nobody's bill. */
function linesOf({ status, plan }: RunData): Line[] {
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
            model: modelsOf(calls, planned),
            planned: planned ? plannedAmount(planned) : null,
            made: madeAmount(calls),
          },
        ]
      : [];
  });
}

/** Of the cost, or where that is not known of the tokens. */
function difference(planned: Amount, made: Amount): string {
  const known = planned.cost !== null && made.cost !== null;
  const [from, to] = known ? [planned.cost, made.cost] : [planned.tokens, made.tokens];
  if (from === 0) return to === 0 ? "0%" : "–";
  const share = (100 * (to - from)) / from;
  return `${share > 0 ? "+" : ""}${share.toFixed(1)}%`;
}

const money = (cost: number | null): Child => numeric(cost === null ? "price?" : inDollars(cost));

function cells({ planned, made }: Pick<Line, "planned" | "made">, withPlan: boolean): Child[] {
  if (!withPlan) return [made.calls, made.tokens, money(made.cost)];
  if (!planned)
    return ["–", made.calls, "–", made.tokens, "–", money(made.cost), "–"].map(cell =>
      cell === "–" ? numeric(cell) : cell,
    );
  return [
    planned.calls,
    made.calls,
    planned.tokens,
    made.tokens,
    money(planned.cost),
    money(made.cost),
    numeric(difference(planned, made)),
  ];
}

function billTable(lines: readonly Line[], withPlan: boolean): Html {
  const all = {
    planned: sumOf(lines.flatMap(({ planned }) => planned ?? [])),
    made: sumOf(lines.map(({ made }) => made)),
  };
  const names = withPlan
    ? ["calls planned", "calls", "tokens planned", "tokens", "USD planned", "USD", "difference"]
    : ["calls", "tokens", "USD"];
  return table(
    ["Stage", "model", ...names.map(name => numeric(name))],
    lines.map(line => [line.stage, line.model, ...cells(line, withPlan)]),
    ["All", "", ...cells(all, withPlan)],
  );
}

function rangeLine({ total }: Plan, cost: number | null): Html {
  const made = cost === null ? "" : `; the calls cost ${inDollars(cost)}`;
  const range = total.cost
    ? html`Planned were ${inDollars(total.cost.expected)}, from ${inDollars(total.cost.low)} to ${inDollars(total.cost.high)}${made}. `
    : "";
  const over =
    total.cost !== null && cost !== null && cost > total.cost.high
      ? html`<span class="short">That is more than the highest planned.</span> `
      : "";
  return html`<p>${range}${over}The difference is of the cost; of the tokens where a price is not known.</p>`;
}

/** What the sums leave out, and the ceiling. */
function remarks({ status: { calls, spending, finished } }: RunData): Html[] {
  const { cost, unpriced, maxCost, unanswered } = spending;
  const cached = calls.reduce((sum, { cachedTokens }) => sum + cachedTokens, 0);
  const lines: Html[] = [];
  if (cached > 0)
    lines.push(html`<p>Of the tokens in, ${count(cached)} were read from a provider's cache.</p>`);
  if (!finished)
    lines.push(html`<p class="short">The run has not ended: this is the bill so far.</p>`);
  if (maxCost !== null && cost !== null)
    lines.push(html`<p>Ceiling: ${inDollars(maxCost)}, of which ${inDollars(cost)} are spent.</p>`);
  if (cost === null)
    lines.push(html`<p class="soft">The run noted no prices, so that no cost is shown for it.</p>`);
  if (unpriced.length > 0)
    lines.push(
      html`<p class="short">The price of ${unpriced.join(", ")} was not known: add it to <code>schemas/prices.yaml</code>.</p>`,
    );
  if (unanswered) {
    lines.push(
      html`<p class="short">${count(unanswered.attempts)} attempts brought no reply and may have been billed: at most ${inDollars(unanswered.most)}, not counted above.</p>`,
    );
  }
  return lines;
}

/** Nothing where rules answered all, and were to. */
export function billSection(data: RunData): Html {
  const { plan } = data;
  const lines = linesOf(data);
  if (lines.length === 0 && !data.status.spending.unanswered) return html``;
  const source = plan
    ? html`What <code>ragwright plan</code> counted, and what the calls in calls.jsonl took.`
    : "What the calls in calls.jsonl took.";
  return section(
    "bill",
    html`<p class="soft">${source} Tokens are those in and out together; cost follows from the prices noted in run.json.</p>
${lines.length > 0 ? billTable(lines, plan !== null) : ""}
${plan ? rangeLine(plan, data.status.spending.cost) : ""}${remarks(data)}`,
  );
}
