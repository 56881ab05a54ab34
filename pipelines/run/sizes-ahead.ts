// What benchmarks of several sizes would cost and take, and how small a difference each of them shows.

import type { Estimate } from "../../schemas/plan.ts";
import { costsNothing } from "../engine/spending.ts";
import { smallestShown } from "../evaluate/statistics/items-needed.ts";
import { isFree, stageModel } from "./models.ts";
import type { RunOptions } from "./options.ts";
import { plan, type PlannedRun } from "./plan.ts";
import { readSettings } from "./settings.ts";

type Options = Omit<RunOptions, "signal" | "reporter">;

/** A benchmark of so many items. */
export interface SizeAhead {
  readonly items: number;
  readonly calls: number;
  /** Tokens in and out. */
  readonly tokens: number;
  /** USD; null where a price is not known. */
  readonly cost: Estimate | null;
  /** By the limits that are set, and `secondsOfCall` each. */
  readonly minutes: number;
  /** Between two systems, as a share of the scale; see `smallestShown`. */
  readonly difference: number;
}

export interface RunAhead {
  /** Of the number of items that is asked for. */
  readonly planned: PlannedRun;
  /** Whether anything it asks costs money. */
  readonly isPaid: boolean;
  readonly hasCeiling: boolean;
  readonly documents: number;
  /** Good items that the documents can bear. */
  readonly bears: number;
  readonly sizes: readonly SizeAhead[];
}

const usualSizes = [100, 300, 1000] as const;
/** What a call of some thousand tokens takes at a hosted model. */
const secondsOfCall = 6;
const documentsOf = ({ scope }: PlannedRun): number =>
  scope.groups.reduce((sum, group) => sum + group.documents, 0);

function sizeOf(planned: PlannedRun): SizeAhead {
  const {
    plan: { total, items },
    settings: { limits },
  } = planned;
  const tokens = total.inputTokens.expected + total.outputTokens.expected;
  const minutes = Math.max(
    (total.calls * secondsOfCall) / 60 / limits.concurrency,
    limits.requestsPerMinute === null ? 0 : total.calls / limits.requestsPerMinute,
    limits.tokensPerMinute === null ? 0 : tokens / limits.tokensPerMinute,
  );
  return {
    items: items.expected,
    calls: total.calls,
    tokens,
    cost: total.cost,
    minutes,
    difference: smallestShown(items.expected, documentsOf(planned)),
  };
}

/** Whether a run may ask a model that costs something, and whether its ceiling is set; for what is known only once it is fetched. */
export function feesOf(options: Options): Pick<RunAhead, "isPaid" | "hasCeiling"> {
  const { settings } = readSettings(options);
  const stages = ["items/keypoints", ...Object.keys(settings.models)];
  return {
    isPaid: stages.some(stage => !isFree(stageModel(settings, stage))),
    hasCeiling: settings.maxCost !== null,
  };
}

/** Reads what enters the run; nothing is asked or fetched. Sizes that the documents do not bear are left out, but for the largest that they do. */
export async function sizesAhead(options: Options): Promise<RunAhead> {
  const sizes = new Map<number, SizeAhead>();
  for (const items of usualSizes) {
    const size = sizeOf(await plan({ ...options, items }));
    sizes.set(size.items, size);
  }
  // Last, since the plan that stays written is that of the run.
  const planned = await plan(options);
  const { scope } = planned;
  return {
    planned,
    isPaid: planned.plan.stages.some(({ model, calls }) => calls > 0 && !costsNothing(model)),
    hasCeiling: planned.settings.maxCost !== null,
    documents: documentsOf(planned),
    bears: scope.most,
    sizes: [...sizes.values()],
  };
}
