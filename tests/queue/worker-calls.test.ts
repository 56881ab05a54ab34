// A worker's calls: permission first, one call a key, a reply kept until the coordinator has it.

import { expect, test } from "vitest";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import type { Model, ModelReply } from "../../pipelines/llm/model.ts";
import { AbandonedRowError, WorkerCalls } from "../../pipelines/queue/worker-calls.ts";
import type { WorkerMessage } from "../../pipelines/queue/messages.ts";
import { Outbox } from "../../pipelines/queue/outbox.ts";
import { aReply, aRequest, never } from "../llm/requests.ts";
import { newFolder } from "../support/toy-run.ts";

const key = aRequest("France").key;
const brief = (message: WorkerMessage) => {
  if (message.type === "ask") return `ask ${message.id} of ${message.epoch}`;
  if (message.type === "replied") return `replied ${message.line.reply}`;
  return message.type === "failed"
    ? `failed ${message.epoch} ${message.flight}: ${message.error.type} ${"code" in message.error ? message.error.code : message.error.message}`
    : message.type;
};

/** A workerCalls whose model answers when the test says so. */
function openCalls({
  paid = true,
  disk = {},
}: {
  readonly paid?: boolean;
  readonly disk?: { readonly keep?: Error; readonly forget?: Error };
} = {}) {
  const sent: WorkerMessage[] = [];
  const kept: string[] = [];
  const errors: unknown[] = [];
  const calls: {
    readonly resolve: (reply: ModelReply) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  const outbox = {
    keep: async (line: { readonly reply: string }) => {
      if (disk.keep) throw disk.keep;
      kept.push(`kept ${line.reply}`);
    },
    forget: async (keys: Iterable<string>) => {
      if (disk.forget) throw disk.forget;
      kept.push(...[...keys].map(() => "forgotten"));
    },
  } as unknown as Outbox;
  const workerCalls = new WorkerCalls({
    send: message => sent.push(message),
    outbox,
    onError: error => errors.push(error),
  });
  const model: Model = {
    name: "scripted",
    settings: { temperature: 0, seed: null },
    paid,
    complete: () => new Promise((resolve, reject) => calls.push({ resolve, reject })),
  };
  const ask = () =>
    workerCalls
      .withPermission(model)
      .complete(aRequest("France"), never)
      .then(
        ({ text }) => text,
        (error: unknown) => (error instanceof AbandonedRowError ? "abandoned" : String(error)),
      );
  workerCalls.switchTo("e1");
  const go = (flight: number, epoch = "e1") =>
    workerCalls.receive({ type: "go", epoch, key, flight });
  const reply = (
    id: number,
    text: string | null,
    over: { readonly epoch?: string; readonly earlier?: boolean } = {},
  ) =>
    workerCalls.receive({
      type: "reply",
      epoch: "e1",
      id,
      reply: text === null ? null : aReply(text),
      earlier: false,
      ...over,
    });
  return {
    workerCalls,
    ask,
    go,
    reply,
    calls,
    kept,
    errors,
    sentTexts: () => sent.splice(0).map(brief),
  };
}

const soon = () => new Promise(resolve => setImmediate(resolve));

test("nothing is asked of a model before the coordinator allows it, and then once for all who wait", async () => {
  const { ask, go, reply, calls, kept, sentTexts } = openCalls();
  const answers = [ask(), ask()];
  expect([sentTexts(), calls.length]).toEqual([["ask 1 of e1", "ask 2 of e1"], 0]);
  go(1);
  go(1);
  go(2);
  calls[0]!.resolve(aReply("Paris"));
  await soon();
  expect([sentTexts(), kept, calls.length]).toEqual([["replied Paris"], ["kept Paris"], 1]);
  reply(1, null);
  reply(2, null);
  expect(await Promise.all(answers)).toEqual(["Paris", "Paris"]);
});

test("a permission that nobody here wants any more is given back", () => {
  const { go, calls, sentTexts } = openCalls();
  go(1);
  expect([sentTexts(), calls.length]).toEqual([["failed e1 1: reply worker-lost"], 0]);
});

test("a failure goes back with the last permission that was given for the call, and is not kept", async () => {
  const { ask, go, calls, kept, sentTexts, workerCalls } = openCalls();
  void ask();
  go(1);
  go(3);
  const ended = workerCalls.whenEnded().then(() => "ended");
  expect(await Promise.race([ended, soon().then(() => "goes on")])).toBe("goes on");
  expect(workerCalls.workInProgress).toEqual({ inFlight: [key], lastFlight: 3 });
  calls[0]!.reject(new RetryableError("rate-limited", "busy"));
  await soon();
  expect([await ended, sentTexts(), kept, workerCalls.workInProgress.inFlight]).toEqual([
    "ended",
    ["ask 1 of e1", "failed e1 3: retryable rate-limited"],
    [],
    [],
  ]);
});

test("with another coordinator rows are abandoned, while the call goes on and its reply is brought", async () => {
  const { workerCalls, ask, go, reply, calls, kept, sentTexts } = openCalls();
  const before = ask();
  go(5);
  workerCalls.switchTo("e2");
  expect([await before, workerCalls.workInProgress]).toEqual([
    "abandoned",
    { inFlight: [key], lastFlight: 0 },
  ]);
  const after = ask();
  go(1, "e1");
  calls[0]!.resolve(aReply("Paris"));
  await soon();
  expect([sentTexts(), kept, calls.length]).toEqual([
    ["ask 1 of e1", "ask 2 of e2", "replied Paris"],
    ["kept Paris"],
    1,
  ]);
  reply(1, "late", { epoch: "e1" });
  reply(2, null, { epoch: "e2" });
  expect(await after).toBe("Paris");
});

test("one who is told that it has the reply itself, and has it not, asks again", async () => {
  const { workerCalls, ask, go, reply, calls, sentTexts } = openCalls();
  void ask();
  go(1);
  calls[0]!.resolve(aReply("Paris"));
  await soon();
  workerCalls.switchTo("e2");
  const answer = ask();
  reply(2, null, { epoch: "e2" });
  expect(sentTexts()).toEqual(["ask 1 of e1", "replied Paris", "ask 2 of e2", "ask 2 of e2"]);
  reply(2, "Paris", { epoch: "e2" });
  expect(await answer).toBe("Paris");
});

test("an answer that comes twice, or to an ask that is over, changes nothing", async () => {
  const { ask, reply, sentTexts, workerCalls } = openCalls();
  const answer = ask();
  reply(1, "Paris");
  reply(1, "Lyon");
  workerCalls.receive({
    type: "refused",
    epoch: "e1",
    id: 1,
    error: { type: "bug", name: "Error", message: "late", stack: null },
  });
  reply(9, null);
  expect([await answer, sentTexts()]).toEqual(["Paris", ["ask 1 of e1"]]);
});

test("a refusal ends its ask alone", async () => {
  const { workerCalls, ask, reply } = openCalls();
  const answers = [ask(), ask()];
  workerCalls.receive({
    type: "refused",
    epoch: "e1",
    id: 1,
    error: {
      type: "reply",
      kind: "technical",
      code: "timeout",
      message: "too slow",
      rawReply: null,
    },
  });
  reply(2, "Paris");
  expect(await Promise.all(answers)).toEqual(["ReplyError: too slow", "Paris"]);
});

test("a reply that cost nothing is not kept; one of an earlier start of the run is known as such", async () => {
  const { workerCalls, ask, go, reply, calls, kept, sentTexts } = openCalls({ paid: false });
  const answer = ask();
  go(1);
  calls[0]!.resolve(aReply("Paris"));
  await soon();
  reply(1, null, { earlier: true });
  expect([await answer, sentTexts(), kept, workerCalls.isEarlier(key)]).toEqual([
    "Paris",
    ["ask 1 of e1", "replied Paris"],
    [],
    true,
  ]);
  workerCalls.switchTo("e2");
  expect(workerCalls.isEarlier(key)).toBe(false);
});

test("what is kept is forgotten at the word of the coordinator that is there, and a disk that fails is told", async () => {
  const { workerCalls, kept } = openCalls();
  workerCalls.receive({ type: "kept", epoch: "e0", keys: [key] });
  workerCalls.receive({ type: "kept", epoch: "e1", keys: [key] });
  expect(kept).toEqual(["forgotten"]);
  const [full, stuck] = [new Error("full"), new Error("stuck")];
  const broken = openCalls({ disk: { keep: full, forget: stuck } });
  void broken.ask();
  broken.go(1);
  broken.calls[0]!.resolve(aReply("Paris"));
  broken.workerCalls.receive({ type: "kept", epoch: "e1", keys: [key] });
  await soon();
  expect([broken.errors, broken.sentTexts()]).toEqual([
    [stuck, full],
    ["ask 1 of e1", "replied Paris"],
  ]);
});

test("a reply that the coordinator has before it is on disk here leaves nothing behind", async () => {
  const folder = newFolder();
  const outbox = await Outbox.open(folder);
  const workerCalls: WorkerCalls = new WorkerCalls({
    send: message =>
      void (
        message.type === "replied" &&
        workerCalls.receive({ type: "kept", epoch: "e1", keys: [message.line.key] })
      ),
    outbox,
    onError: error => {
      throw error;
    },
  });
  workerCalls.switchTo("e1");
  void workerCalls
    .withPermission({
      name: "scripted",
      settings: { temperature: 0, seed: null },
      paid: true,
      complete: async () => aReply("Paris"),
    })
    .complete(aRequest("France"), never);
  workerCalls.receive({ type: "go", epoch: "e1", key, flight: 1 });
  await soon();
  await outbox.close();
  const later = await Outbox.open(folder);
  expect(later.readRemaining()).toEqual([]);
  await later.close();
});
