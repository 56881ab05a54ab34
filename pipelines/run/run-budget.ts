// Prices of a run's models, and the budget that the run may spend on them, including what its earlier starts spent.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { costOf, priceOf, type Prices, totalOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readLines } from "../engine/lines.ts";
import { costsNothing } from "../engine/spending.ts";
import { Budget } from "../llm/budget/budget.ts";
import { guardedOpen } from "../llm/commit-file.ts";
import { Journal, readCalls } from "../llm/journal.ts";
import { isFree, type StageModel } from "./models.ts";
import { readPrices, unknownPriceError } from "./prices.ts";

/** Prices of paid models, as far as known. Throws PipelineError("bad-settings") for an unknown price if there is a ceiling. */
export function pricesOf(models: Iterable<StageModel>, maxCost: number | null): Prices {
  const allPrices = readPrices();
  const names = [...new Set([...models].filter(model => !isFree(model)).map(({ name }) => name))];
  const knownPrices = names.flatMap(name => {
    const price = priceOf(allPrices, name);
    return price ? [[name, price] as const] : [];
  });
  const unknownNames = names.filter(name => !knownPrices.some(([priced]) => priced === name));
  if (maxCost !== null && unknownNames.length > 0) throw unknownPriceError(...unknownNames);
  return Object.fromEntries(knownPrices);
}

/** USD of all journaled calls, including those of models no longer in use. Calls without a price count as 0 if there is no ceiling. */
function spentIn(journal: Journal, maxCost: number | null): number {
  const prices = readPrices();
  const paidCalls = journal.spending().filter(({ model }) => !costsNothing(model));
  const unknownNames = paidCalls
    .filter(({ model, cost }) => cost === null && !priceOf(prices, model))
    .map(({ model }) => model);
  if (maxCost !== null && unknownNames.length > 0)
    throw unknownPriceError(...new Set(unknownNames));
  return totalOf(
    paidCalls.flatMap(({ model, batch, cost, ...usage }) => {
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
  readonly checkLock: () => void;
}

const journalPath = (directory: string) => join(directory, "calls.jsonl");
const attemptsPath = (directory: string) => join(directory, "attempts.jsonl");

const missingFileError = (path: string, hint: string) =>
  new PipelineError(
    "corrupt-file",
    `${path} is missing, so the cost of this run so far is unknown, and the ceiling would be checked as if it had cost nothing.`,
    { hint: `Restore it from a copy and run the same command again. ${hint}` },
  );

const hasPaidCalls = (path: string): boolean => {
  for (const { call } of readCalls(path)) if (!costsNothing(call.model)) return true;
  return false;
};

/** Throws PipelineError("corrupt-file") if files that the ceiling is checked with were removed from the run's directory. */
function refuseMissingFiles(directory: string): void {
  const [calls, attempts] = [journalPath(directory), attemptsPath(directory)];
  if (!existsSync(calls) && (existsSync(attempts) || hasCalled(directory)))
    throw missingFileError(calls, "Or start in a new directory (--out), or without --max-cost.");
  if (existsSync(calls) && !existsSync(attempts) && hasPaidCalls(calls))
    throw missingFileError(
      attempts,
      "If it never existed (no price was known then), create an empty one; calls that were sent but lost are then not counted.",
    );
}

/** Whether a finished row names a call. */
function hasCalled(directory: string): boolean {
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
export function openJournal({ directory, settings, checkLock }: BudgetOptions): Promise<Journal> {
  if (settings.maxCost !== null && existsSync(directory)) refuseMissingFiles(directory);
  const prices = readPrices();
  return Journal.open(
    journalPath(directory),
    guardedOpen(checkLock),
    ({ model, usage, batch = false }) => {
      const price = costsNothing(model) ? undefined : priceOf(prices, model);
      return price && costOf(price, usage, batch);
    },
  );
}

/** Throws PipelineError("bad-settings") if an earlier model has no price and there is a ceiling. */
export function openBudget(
  { directory, settings, checkLock }: BudgetOptions,
  journal: Journal,
): Promise<Budget> {
  const spent = spentIn(journal, settings.maxCost);
  return Budget.open({
    path: attemptsPath(directory),
    ceiling: settings.maxCost,
    spent,
    hasReply: key => journal.has(key),
    openHandle: guardedOpen(checkLock),
  });
}
