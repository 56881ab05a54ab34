// Wall time and CPU of many calls through `ask`, against list scheduling, a bare client and the plain SDK:
// node --import tsx tests/bench/calls.ts [calls] [repeats]

import { startReplayProcess } from "../support/replay/process.ts";
import { latencyOf, parseLatency } from "../support/replay/latencies.ts";
import {
  type Asker,
  keypointsReply,
  latencyKeyOf,
  openAsker,
  openBare,
  openSdk,
} from "./asking.ts";
import { listSchedule, median } from "./list-scheduling.ts";

const calls = Number(process.argv[2] ?? 8000);
const repeats = Number(process.argv[3] ?? 3);
const places = 128;
const seed = 7;
const latencyText = "lognormal:200,0.6";

interface Measured {
  readonly seconds: number;
  /** Milliseconds of CPU a call, in this process. */
  readonly cpu: number;
}

async function measure({ ask, atOnce, close }: Asker, names: readonly string[]): Promise<Measured> {
  const from = performance.now();
  const cpu = process.cpuUsage();
  let next = 0;
  const work = async () => {
    for (let name = names[next++]; name !== undefined; name = names[next++]) await ask(name);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - from) / 1000;
  await close();
  return { seconds, cpu: (user + system) / 1000 / names.length };
}

const server = await startReplayProcess([
  "--echo",
  keypointsReply,
  "--latency",
  latencyText,
  "--seed",
  String(seed),
]);
const warm = Array.from({ length: 2000 }, (_, index) => `warm ${index}`);
for (const open of [openAsker, openBare, openSdk])
  await measure(await open(server.baseUrl, places, warm), warm);
const ratios: Record<"simulation" | "bare" | "cpu", number[]> = {
  simulation: [],
  bare: [],
  cpu: [],
};
const cpus: { ask: number[]; sdk: number[] } = { ask: [], sdk: [] };
for (let repeat = 0; repeat < repeats; repeat++) {
  const names = Array.from({ length: calls }, (_, index) => `${repeat}-${index}`);
  const latency = parseLatency(latencyText);
  const latencies = names.map(name => latencyOf({ latency, seed }, latencyKeyOf(name)));
  const best = listSchedule(calls, 1, places, (_, row) => latencies[row]!).all / 1000;
  const measured: Measured[] = [];
  for (const open of [openAsker, openBare, openSdk]) {
    await server.reset();
    measured.push(await measure(await open(server.baseUrl, places, names), names));
  }
  const [ask, bare, sdk] = measured as [Measured, Measured, Measured];
  ratios.simulation.push(ask.seconds / best);
  ratios.bare.push(ask.seconds / bare.seconds);
  ratios.cpu.push(ask.cpu / sdk.cpu);
  cpus.ask.push(ask.cpu);
  cpus.sdk.push(sdk.cpu);
}
server.close();
const shown = (values: readonly number[]) =>
  `${median(values).toFixed(3)} (${values.map(value => value.toFixed(3)).join(" ")})`;
process.stdout.write(
  `${calls} calls, ${places} at once: ask / list scheduling ${shown(ratios.simulation)}, ask / bare undici ${shown(ratios.bare)}, CPU a call ask / plain SDK ${shown(ratios.cpu)} (${median(cpus.ask).toFixed(3)} / ${median(cpus.sdk).toFixed(3)} ms)\n`,
);
