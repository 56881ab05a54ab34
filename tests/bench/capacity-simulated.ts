// Tables of runs in virtual time: what places, limits, a coordinator and dying workers make of the same calls.

import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { chance } from "../support/replay/draws.ts";
import { latencyOf } from "../support/replay/latencies.ts";
import {
  runVirtually,
  type VirtualEnd,
  type VirtualRun,
  type VirtualStart,
} from "../support/virtual-run.ts";
import type { MeasuredRun, QueueFigures } from "./capacity-figures.ts";
import { listSchedule } from "./list-scheduling.ts";

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const stages = 4;
const places = 128;
const median = 200;
const minute = 60_000;

const drawn = (median: number) => (stage: number, row: number, attempt: number) =>
  latencyOf(
    { latency: { kind: "lognormal", median, sigma: 0.6 }, seed: 5 },
    `${stage} ${row}`,
    attempt,
  );
const latency = drawn(median);
const limitsOf = (
  concurrency: number,
  changes: { requestsPerMinute?: number; tokensPerMinute?: number } = {},
) => ({
  concurrency,
  requestsPerMinute: null,
  tokensPerMinute: null,
  ...changes,
});

/** As the demo's calls on average, and as uneven as prompts are. */
const usage = (stage: number, row: number) => ({
  inputTokens: Math.round(900 + 1700 * chance(5, "input", stage, row)),
  outputTokens: Math.round(20 + 160 * chance(5, "output", stage, row)),
});

const simulate = ({
  concurrency = places,
  ...changes
}: Partial<VirtualRun> & { readonly concurrency?: number }) =>
  runVirtually({
    rows: 5000,
    stages,
    limits: limitsOf(concurrency),
    rowsInFlight: rowsFor(concurrency),
    latency,
    ...changes,
  });

const best = (rows: number, most = places) =>
  listSchedule(rows, stages, most, (stage, row) => latency(stage, row, 0)).all;
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
const perSecond = ({ starts, all }: VirtualEnd) => ((starts.length / all) * 1000).toFixed(0);

/** Two sizes: what is true of both is taken to be true of larger ones. */
async function sizes(): Promise<Table> {
  const rows = [];
  for (const count of [5000, 20_000]) {
    const end = await simulate({ rows: count });
    rows.push([
      String(count),
      String(end.starts.length),
      seconds(end.all),
      (end.all / best(count)).toFixed(3),
      perSecond(end),
    ]);
  }
  return {
    title: `Size (${places} places)`,
    head: ["rows", "calls", "seconds", "of list scheduling", "calls a second"],
    rows,
  };
}

async function widths(): Promise<Table> {
  const rows = [];
  for (const concurrency of [32, 128, 512, 2048]) {
    const end = await simulate({ concurrency, rows: Math.max(2000, concurrency * 10) });
    const ratio = end.all / best(Math.max(2000, concurrency * 10), concurrency);
    rows.push([String(concurrency), seconds(end.all), ratio.toFixed(3), perSecond(end)]);
  }
  return {
    title: "Places",
    head: ["places", "seconds", "of list scheduling", "calls a second"],
    rows,
  };
}

/** Calls within the busiest minute, over the limit; and the share of the limit used in whole minutes. */
function usedOf(
  starts: readonly VirtualStart[],
  all: number,
  { limit, of }: { limit: number; of: (start: VirtualStart) => number },
): string[] {
  let [first, sum, most] = [0, 0, 0];
  for (const start of starts) {
    sum += of(start);
    for (
      let oldest = starts[first];
      oldest && oldest.at <= start.at - minute;
      oldest = starts[++first]
    )
      sum -= of(oldest);
    most = Math.max(most, sum);
  }
  const whole = Math.floor(all / minute);
  const used = starts
    .filter(({ at }) => at < whole * minute)
    .reduce((total, start) => total + of(start), 0);
  return [
    `${((used / whole / limit) * 100).toFixed(1)} %`,
    most <= limit ? "never above" : `${Math.round(most - limit)} above, once at most`,
  ];
}

async function limits(): Promise<Table> {
  const rows = [];
  for (const tokensPerMinute of [60_000, 1_000_000]) {
    const end = await simulate({
      rows: tokensPerMinute === 60_000 ? 100 : 1500,
      limits: limitsOf(places, { tokensPerMinute }),
      usage,
    });
    rows.push([
      `${tokensPerMinute} tokens`,
      seconds(end.all),
      ...usedOf(end.starts, end.all, { limit: tokensPerMinute, of: ({ tokens }) => tokens }),
    ]);
  }
  const end = await simulate({ rows: 1000, limits: limitsOf(places, { requestsPerMinute: 1000 }) });
  rows.push([
    "1000 requests",
    seconds(end.all),
    ...usedOf(end.starts, end.all, { limit: 1000, of: () => 1 }),
  ]);
  return {
    title: "Limits a minute",
    head: ["limit", "seconds", "used in whole minutes", "busiest minute"],
    rows,
  };
}

