// Whole lives of a run under a ceiling: calls of unknown cost, lost replies, refusals, kills and power cuts.

import { rmSync } from "node:fs";
import fc from "fast-check";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { Budget } from "../../../pipelines/llm/budget/budget.ts";
import { withBudget } from "../../../pipelines/llm/budget/budgeted-client.ts";
import { Journal, readCalls } from "../../../pipelines/llm/journal.ts";
import { withJournal, type CallFormat } from "../../../pipelines/llm/journaled-client.ts";
import type { Client, MeteredReply, SizedRequest } from "../../../pipelines/llm/model.ts";
import { RetryableError, withRetries } from "../../../pipelines/llm/limits/retry.ts";
import { type Draw, drawFrom } from "../../../pipelines/text/random.ts";
import { costOf, nanoDollars, totalOf } from "../../../schemas/prices.ts";
import { freshFolder } from "../../support/folder.ts";
import { never } from "../requests.ts";
import { drawnEvents, type Events, nextEvent, pumped, type ToyDisk, toyDisk } from "./toy-disk.ts";

const folder = freshFolder();

/** 150 and 600 nano-dollars a token. */
const price = { input: 0.15, output: 0.6, batch: 1 };
const nanoOf = (inputTokens: number, outputTokens: number) =>
  inputTokens * 150 + outputTokens * 600;
const boundOf = ({ maxInputTokens, maxReplyTokens }: SizedRequest) =>
  nanoOf(maxInputTokens, maxReplyTokens);

const notation: CallFormat<SizedRequest, MeteredReply> = {
  line: () => ({ messages: "", prompt: "p", language: "en", finish: "stop", reply: "" }),
  reply: ({ usage }) => ({ usage }),
};
const clock = { now: () => 0, random: () => 0, sleep: async () => {} };

/** What the service charged, in nano-dollars, and what of it no reply told. */
interface Bill {
  total: number;
  /** The most that attempts which may have been billed could cost. */
  lost: number;
  readonly onTheWay: Set<SizedRequest>;
}

/** Charges what it wants within the bound; loses, refuses and garbles. */
function service(
  events: Events,
  draw: Draw,
  bill: Bill,
): Client<SizedRequest, MeteredReply, object> {
  const charge = (request: SizedRequest) => {
    const usage = {
      inputTokens: draw(request.maxInputTokens + 1),
      outputTokens: draw(5) === 0 ? request.maxReplyTokens : draw(request.maxReplyTokens + 1),
    };
    bill.total += nanoOf(usage.inputTokens, usage.outputTokens);
    return usage;
  };
  const lose = (request: SizedRequest, error: Error) => {
    bill.lost += boundOf(request);
    if (draw(2) === 0) charge(request);
    return error;
  };
  const end = (request: SizedRequest): MeteredReply => {
    bill.onTheWay.delete(request);
    const drawn = draw(20);
    if (drawn < 2)
      throw lose(request, new RetryableError("timeout", "no reply", { maybeBilled: true }));
    if (drawn === 2) throw lose(request, new TypeError("a fault of the client"));
    if (drawn === 3) throw new ReplyError("technical", "bad-request", "too long", null);
    if (drawn < 7) throw new RetryableError("rate-limited", "slow down");
    return { usage: charge(request) };
  };
  return {
    name: "m",
    settings: {},
    paid: true,
    complete: request => {
      bill.onTheWay.add(request);
      return events.later(() => end(request));
    },
  };
}

interface World {
  readonly draw: Draw;
  readonly requests: readonly SizedRequest[];
  readonly bill: Bill;
  /** Nano-dollars. */
  ceiling: number;
  stopsLeft: number;
}

const spentIn = (path: string) =>
  totalOf([...readCalls(path)].map(({ call }) => costOf(price, call.usage, false)));

interface Process {
  readonly journal: Journal;
  readonly budget: Budget;
  readonly events: Events;
  readonly disk: ToyDisk;
}

async function startProcess({ draw, ceiling }: World): Promise<Process> {
  const events = drawnEvents(draw);
  const disk = toyDisk(events, draw);
  // A last line that lacks only its newline is repaired at opening.
  const journal = await pumped(events, Journal.open(folder("calls.jsonl"), disk.open));
  const answered = (key: string) => journal.has(key);
  const options = {
    path: folder("attempts.jsonl"),
    ceiling: ceiling / 1e9,
    spent: spentIn(folder("calls.jsonl")),
    hasReply: answered,
    openHandle: disk.open,
  };
  return { journal, budget: await pumped(events, Budget.open(options)), events, disk };
}

type End = "stopped" | "refused" | "done";

