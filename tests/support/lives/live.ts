// Lives a run through what its seed draws, and tells which promises were broken.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { statusOf } from "../../../pipelines/engine/status.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { program } from "../cli.ts";
import { startGuarded } from "../guarded-process.ts";
import { keysOf, madeBy } from "../killed-accounts.ts";
import { keptQuestions, paidAgain } from "../paid-again.ts";
import { startReplayServer, type ReplayServer } from "../replay-server.ts";
import { readRequestLog } from "../sliding-windows.ts";
import { drawLife, type Ending, type Life } from "./draw.ts";
import { edit } from "./edits.ts";

export interface Uncut {
  /** The same run without faults and stops. */
  readonly run: string;
  /** Words of `run`, without folder, endpoint and ceiling. */
  readonly args: readonly string[];
}

export interface Lived {
  readonly life: Life;
  readonly starts: number;
  readonly kills: number;
  readonly requests: number;
  /** Promises that did not hold, in words. */
  readonly broken: readonly string[];
}

/** Secrets of the environment: the key goes to the model's server alone, the other nowhere. */
const stranger = "canary-of-another-service-9d1f";
const keyOf = (start: number) => `sk-canary-of-start-${start}-5b2e`;

const ample = 5;
/** Starts that may be needed when nothing is done to them any more. */
const maxLast = 4;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

interface Scene {
  readonly folder: string;
  readonly run: string;
  readonly server: ReplayServer;
  readonly uncut: Uncut;
  readonly life: Life;
  readonly broken: string[];
}

/** One start of the command, ended as it was drawn. */
async function start(scene: Scene, number: number, ending: Ending): Promise<Ended> {
  const { folder, run, server, uncut, life } = scene;
  const ceiling = ending.kind === "ceiling" ? ending.ceiling : ample;
  const words = [
    ...program,
    ...uncut.args,
    "--out",
    run,
    "--model",
    "openai:gpt-4o-mini",
    "--base-url",
    server.baseUrl,
    "--max-cost",
    String(ceiling),
    "--concurrency",
    String(life.concurrency),
  ];
  const limit = ending.kind === "full disk" ? `ulimit -f ${ending.blocks}; ` : "";
  const child = startGuarded("sh", ["-c", `${limit}exec "$@"`, "sh", process.execPath, ...words], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      TMPDIR: folder,
      NO_COLOR: "1",
      OPENAI_API_KEY: keyOf(number),
      AWS_SECRET_ACCESS_KEY: stranger,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.process.stdout, child.process.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  if ("after" in ending) {
    const signals = { kill: "SIGKILL", interrupt: "SIGINT", terminate: "SIGTERM" } as const;
    await Promise.race([child.exitCode, pause(ending.after)]);
    if (child.isRunning()) child.process.kill(signals[ending.kind]);
  }
  return { code: await child.exitCode, said };
}

/** USD by the server's own count, at the usual price. */
function billOf({ server }: Scene): number {
  const { inputTokens, outputTokens } = server.stats().bill.chat.billed;
  return (inputTokens * 0.15 + outputTokens * 0.6) / 1e6;
}

function lookAtStatus({ run, broken }: Scene): void {
  if (!existsSync(join(run, "run.json"))) return;
  try {
    statusOf(run);
  } catch (error) {
    // Of what an edit left it says so.
    if (!(error instanceof PipelineError)) broken.push(`status: ${String(error)}`);
  }
}

function expectNoSecret({ folder, broken }: Scene, said: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== "requests.jsonl")
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const secret of ["sk-canary", stranger]) {
    if (said.includes(secret)) broken.push(`${secret} was said`);
    for (const file of files)
      if (readFileSync(file, "latin1").includes(secret)) broken.push(`${secret} is in ${file}`);
  }
}

function expectTheSame({ run, uncut, broken }: Scene): void {
  const isKept = (path: string) => !/report\.html$|manifest\.json$|failures\.jsonl$/.test(path);
  const [made, wanted] = [madeBy(run), madeBy(uncut.run)];
  for (const path of new Set([...made.keys(), ...wanted.keys()]))
    if (isKept(path) && made.get(path) !== wanted.get(path)) broken.push(`${path} is another`);
  const keys = keysOf(run);
  if (new Set(keys).size !== keys.length) broken.push("a key is journaled twice");
}

const isFaulty = (ending: Ending) => ending.kind === "kill" || ending.kind === "full disk";

async function liveIn(scene: Scene): Promise<Omit<Lived, "life" | "broken">> {
  const { folder, run, life, broken } = scene;
  /** Of starts that could not keep what came last, the questions that they had kept. */
  const cut = new Map<string, ReadonlySet<string>>();
  let said = "";
  let number = 0;
  let isThrough = false;
  for (const [index, { ending, editBefore, intruder }] of life.starts.entries()) {
    edit(editBefore, { run, project: folder, seed: life.seed, start: index });
    const before = billOf(scene);
    const own = ++number;
    const other = intruder ? ++number : 0;
    // At once: an intruder that finds it dead goes on, and keeps replies of its own.
    const keep = (ended: Ended): Ended => {
      if (isFaulty(ending))
        cut.set(
          keyOf(own),
          existsSync(join(run, "calls.jsonl"))
            ? keptQuestions(run, join(folder, "none"))
            : new Set(),
        );
      return ended;
    };
    const [ended, second] = await Promise.all([
      start(scene, own, ending).then(keep),
      intruder ? pause(1500).then(() => start(scene, other, { kind: "none" })) : undefined,
    ]);
    said += ended.said + (second?.said ?? "");
    // Prices that were edited are not those of the bill.
    const isPriced = life.starts.slice(0, index + 1).every(at => at.editBefore !== "prices edited");
    if (
      ending.kind === "ceiling" &&
      !intruder &&
      isPriced &&
      billOf(scene) > Math.max(before, ending.ceiling) + 1e-9
    )
      broken.push(`${billOf(scene)} USD were billed under a ceiling of ${ending.ceiling}`);
    lookAtStatus(scene);
  }
  for (let last = 0; last < maxLast && !isThrough; last++) {
    const ended = await start(scene, ++number, { kind: "none" });
    said += ended.said;
    isThrough = ended.code === 0;
    if (!isThrough && last === maxLast - 1) broken.push(`never through: ${ended.said.slice(-600)}`);
  }
  if (isThrough) expectTheSame(scene);
  if (billOf(scene) > ample) broken.push("more was billed than the ceiling");
  expectNoSecret(scene, said);
  const log = readRequestLog(join(folder, "requests.jsonl"));
  for (const { again } of paidAgain(log, cut).wrongly)
    broken.push(`${again.question.slice(0, 12)} was paid again, though its reply was kept`);
  return { starts: number, kills: cut.size, requests: log.length };
}

/** A folder of its own is made for it, and removed where every promise held. */
export async function live(seed: number, uncut: Uncut): Promise<Lived> {
  const life = drawLife(seed);
  const folder = mkdtempSync(join(tmpdir(), "ragwright-life-"));
  const log = join(folder, "requests.jsonl");
  const { faults, latency } = life;
  const calls = [join(uncut.run, "calls.jsonl")];
  const server = await startReplayServer({ calls, faults, latency, seed, log, hold: 3000 });
  const broken: string[] = [];
  const run = join(folder, "run");
  mkdirSync(run, { recursive: true });
  try {
    const lived = await liveIn({ folder, run, server, uncut, life, broken });
    return { life, broken, ...lived };
  } finally {
    await server.close();
    if (broken.length === 0) rmSync(folder, { recursive: true, force: true });
  }
}
