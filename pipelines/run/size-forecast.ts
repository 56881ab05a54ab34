// Forecast for benchmarks of several sizes: cost, time, and the smallest difference that each can detect.

import type { Estimate } from "../../schemas/plan.ts";
import { costsNothing } from "../engine/spending.ts";
import { detectableBySize } from "../evaluate/statistics/items-needed.ts";
import { isFree, stageModel } from "./models.ts";
import type { RunOptions } from "./options.ts";
import { plan, type PlannedRun } from "./plan.ts";
import { readSettings } from "./settings.ts";

type Options = Omit<RunOptions, "signal" | "reporter">;

/** Forecast for a benchmark of one size. */
export interface SizeForecast {
  readonly items: number;
  readonly calls: number;
  /** Input and output tokens. */
  readonly tokens: number;
  /** USD; null if a price is unknown. */
  readonly cost: Estimate | null;
  /** Duration under the limits set, at `secondsPerCall`. */
  readonly minutes: number;
  /** Smallest detectable difference between two systems, as a share of the scale; see `smallestDetectable`. */
  readonly difference: number;
}

export interface RunForecast {
  /** Plan for the requested number of items. */
  readonly planned: PlannedRun;
  /** Whether any of its calls costs money. */
  readonly isPaid: boolean;
  readonly hasCeiling: boolean;
  readonly documents: number;
  /** Number of good items that the documents can yield. */
  readonly bears: number;
  readonly sizes: readonly SizeForecast[];
}

const defaultSizes = [100, 300, 1000] as const;
/** Duration of a call of a few thousand tokens to a hosted model. */
const secondsPerCall = 6;
const documentsOf = ({ scope }: PlannedRun): number =>
  scope.groups.reduce((sum, group) => sum + group.documents, 0);

function sizeForecastOf(planned: PlannedRun): SizeForecast {
  const {
    plan: { total, items },
    settings: { limits },
  } = planned;
  const tokens = total.inputTokens.expected + total.outputTokens.expected;
  const minutes = Math.max(
    (total.calls * secondsPerCall) / 60 / limits.concurrency,
    limits.requestsPerMinute === null ? 0 : total.calls / limits.requestsPerMinute,
    limits.tokensPerMinute === null ? 0 : tokens / limits.tokensPerMinute,
  );
  return {
    items: items.expected,
    calls: total.calls,
    tokens,
    cost: total.cost,
    minutes,
    difference: detectableBySize(items.expected, documentsOf(planned)),
  };
}

/** Whether a run may call a paid model, and whether its ceiling is set; for input that is known only once it is fetched. */
export function costLimitsOf(options: Options): Pick<RunForecast, "isPaid" | "hasCeiling"> {
  const { settings } = readSettings(options);
  const stages = ["items/keypoints", ...Object.keys(settings.models)];
  return {
    isPaid: stages.some(stage => !isFree(stageModel(settings, stage))),
    hasCeiling: settings.maxCost !== null,
  };
}

/** Reads the run's input; calls no model and fetches nothing. Sizes that the documents cannot yield are replaced by the largest possible size. */
export async function forecastSizes(options: Options): Promise<RunForecast> {
  const sizes = new Map<number, SizeForecast>();
  for (const items of defaultSizes) {
    const size = sizeForecastOf(await plan({ ...options, items }));
    sizes.set(size.items, size);
  }
  // Planned last, so that the plan left on disk is that of the run.
  const planned = await plan(options);
  const { scope } = planned;
  return {
    planned,
    isPaid: planned.plan.stages.some(({ model, calls }) => calls > 0 && !costsNothing(model)),
    hasCeiling: planned.settings.maxCost !== null,
    documents: documentsOf(planned),
    bears: scope.maxItems,
    sizes: [...sizes.values()],
  };
}
