// Calls over a fleet, whatever is killed, lost or said twice: none is paid for again, none is forgotten, no limit is broken.

import fc from "fast-check";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { type CallLine, Journal, readCalls } from "../../pipelines/llm/journal.ts";
import { AskHandler, callFormat } from "../../pipelines/queue/ask-handler.ts";
import { Flights } from "../../pipelines/queue/flights.ts";
import type { RequestedCall } from "../../pipelines/queue/messages.ts";
import { costOf } from "../../schemas/prices.ts";
import { aCall } from "../llm/requests.ts";
import { newFolder } from "../support/toy-run.ts";
import { aCallLine } from "./call-lines.ts";
import { head, price } from "./simulated-coordinator.ts";
import { turns, World } from "./simulated-world.ts";

const names = ["a", "b", "c"];

type Action = (world: World, one: number, other: number) => unknown;

const pick = <T>(list: readonly T[], number: number): T | undefined =>
  list[number % Math.max(1, list.length)];

/** Those whose connection to Redis stands. */
const connected = (world: World) => world.living.filter(({ isPaused }) => !isPaused);
const someOf = <T>(list: readonly T[], which: number): readonly T[] =>
  which % 3 === 0 ? list : list.slice(which % Math.max(1, list.length)).slice(0, 1);
const times = (count: number, work: () => unknown) => Array.from({ length: count }, work);

/** What may happen next, and how often; a message that comes twice comes twice at once, as Redis gets it when a connection breaks. */
const actions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [16, "ask", (world, one, other) => pick(world.living, one)?.ask(world.nextQuestion(other))],
  [
    20,
    "post",
    (world, one, other) =>
      someOf(connected(world), one).forEach(worker => worker.post(other % 4 === 0)),
  ],
  [
    20,
    "to coordinator",
    (world, one) =>
      world.coordinator?.isAlive && times(1 + (one % 5), () => world.coordinator?.read()),
  ],
  [20, "write", world => world.coordinator?.write()],
  [20, "flow", world => world.flow()],
  [4, "clear", world => world.coordinator?.clear()],
  [
    20,
    "to worker",
    (world, one, other) =>
      someOf(connected(world), one).forEach(worker =>
        times(1 + (other % 5), () => worker.read(other % 4 === 0)),
      ),
  ],
  [14, "land", (world, one, other) => world.land(one, other % 8)],
  [4, "save", (world, one) => pick(world.living, one)?.save()],
  [12, "second", world => world.pass(1)],
  [
    4,
    "kill worker",
    (world, one) => world.living.length > 0 && world.kill(pick(world.living, one)!),
  ],
  [8, "start worker", (world, one) => world.startWorker(pick(names, one)!)],
  [4, "kill coordinator", world => world.coordinator?.kill()],
  [
    12,
    "start coordinator",
    world => !world.coordinator?.isAlive && world.startCoordinator().then(() => world.pass(1)),
  ],
  [4, "pause", (world, one) => Object.assign(pick(world.living, one) ?? {}, { isPaused: true })],
  [4, "long", world => world.pass(45)],
  [8, "resume", world => world.workers.forEach(worker => (worker.isPaused = false))],
];

const step = fc.record({
  action: fc.oneof(...actions.map(([weight, name]) => ({ weight, arbitrary: fc.constant(name) }))),
  one: fc.nat(99),
  other: fc.nat(99),
  rest: fc.nat(4),
});

async function live(
  steps: readonly { action: string; one: number; other: number; rest: number }[],
): Promise<World> {
  const world = new World();
  await world.startCoordinator();
  for (const name of names) world.startWorker(name);
  await world.pass(1);
  for (const { action, one, other, rest } of steps) {
    await actions.find(([, name]) => name === action)?.[2](world, one, other);
    await turns(rest * rest);
  }
  await world.settle(names);
  return world;
}

test("whatever happens, no reply that is kept anywhere is paid for again, and every ask comes to its end", {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 50, maxLength: 400, size: "max" }),
      async steps => {
        const world = await live(steps);
        expect(world.wrong).toEqual([]);
        const coordinator = world.coordinator!;
        expect(coordinator.errors).toEqual([]);
        expect(
          world.living.flatMap(worker =>
            worker.asks
              .filter(({ end }) => end === "waits")
              .map(({ name }) => `${worker.session} waits for ${name}`),
          ),
        ).toEqual([]);
        const calls = [...readCalls(join(world.folder, "calls.jsonl"))].map(({ call }) => call);
        expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
        const { spent, reserved } = coordinator.budget.state();
        expect(reserved).toBe(0);
        expect(spent).toBeCloseTo(
          calls.reduce((sum, { usage }) => sum + costOf(price, usage, false), 0),
          9,
        );
        expect(coordinator.limiter.state()).toMatchObject({ inFlight: 0, waiting: 0 });
        expect([...world.flights.keys()]).toEqual([]);
        const keys = new Set(calls.map(({ key }) => key));
        expect(
          names.flatMap(name => [...world.diskOf(name).keys()]).filter(key => !keys.has(key)),
        ).toEqual([]);
        coordinator.kill();
      },
    ),
    { numRuns: 200, seed: 20261121 },
  );
});

