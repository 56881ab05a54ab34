// A long run of four calls a row amid faults: memory, journals that can be read, and a status that is right at any moment.
// node --import tsx tests/bench/soak.ts [rows] [seed]

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { statusOf } from "../../pipelines/engine/status.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { artifacts } from "./asking-stages.ts";
import { startMoodyServer } from "./moody-server.ts";
import { bytesPerCall, type Look, soakStages } from "./soak-figures.ts";

const rows = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 1);
const places = 64;
/** What a row and its outcome, and a call's key, take of memory by design is some 400 bytes a call here. */
const maxBytesPerCall = 1000;
const statusPause = 20_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), "ragwright-soak-"));
const moods = { stray: 0.02, failed: 0.02, cut: 0.02, hung: 0.002 };
const server = await startMoodyServer({ seed, moods });
const script = join(import.meta.dirname, "soak-child.ts");
const words = [script, server.baseUrl, folder, String(rows), String(places)];
const child = spawn(process.execPath, ["--expose-gc", "--import", "tsx", ...words], {
  stdio: ["ignore", "pipe", "inherit"],
});
const from = performance.now();
const looks: Look[] = [];
let journaled = 0;
createInterface(child.stdout).on("line", line => {
  const { heap, rss } = JSON.parse(line) as Omit<Look, "calls">;
  looks.push({ heap, rss, calls: server.seen.replied });
  say(
    `${((performance.now() - from) / 60_000).toFixed(1)} min: ${server.seen.replied} replies, heap ${Math.round(heap / 1e6)} MB, resident ${Math.round(rss / 1e6)} MB`,
  );
});
const wrong: string[] = [];
let statuses = 0;
/** The calls that status tells lie between those told before and the replies that have left the server. */
function look(): void {
  try {
    const told = statusOf(folder).calls.reduce((sum, { calls }) => sum + calls, 0);
    statuses++;
    if (told < journaled || told > server.seen.replied)
      wrong.push(`status tells ${told} calls after ${journaled}, of ${server.seen.replied}`);
    journaled = told;
  } catch (error) {
    wrong.push(`status: ${String(error)}`);
  }
}
const looking = setInterval(look, statusPause);
const [code] = (await once(child, "exit")) as [number | null];
clearInterval(looking);
look();
await server.close();
const calls = [...readCalls(join(folder, "calls.jsonl"))].map(({ call }) => call.key);
const done = [...readRows(folder, artifacts[soakStages]!)].length;
const each = bytesPerCall(looks);
const minutes = (performance.now() - from) / 60_000;
const passes =
  code === 0 &&
  wrong.length === 0 &&
  done === rows &&
  calls.length === rows * soakStages &&
  new Set(calls).size === calls.length &&
  each <= maxBytesPerCall;
for (const line of wrong) say(line);
const { tries, stray, hung } = server.seen;
say(
  `${done} of ${rows} rows, ${calls.length} calls in ${tries} tries (${stray} refused, ${hung} hung) in ${minutes.toFixed(1)} min; ${each.toFixed(0)} bytes of heap a call (at most ${maxBytesPerCall}), resident ${Math.round((looks.at(-1)?.rss ?? 0) / 1e6)} MB at the end; ${statuses} looks at the status, ${wrong.length} wrong: ${passes ? "pass" : "FAIL"}`,
);
process.exit(passes ? 0 : 1);
