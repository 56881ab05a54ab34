// What a run's models cost, and what the run may spend on them, its earlier starts counted in.

import { join } from "node:path";
import { costOf, priceOf, type Prices, totalOf } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { costsNothing } from "../engine/spending.ts";
import { Budget } from "../llm/budget/budget.ts";
import { checkedFiles } from "../llm/commit-file.ts";
import type { Journal } from "../llm/journal.ts";
import { isFree, type StageModel } from "./models.ts";
import { readPrices, unknownPrice } from "./prices.ts";

/** Of the models that are paid, as far as known. PipelineError("bad-settings") for an unknown one while there is a ceiling. */
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

/** USD for all that is journaled, also by models that are asked no more. Without a price it counts as nothing where there is no ceiling. */
function spentIn(journal: Journal, maxCost: number | null): number {
  const prices = readPrices();
  const paid = journal.spending().filter(({ model }) => !costsNothing(model));
  const unknown = paid.filter(({ model }) => !priceOf(prices, model)).map(({ model }) => model);
  if (maxCost !== null && unknown.length > 0) throw unknownPrice(...new Set(unknown));
  return totalOf(
    paid.flatMap(({ model, batch, ...usage }) => {
      const price = priceOf(prices, model);
      return price ? [costOf(price, usage, batch)] : [];
    }),
  );
}

interface BudgetOptions {
  readonly directory: string;
  readonly settings: Settings;
  /** Throws where the run directory's lock is lost. */
  readonly check: () => void;
}

/** PipelineError("bad-settings") where an earlier model has no price while there is a ceiling. */
export function openBudget(
  { directory, settings, check }: BudgetOptions,
  journal: Journal,
): Promise<Budget> {
  const spent = spentIn(journal, settings.maxCost);
  const path = join(directory, "attempts.jsonl");
  return Budget.open({
    path,
    ceiling: settings.maxCost,
    spent,
    answered: key => journal.has(key),
    openHandle: checkedFiles(check),
  });
}