/** A handler whose calls wait within the limits until the test stops them. */
async function openHandler({
  wasSent = () => true,
}: {
  wasSent?: (line: CallLine) => boolean;
} = {}) {
  const journal = await Journal.open(join(newFolder(), "calls.jsonl"));
  const sent: string[] = [];
  const settled: string[] = [];
  const strays: string[] = [];
  const stops: ((error: unknown) => void)[] = [];
  const outgoing = {
    send: (_: unknown, message: { readonly type: string }) => void sent.push(message.type),
    noteFlight: () => undefined,
    noteEnds: () => undefined,
  };
  const flights = new Flights({ epoch: "e1", outgoing, isCurrentSession: () => true });
  const complete = async ({ key }: RequestedCall) =>
    callFormat.reply(await journal.once(key, () => new Promise((_, reject) => stops.push(reject))));
  const handler = new AskHandler({
    epoch: "e1",
    journal,
    flights,
    outgoing,
    isCurrentSession: () => true,
    clientOf: stage => {
      if (stage === "gone") throw new Error(`${stage} asks nothing`);
      return { ...head, complete };
    },
    settle: ({ key }) => settled.push(key),
    release: async () => undefined,
    wasSent: line => wasSent(line as CallLine),
    onUnexpectedReply: () => strays.push("stray"),
    isEarlier: () => false,
  });
  return {
    handler,
    flights,
    journal,
    sent,
    strays,
    settled,
    stop: (error: unknown) => stops.pop()?.(error),
  };
}

const peer = { worker: "a", session: "a1" };
const call = aCall("k");
const line = aCallLine("k", "it");

test("a reply whose caller is stopped is journaled all the same, and booked once", async () => {
  const { handler, journal, sent, settled, stop } = await openHandler();
  const answer = handler.answer(peer, { type: "ask", epoch: "e1", id: 1, call });
  await turns(1);
  const taken = handler.acceptReply(peer, { type: "replied", line });
  await turns(1);
  expect([sent, journal.has("k")]).toEqual([[], false]);
  stop(new PipelineError("budget", "no room", { hint: "more" }));
  await Promise.all([answer, taken]);
  expect([sent, settled, (await journal.find("k"))?.reply]).toEqual([
    ["refused", "kept"],
    ["k"],
    "it",
  ]);
  await journal.close();
});

test("a reply that comes twice is journaled and booked once, and both who brought it need not keep it", async () => {
  const { handler, journal, sent, settled } = await openHandler();
  await Promise.all([
    handler.acceptReply(peer, { type: "replied", line }),
    handler.acceptReply({ worker: "b", session: "b1" }, { type: "replied", line }),
  ]);
  await handler.acceptReply(peer, { type: "replied", line });
  expect([sent, settled, [...journal.keys()]]).toEqual([["kept", "kept", "kept"], ["k"], ["k"]]);
  await journal.close();
});

test("a reply to a call that nobody was let make is dropped and counted, and whoever brought it need not keep it", async () => {
  const { handler, journal, sent, settled, strays } = await openHandler({ wasSent: () => false });
  await handler.acceptReply(peer, { type: "replied", line });
  expect([strays.length, sent, settled, [...journal.keys()]]).toEqual([1, ["kept"], [], []]);
  await journal.close();
});

test("a worker that was given up may bring what it was let ask for; so may one after all that Redis knew is gone, by what the run wrote", async () => {
  const { handler, flights, journal, strays } = await openHandler({
    wasSent: ({ key }) => key === "sent",
  });
  const asked = { worker: "b", session: "b1" };
  flights.ask("k", asked);
  const lost = flights.client(head).complete(call, new AbortController().signal);
  lost.catch(() => undefined);
  flights.endCallsOf(asked);
  await expect(lost).rejects.toThrow("gone");
  await handler.acceptReply(asked, { type: "replied", line });
  await handler.acceptReply(peer, { type: "replied", line: { ...line, key: "sent" } });
  await handler.acceptReply(peer, { type: "replied", line: { ...line, key: "never" } });
  expect([[...journal.keys()], strays.length]).toEqual([["k", "sent"], 1]);
  await journal.close();
});

test("a call of a stage that the run no longer has is taken over without harm", async () => {
  const { handler, journal } = await openHandler();
  await handler.adopt({ ...call, stage: "gone" });
  await handler.acceptReply(peer, { type: "replied", line });
  expect([...journal.keys()]).toEqual(["k"]);
  await journal.close();
});

test("an ask for what is journaled is answered without a call", async () => {
  const { handler, journal, sent } = await openHandler();
  await handler.acceptReply(peer, { type: "replied", line });
  await handler.answer(peer, { type: "ask", epoch: "e1", id: 1, call });
  expect(sent).toEqual(["kept", "reply"]);
  await journal.close();
});
