// npm run replies -- missing|take JOURNEY: what a journey asks and nobody has answered, as a file; and the file's replies taken in.
//
// JOURNEY names a test file in tests/journeys. `missing` runs it and writes out/replies/JOURNEY.jsonl: a line a request,
// with the messages as a model gets them, the schema of the reply, and `reply: null`. Whoever answers reads the messages
// and puts the reply there as JSON; nothing makes one up. `take` holds each to its contract and puts it into
// tests/fixtures/replies/JOURNEY. Replies lead to further requests: go on until none is missing. Then replies that the
// journey asks for no more are removed.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../cli.ts";
import { contractNamed } from "./contracts.ts";
import { askedFile, type Asked } from "./model.ts";
import { readReplies, writeReplies } from "./replies.ts";

const folder = join(root, "out/replies");
const requestsOf = (journey: string) => join(folder, `${journey}.jsonl`);

interface Open extends Asked {
  readonly reply: Record<string, unknown> | null;
}

const linesOf = <Row>(path: string): Row[] =>
  (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as Row);

function missing(journey: string): void {
  const log = join(folder, `${journey}.asked`);
  mkdirSync(folder, { recursive: true });
  rmSync(log, { force: true });
  const tests = `tests/journeys/${journey}.test.ts`;
  const ran = spawnSync("npx", ["vitest", "run", "--testTimeout=120000", tests], {
    cwd: root,
    env: { ...process.env, [askedFile]: log },
    encoding: "utf8",
  });
  const asked = new Map(linesOf<Asked>(log).map(row => [row.key, row]));
  const known = readReplies(journey);
  const open = [...asked.values()]
    .filter(({ key }) => !known.has(key))
    .map((row): Open => ({ ...row, reply: null }));
  writeFileSync(requestsOf(journey), open.map(row => `${JSON.stringify(row)}\n`).join(""));
  console.log(
    `${asked.size} requests, ${open.length} of them without a reply: ${requestsOf(journey)}`,
  );
  if (ran.status !== 0) return console.log(ran.stdout);
  writeReplies(
    journey,
    [...known.values()].filter(({ key }) => asked.has(key)),
  );
}

/** A reply that does not fit its contract ends it with the reason, and none is taken. */
function take(journey: string): void {
  const known = readReplies(journey);
  for (const { key, prompt, about, reply } of linesOf<Open>(requestsOf(journey)))
    if (reply !== null)
      known.set(key, { key, prompt, about, reply: contractNamed(prompt).reply.parse(reply) });
  writeReplies(journey, known.values());
  console.log(`${known.size} replies`);
}

const [act, journey = ""] = process.argv.slice(2);
if (act === "missing") missing(journey);
else if (act === "take") take(journey);
else throw new Error("npm run replies -- missing|take JOURNEY");