/** What must hold between any two events. */
function checkAccounts({ bill, ceiling }: World, budget: Budget): void {
  const { spent, possiblySpent: maybe, reserved } = budget.state();
  expect(bill.total).toBeLessThanOrEqual(ceiling);
  expect(bill.total).toBeLessThanOrEqual(nanoDollars(spent + maybe + reserved));
}

function stop(world: World, { events, disk }: Process): End {
  events.drop();
  // What was on its way may be worked on and charged all the same.
  const charging = service(events, world.draw, world.bill);
  for (const request of world.bill.onTheWay) void charging.complete(request, never).catch(() => {});
  while (events.next());
  events.drop();
  disk.stop(world.draw(2) === 0 ? "kill" : "power cut");
  world.stopsLeft--;
  return "stopped";
}

async function runProcess(world: World, counts: Record<End, number>): Promise<End> {
  const started = await startProcess(world);
  const { journal, budget, events, disk } = started;
  const places = pLimit(1 + world.draw(8));
  const endpoint = service(events, world.draw, world.bill);
  const limited = {
    ...endpoint,
    complete: (request: SizedRequest, signal: AbortSignal) =>
      places(() => endpoint.complete(request, signal)),
  };
  const client = withJournal(
    journal,
    withRetries(withBudget(limited, budget, price), { tries: 3, clock }),
    notation,
  );
  const errors: unknown[] = [];
  const left = new Set(world.requests);
  const { signal } = new AbortController();
  for (const request of world.requests) {
    void client
      .complete(request, signal)
      .catch((error: unknown) => errors.push(error))
      .finally(() => left.delete(request));
  }
  while (left.size > 0) {
    checkAccounts(world, budget);
    if (world.stopsLeft > 0 && world.draw(60) === 0) {
      counts.stopped++;
      return stop(world, started);
    }
    // Nothing under way while calls wait would be a deadlock.
    expect((await nextEvent(events)) || left.size === 0).toBe(true);
  }
  checkAccounts(world, budget);
  while (await nextEvent(events));
  disk.stop("kill");
  const refused = errors.some(error => error instanceof PipelineError && error.code === "budget");
  const end = refused ? "refused" : "done";
  counts[end]++;
  checkUse(world, budget, end);
  return end;
}

/** A refusal leaves less room than the largest call still open may cost; without one every call came to its end. */
function checkUse({ ceiling, requests }: World, budget: Budget, end: End): void {
  const { spent, possiblySpent: maybe, reserved } = budget.state();
  const answered = new Set([...readCalls(folder("calls.jsonl"))].map(({ call }) => call.key));
  const largest = Math.max(0, ...requests.filter(({ key }) => !answered.has(key)).map(boundOf));
  expect(reserved).toBe(0);
  expect(spent).toBe(spentIn(folder("calls.jsonl")));
  expect(end === "done" || ceiling - nanoDollars(spent + maybe) < largest).toBe(true);
}

function newWorld(seed: number): World {
  const draw = drawFrom(seed);
  const requests = Array.from({ length: 20 + draw(30) }, (_, index) => ({
    key: `k${index}`,
    stage: "s",
    maxInputTokens: 50 + draw(2000),
    maxReplyTokens: 20 + draw(1000),
  }));
  const all = requests.reduce((sum, request) => sum + boundOf(request), 0);
  return {
    draw,
    requests,
    bill: { total: 0, lost: 0, onTheWay: new Set() },
    ceiling: 1 + draw(all),
    stopsLeft: draw(4),
  };
}

test("the service's own bill never exceeds the ceiling, whatever happens, and the ceiling is made use of", async () => {
  const counts = { stopped: 0, refused: 0, done: 0 };
  const life = fc.asyncProperty(fc.integer(), async seed => {
    const world = newWorld(seed);
    for (const name of ["calls.jsonl", "attempts.jsonl"]) rmSync(folder(name), { force: true });
    const stops = world.stopsLeft;
    for (let end: End = "stopped"; end !== "done"; ) {
      end = await runProcess(world, counts);
      world.bill.onTheWay.clear();
      if (end !== "refused") continue;
      world.ceiling *= 2;
    }
    const { maybe } = await accountsAtRest(world);
    // Nobody was stopped: what may have been billed is what was lost, no more and no less.
    expect(stops > 0 || maybe === world.bill.lost).toBe(true);
  });
  await fc.assert(life, { numRuns: 100, seed: 20240501 });
  // The lives saw all there is to see.
  expect(Math.min(counts.stopped, counts.refused, counts.done)).toBeGreaterThan(50);
});

async function accountsAtRest(world: World): Promise<{ maybe: number }> {
  const { journal, budget, events, disk } = await startProcess(world);
  const { possiblySpent: maybe } = budget.state();
  await pumped(events, Promise.all([journal.close(), budget.close()]));
  disk.stop("kill");
  return { maybe: nanoDollars(maybe) };
}
