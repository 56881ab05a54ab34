// Refusals by chance and by a limit, with a whole stack against a local server: wall time against a healthy run, refusals, throughput.
// node --import tsx tests/bench/limiter-noise.ts [calls] [seed] [--queue]: over a coordinator and three workers with --queue

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import { openStack, variablesOf } from "./asking.ts";
import { artifacts, stageCount } from "./asking-stages.ts";
import { type BenchFleet, startBenchFleet } from "./bench-fleet.ts";
import {
  type Moods,
  type MoodyOptions,
  type MoodyServer,
  retryAfter,
  startMoodyServer,
} from "./moody-server.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queue: { type: "boolean", default: false } },
});
const [calls, seed] = [Number(positionals[0] ?? 3000), Number(positionals[1] ?? 1)];
const places = 64;
/** Seconds for one try. */
const timeLimit = 5;
/** Seconds that a request takes in the mean. */
const meanLatency = 0.5;

interface Played extends Pick<MoodyServer, "seen"> {
  readonly seconds: number;
  /** Rows without a reply. */
  readonly lost: number;
}

/** In this process. Returns the calls without a reply. */
async function playHere(name: string, { baseUrl }: MoodyServer, rows: number): Promise<number> {
  const stack = await openStack(baseUrl, places, {
    connect: 10,
    firstByte: timeLimit,
    idle: timeLimit,
    whole: timeLimit,
  });
  let [next, lost] = [0, 0];
  const row = async () => {
    while (next < rows)
      await stack.ask(keypointsPrompt, "en", variablesOf(`${name} ${next++}`)).catch(() => {
        lost++;
      });
  };
  await Promise.all(Array.from({ length: stack.rowsInFlight }, row));
  await stack.close();
  return lost;
}

const openFleet = ({ baseUrl }: MoodyServer) =>
  startBenchFleet({
    folder: mkdtempSync(join(tmpdir(), "ragwright-bench-")),
    endpoint: baseUrl,
    places,
    workers: 3,
    limiter: createLimiter({ concurrency: places, requestsPerMinute: null, tokensPerMinute: null }),
    longest: timeLimit,
  });

/** By workers, each row a call in each of several stages. */
async function playThere(fleet: BenchFleet, rows: number): Promise<number> {
  const each = Math.round(rows / stageCount);
  await fleet.run(each);
  return each - [...readRows(fleet.runDirectory, artifacts[stageCount]!)].length;
}

/** So many calls; `meanwhile` is begun with them. */
async function play(
  name: string,
  options: Omit<MoodyOptions, "seed">,
  rows = calls,
  meanwhile: (server: MoodyServer) => void = () => undefined,
): Promise<Played> {
  const server = await startMoodyServer({ ...options, seed });
  const fleet = values.queue ? await openFleet(server) : undefined;
  const from = performance.now();
  meanwhile(server);
  const lost = fleet ? await playThere(fleet, rows) : await playHere(name, server, rows);
  const seconds = (performance.now() - from) / 1000;
  await fleet?.close();
  await server.close();
  return { seen: server.seen, seconds, lost };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const verdict = (passes: boolean) => (passes ? "pass" : "FAIL");

const { seconds: healthy } = await play("healthy", {});
say(`healthy: ${healthy.toFixed(1)} s, 1.0`);

async function againstHealthy(
  name: string,
  moods: Moods,
  boundOf: (played: Played) => number,
): Promise<void> {
  const played = await play(name, { moods });
  const { seconds, lost, seen } = played;
  const bound = boundOf(played);
  const told = `${seconds.toFixed(1)} s, ${(seconds / healthy).toFixed(2)} x healthy, bound ${bound.toFixed(1)} s, ${seen.tries} tries, ${seen.stray} stray 429, ${seen.hung} hung, ${lost} rows lost`;
  say(`${name}: ${told}: ${verdict(seconds <= bound && lost === 0)}`);
}

const stray = (share: number) =>
  againstHealthy(
    `${share * 100} % stray 429`,
    { stray: share },
    ({ seen }) => 1.3 * healthy + (seen.stray * retryAfter) / places + retryAfter,
  );

const mixed = () =>
  againstHealthy(
    "10 % each of 429, 500, cut, hanging",
    { stray: 0.1, failed: 0.1, cut: 0.1, hung: 0.1 },
    ({ seen }) => 1.3 * (healthy * 1.67 + (seen.hung * timeLimit) / places),
  );

/** `best`: seconds that the limit allows. */
async function againstLimit(name: string, played: Promise<Played>, best: number): Promise<void> {
  const { seconds, lost, seen } = await played;
  const refused = seen.refused / seen.tries;
  const told = `${(best / seconds).toFixed(2)} of the limit's throughput, ${(refused * 100).toFixed(2)} % refused, ${lost} rows lost`;
  say(`${name}: ${told}: ${verdict(best / seconds >= 0.9 && refused < 0.02 && lost === 0)}`);
}

/** A limit of places for about 80 seconds. */
const room = (count: number) => {
  const rows = Math.round((80 * count) / meanLatency);
  return againstLimit(
    `${count} places`,
    play(`room ${count}`, { room: count }, rows),
    (rows * meanLatency) / count,
  );
};

const bucket = (rate: number) =>
  againstLimit(
    `token bucket of ${rate} a second`,
    play(`bucket ${rate}`, { rate }, calls),
    calls / rate - 1,
  );

/** A minute of 20 places, a minute of 50. */
const changing = () => {
  const rows = (60 * 70) / meanLatency;
  const change = (server: MoodyServer) =>
    void setTimeout(() => Object.assign(server, { room: 50 }), 60_000);
  return againstLimit("20 places, then 50", play("changing", { room: 20 }, rows, change), 120);
};

await Promise.all([stray(0.01), stray(0.05)]);
await Promise.all([stray(0.1), stray(0.2)]);
await Promise.all([mixed(), room(8), room(20), changing()]);
await Promise.all([room(50), bucket(20), bucket(100)]);
