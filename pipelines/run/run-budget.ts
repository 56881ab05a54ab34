// Cost of a run's models, and the budget that the run may spend on them, including its earlier starts.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { costOf, priceOf, type Prices, totalOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readLines } from "../engine/lines.ts";
import { costsNothing } from "../engine/spending.ts";
import { Budget } from "../llm/budget/budget.ts";
import { checkedFiles } from "../llm/commit-file.ts";
import { Journal, readCalls } from "../llm/journal.ts";
import { isFree, type StageModel } from "./models.ts";
import { readPrices, unknownPrice } from "./prices.ts";

/** Prices of paid models, as far as known. Throws PipelineError("bad-settings") for an unknown one if there is a ceiling. */
export function pricesOf(models: Iterable<StageModel>, maxCost: number | null): Prices {
  const all = readPrices();
  const names = [...new Set([...models].filter(model => !isFree(model)).map(({ name }) => name))];
  const known = names.flatMap(name => {
    const price = priceOf(all, name);
    return price ? [[name, price] as const] : [];
  });
  const unknown = names.filter(name => !known.some(([found]) => found === name));
  if (maxCost !== null && unknown.length > 0) throw unknownPrice(...unknown);
  return Object.fromEntries(known);
}

/** USD of all journaled calls, also of models no longer asked. Calls without a price count as 0 if there is no ceiling. */
function spentIn(journal: Journal, maxCost: number | null): number {
  const prices = readPrices();
  const paid = journal.spending().filter(({ model }) => !costsNothing(model));
  const unknown = paid
    .filter(({ model, cost }) => cost === null && !priceOf(prices, model))
    .map(({ model }) => model);
  if (maxCost !== null && unknown.length > 0) throw unknownPrice(...new Set(unknown));
  return totalOf(
    paid.flatMap(({ model, batch, cost, ...usage }) => {
      if (cost !== null) return [cost];
      const price = priceOf(prices, model);
      return price ? [costOf(price, usage, batch)] : [];
    }),
  );
}

interface BudgetOptions {
  readonly directory: string;
  readonly settings: Settings;
  /** Throws if the run directory's lock is lost. */
  readonly check: () => void;
}

const journalOf = (directory: string) => join(directory, "calls.jsonl");
const attemptsOf = (directory: string) => join(directory, "attempts.jsonl");

const gone = (path: string, hint: string) =>
  new PipelineError(
    "corrupt-file",
    `${path} is missing, so the cost of this run so far is unknown, and for the ceiling it would seem to have cost nothing.`,
    { hint: `Restore it from a copy and run the same command again. ${hint}` },
  );

const isPaid = (path: string): boolean => {
  for (const { call } of readCalls(path)) if (!costsNothing(call.model)) return true;
  return false;
};

/** Throws PipelineError("corrupt-file") if files that the ceiling is checked with were removed from the run's directory. */
function refuseLost(directory: string): void {
  const [calls, attempts] = [journalOf(directory), attemptsOf(directory)];
  if (!existsSync(calls) && (existsSync(attempts) || hasAsked(directory)))
    throw gone(calls, "Or start in a new directory (--out), or without --max-cost.");
  if (existsSync(calls) && !existsSync(attempts) && isPaid(calls))
    throw gone(
      attempts,
      "If there never was one (no price was known then), create an empty one; calls that were sent but lost are then not counted.",
    );
}

/** Whether a finished row names a call. */
function hasAsked(directory: string): boolean {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return files
    .filter(file => file.endsWith(".done.jsonl"))
    .some(file => {
      for (const { text } of readLines(join(directory, file)))
        if (text.includes('"calls":["')) return true;
      return false;
    });
}

/** Opens the run's journal, which records each call's cost at today's prices. Throws PipelineError("corrupt-file") if it was removed and there is a ceiling. */
export function openJournal({ directory, settings, check }: BudgetOptions): Promise<Journal> {
  if (settings.maxCost !== null && existsSync(directory)) refuseLost(directory);
  const prices = readPrices();
  return Journal.open(
    journalOf(directory),
    checkedFiles(check),
    ({ model, usage, batch = false }) => {
      const price = costsNothing(model) ? undefined : priceOf(prices, model);
      return price && costOf(price, usage, batch);
    },
  );
}

/** Throws PipelineError("bad-settings") if an earlier model has no price and there is a ceiling. */
export function openBudget(
  { directory, settings, check }: BudgetOptions,
  journal: Journal,
): Promise<Budget> {
  const spent = spentIn(journal, settings.maxCost);
  return Budget.open({
    path: attemptsOf(directory),
    ceiling: settings.maxCost,
    spent,
    answered: key => journal.has(key),
    openHandle: checkedFiles(check),
  });
}
