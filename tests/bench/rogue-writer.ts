// A fleet amid faults, with and without a stranger who writes to its Redis: all rows done, nothing forged taken, and how much longer it takes.
// node --import tsx tests/bench/rogue-writer.ts [rows] [entries a second] [seed]

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { keypointsReply } from "./asking.ts";
import { artifacts, stageCount } from "./asking-stages.ts";
import { startBenchFleet } from "./bench-fleet.ts";
import { startMoodyServer } from "./moody-server.ts";

const [rows, rate, seed] = [600, 100, 1].map((usual, index) =>
  Number(process.argv[index + 2] ?? usual),
) as [number, number, number];
const places = 64;
const maxSlower = 1.3;
const say = (line: string) => process.stdout.write(`${line}\n`);

function startRogue(redisUrl: string) {
  const child = join(import.meta.dirname, "rogue-child.ts");
  const rogue = spawn(process.execPath, ["--import", "tsx", child, redisUrl, String(rate)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const written = text(rogue.stdout);
  return async () => {
    rogue.kill("SIGTERM");
    if (rogue.exitCode === null) await once(rogue, "exit");
    return Number(await written);
  };
}

async function play(withRogue: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "ragwright-bench-"));
  const moods = { stray: 0.1, failed: 0.1, cut: 0.1, hung: 0.1 };
  const server = await startMoodyServer({ seed, moods });
  const notices: string[] = [];
  const fleet = await startBenchFleet({
    folder,
    endpoint: server.baseUrl,
    places,
    workers: 3,
    limiter: createLimiter({ concurrency: places, requestsPerMinute: null, tokensPerMinute: null }),
    longest: 5,
    secret: "the secret of the bench's fleet",
    onNotice: notice => notices.push(notice),
  });
  const stop = withRogue ? startRogue(fleet.redisUrl) : async () => 0;
  const seconds = await fleet.run(rows);
  const written = await stop();
  await fleet.close();
  await server.close();
  const calls = [...readCalls(fleet.journalPath)].map(({ call }) => call);
  const ends = [...readRows(fleet.runDirectory, artifacts[stageCount]!)];
  return {
    seconds,
    written,
    notices,
    done: ends.length,
    keys: calls.map(({ key }) => key).sort(),
    forged: calls.filter(({ reply }) => reply !== keypointsReply).length,
    tries: server.seen.tries,
  };
}

const alone = await play(false);
const beside = await play(true);
const ratio = beside.seconds / alone.seconds;
const isSame = JSON.stringify(alone.keys) === JSON.stringify(beside.keys);
const passes =
  ratio <= maxSlower &&
  isSame &&
  [alone, beside].every(({ done, forged }) => done === rows && forged === 0);
for (const [name, { seconds, done, forged, tries, keys, written }] of Object.entries({
  alone,
  beside,
}))
  say(
    `${name}: ${seconds.toFixed(1)} s, ${done} of ${rows} rows, ${keys.length} calls in ${tries} tries, ${forged} forged replies, ${written} entries of a stranger`,
  );
for (const notice of beside.notices) say(`  ${notice}`);
say(
  `${ratio.toFixed(2)} x as long (at most ${maxSlower}), ${isSame ? "the same calls" : "OTHER CALLS"}: ${passes ? "pass" : "FAIL"}`,
);
process.exit(passes ? 0 : 1);