async function rowsInFlight(): Promise<Table> {
  const rows = [];
  for (const dispatch of [0, 20, 100, 250]) {
    const ratios = [];
    for (const most of [places, rowsFor(places), 2 * places]) {
      const { all } = await simulate({ rows: 3000, rowsInFlight: most, fleet: { dispatch } });
      ratios.push((all / best(3000)).toFixed(3));
    }
    rows.push([`${dispatch} ms`, ...ratios]);
  }
  return {
    title:
      "Rows in flight, by the time a row takes to reach a worker and come back (share of list scheduling)",
    head: ["outside a place", "1 × places", "1.5 × + 4", "2 ×"],
    rows,
  };
}

async function coordinators(times: readonly number[]): Promise<Table> {
  const rows = [];
  for (const time of times) {
    const cells = [];
    for (const concurrency of [128, 512, 2048])
      cells.push(
        perSecond(
          await simulate({
            concurrency,
            rows: concurrency * 5,
            fleet: { coordinatorTime: time, roundTrip: 4, dispatch: 20 },
          }),
        ),
      );
    rows.push([`${time} ms`, String(Math.round(1000 / time)), ...cells]);
  }
  return {
    title: "A coordinator's own time a call (calls a second)",
    head: ["a call", "at most", "128 places", "512 places", "2048 places"],
    rows,
  };
}

async function roundTrips(): Promise<Table> {
  const rows = [];
  for (const roundTrip of [0, 2, 5, 10, 20]) {
    const { all } = await simulate({ rows: 3000, fleet: { roundTrip } });
    rows.push([
      `${roundTrip} ms`,
      (all / best(3000)).toFixed(3),
      ((median * 10 + roundTrip) / (median * 10)).toFixed(3),
    ]);
  }
  return {
    title: "The way to a worker and back, within a place (share of list scheduling)",
    head: ["way", `${median} ms a call`, `${median * 10} ms a call (reckoned)`],
    rows,
  };
}

async function deaths(): Promise<Table> {
  const rows = [];
  for (const [lifetime, noticed] of [
    [Number.POSITIVE_INFINITY, 0],
    [60_000, 2000],
    [60_000, 10_000],
    [20_000, 2000],
  ] as const) {
    const { all, starts, runAgain, made } = await simulate({
      rows: 8000,
      fleet: { workers: 3, lifetime, noticed, dispatch: 20, roundTrip: 4 },
    });
    const life = lifetime === Number.POSITIVE_INFINITY ? "for ever" : `${lifetime / 1000} s`;
    rows.push([
      life,
      `${noticed / 1000} s`,
      (all / best(8000)).toFixed(3),
      String(runAgain),
      `${((runAgain / starts.length) * 100).toFixed(2)} %`,
      String(made),
    ]);
  }
  return {
    title: "3 workers that die",
    head: [
      "live on average",
      "noticed after",
      "of list scheduling",
      "calls made again",
      "of all",
      "rows made",
    ],
    rows,
  };
}

/** The model, given what was measured of the parts, beside what was measured of the whole. */
async function besideMeasured(runs: readonly MeasuredRun[]): Promise<Table> {
  const stages = 7;
  const rows = [];
  for (const { rows: count, places, median, way, line, measured } of runs) {
    const latency = drawn(median);
    const { all } = await simulate({
      concurrency: places,
      rows: count,
      stages,
      latency,
      fleet: { roundTrip: way, coordinatorTime: line, dispatch: 20 },
    });
    const share =
      all / listSchedule(count, stages, places, (stage, row) => latency(stage, row, 0)).all;
    rows.push([
      String(count * stages),
      String(places),
      `${median} ms`,
      `${way} ms`,
      `${line} ms`,
      measured.toFixed(3),
      share.toFixed(3),
    ]);
  }
  const head = [
    "calls",
    "places",
    "median",
    "way",
    "one after another, a call",
    "measured",
    "simulated",
  ];
  return { title: "The model beside measured runs (share of list scheduling)", head, rows };
}

/** In a few minutes. */
export async function simulations({ call, runs }: QueueFigures): Promise<Table[]> {
  const times = [call.coordinator / 1000, 1, 2];
  return [
    await sizes(),
    await widths(),
    await limits(),
    await rowsInFlight(),
    await roundTrips(),
    await coordinators(times),
    await deaths(),
    await besideMeasured(runs),
  ];
}
