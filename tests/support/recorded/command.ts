// npm run replies -- missing|take JOURNEY: what a journey asks and nobody has answered, as a file; and the file's replies taken in.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PromptContract } from "../../../schemas/define.ts";
import * as cofe from "../../../schemas/cofe/prompts.ts";
import * as crud from "../../../schemas/crud/prompts.ts";
import * as items from "../../../schemas/items/prompts.ts";
import * as rageval from "../../../schemas/rageval/prompts.ts";
import { root } from "../cli.ts";
import { askedFile, type Asked } from "./model.ts";
import { readReplies, writeReplies } from "./replies.ts";

const folder = join(root, "out/replies");
const requestsOf = (journey: string) => join(folder, `${journey}.jsonl`);

/** A line of the file: whoever answers puts the reply in place of null. */
interface Open extends Asked {
  readonly reply: Record<string, unknown> | null;
}

const linesOf = <Row>(path: string): Row[] =>
  (existsSync(path) ? readFileSync(path, "utf8") : "")
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line) as Row);

const isContract = (value: unknown): value is PromptContract => typeof value === "object" && value !== null && "variables" in value && "reply" in value;
const exported: unknown[] = [cofe, crud, items, rageval].flatMap(module => Object.values(module)).flatMap(value => [value, ...(isContract(value) ? [] : Object.values(value))]);
const contracts = new Map(exported.filter(isContract).map(contract => [contract.name, contract]));

/** Runs the journey's tests and writes what they asked for in vain; replies that no test asks for any more go. */
function missing(journey: string): void {
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${journey}.asked`);
  rmSync(log, { force: true });
  const tests = join("tests/journeys", `${journey}.test.ts`);
  const ran = spawnSync("npx", ["vitest", "run", "--testTimeout=120000", tests], { cwd: root, env: { ...process.env, [askedFile]: log }, encoding: "utf8" });
  const asked = new Map(linesOf<Asked>(log).map(row => [row.key, row]));
  const known = readReplies(journey);
  const open = [...asked.values()].filter(({ key }) => !known.has(key)).map((row): Open => ({ ...row, reply: null }));
  writeFileSync(requestsOf(journey), open.map(row => `${JSON.stringify(row)}\n`).join(""));
  console.log(`${asked.size} requests, ${open.length} of them without a reply: ${requestsOf(journey)}`);
  if (ran.status !== 0) return console.log(ran.stdout);
  writeReplies(
    journey,
    [...known.values()].filter(({ key }) => asked.has(key)),
  );
}

/** Takes in the replies that were put into the file; one that does not fit its contract is named, and none is taken. */
function take(journey: string): void {
  const known = readReplies(journey);
  for (const { key, prompt, about, reply } of linesOf<Open>(requestsOf(journey)))
    if (reply !== null) known.set(key, { key, prompt, about, reply: contracts.get(prompt)?.reply.parse(reply) ?? reply });
  writeReplies(journey, known.values());
  console.log(`${known.size} replies`);
}

const [act, journey = ""] = process.argv.slice(2);
if (act === "missing") missing(journey);
else if (act === "take") take(journey);
else throw new Error("npm run replies -- missing|take JOURNEY, which is the name of a test file in tests/journeys");
