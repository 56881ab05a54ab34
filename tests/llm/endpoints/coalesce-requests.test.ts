// Requests that go together: what is gathered, who gets which part, and who fails alone.

import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import {
  withCoalescing,
  type GroupLimits,
} from "../../../pipelines/llm/endpoints/coalesce-requests.ts";
import type { Client, MeteredReply, SizedRequest } from "../../../pipelines/llm/model.ts";

interface Word extends SizedRequest {
  readonly word: string;
}
interface Words extends SizedRequest {
  readonly words: readonly string[];
}
interface Loud extends MeteredReply {
  readonly loud: string;
}
interface Louds extends MeteredReply {
  readonly louds: readonly string[];
}

const never = new AbortController().signal;
const sizes = { stage: "s", maxReplyTokens: 0 };
const aWord = (word: string): Word => ({ ...sizes, key: word, word, maxInputTokens: word.length });
const usage = { inputTokens: 0, outputTokens: 0 };
const tooBad = () => new ReplyError("technical", "bad-request", "refused", null);

const grouping = {
  gather: (parts: readonly Word[]): Words => ({
    ...sizes,
    key: parts.map(({ key }) => key).join(),
    words: parts.map(({ word }) => word),
    maxInputTokens: 0,
  }),
  share: ({ louds }: Louds): Loud[] => louds.map(loud => ({ loud, usage })),
};

/** Makes words loud; keeps the groups it was asked for. */
function shouter(
  answer: (words: readonly string[], signal: AbortSignal) => Promise<void> = async () => {},
  limits: Partial<GroupLimits> = {},
) {
  const asked: string[] = [];
  const client: Client<Words, Louds, object> = {
    name: "shouter",
    settings: {},
    paid: true,
    complete: async ({ words }, signal) => {
      asked.push(words.join(" "));
      await answer(words, signal);
      return { louds: words.map(word => word.toUpperCase()), usage };
    },
  };
  const shout = withCoalescing(client, grouping, {
    maxParts: 4,
    maxBytes: 1000,
    wait: 1,
    ...limits,
  });
  const all = (...words: string[]) =>
    Promise.allSettled(words.map(word => shout.complete(aWord(word), never))).then(ends =>
      ends.map(end => (end.status === "fulfilled" ? end.value.loud : end.reason)),
    );
  return { asked, shout, all };
}

test("requests that come close together are one, and each gets its own part in its place", async () => {
  const { asked, all } = shouter();
  expect(await all("a", "b", "c")).toEqual(["A", "B", "C"]);
  expect(asked).toEqual(["a b c"]);
});

test("a group is full by number or by bytes, and is then sent without a wait", async () => {
  const byNumber = shouter(undefined, { wait: 1_000_000 });
  expect(await byNumber.all("a", "b", "c", "d", "e", "f", "g", "h")).toEqual([
    "A",
    "B",
    "C",
    "D",
    "E",
    "F",
    "G",
    "H",
  ]);
  expect(byNumber.asked).toEqual(["a b c d", "e f g h"]);
  const byBytes = shouter(undefined, { maxBytes: 5 });
  await byBytes.all("aa", "bb", "cc", "longest", "d");
  expect(byBytes.asked).toEqual(["aa bb", "cc", "longest", "d"]);
});

test("a part that is refused fails alone; the others are answered in their order", async () => {
  const { asked, all } = shouter(async words => {
    if (words.includes("bad")) throw tooBad();
  });
  expect(await all("a", "bad", "c", "d")).toEqual(["A", expect.any(ReplyError), "C", "D"]);
  expect(asked).toEqual(["a bad c d", "a bad", "c d", "a", "bad"]);
});

test("where groups were only too large they stay as small as was taken", async () => {
  const { asked, all } = shouter(
    async words => {
      if (words.length > 2) throw tooBad();
    },
    { maxParts: 8 },
  );
  await all("a", "b", "c", "d", "e", "f", "g", "h");
  expect(asked).toHaveLength(7);
  expect(await all("i", "j", "k", "l")).toEqual(["I", "J", "K", "L"]);
  expect(asked.slice(7)).toEqual(["i j", "k l"]);
});

test.each([
  new PipelineError("provider", "no key", { hint: "set it" }),
  new ReplyError("technical", "unavailable", "gone (6 tries)", null),
  new TypeError("a bug"),
])("any other failure ($name) is every part's, and nothing is asked again", async error => {
  const { asked, all } = shouter(async () => {
    throw error;
  });
  expect(await all("a", "b")).toEqual([error, error]);
  expect(asked).toHaveLength(1);
});

test("a part that stops before it is sent is not sent; its reason is that of its stop", async () => {
  const { asked, shout, all } = shouter();
  const stop = new AbortController();
  const left = shout.complete(aWord("left"), stop.signal);
  const rest = all("a", "b");
  stop.abort(new Error("stopped"));
  await expect(left).rejects.toThrow("stopped");
  expect(await rest).toEqual(["A", "B"]);
  expect(asked).toEqual(["a b"]);
  await expect(shout.complete(aWord("late"), stop.signal)).rejects.toThrow("stopped");
  expect(asked).toHaveLength(1);
});

/** A group in flight that ends when told, or when its own signal aborts. */
function held() {
  const signals: AbortSignal[] = [];
  let sent = () => {};
  const under = new Promise<void>(resolve => (sent = resolve));
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  const answer = async (_: readonly string[], signal: AbortSignal) => {
    signals.push(signal);
    sent();
    await Promise.race([
      released,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
  };
  return { signals, under, answer, release: () => release() };
}

test("a part that stops in flight leaves at once, and the group goes on for the others", async () => {
  const { signals, under, answer, release } = held();
  const { shout } = shouter(answer);
  const stop = new AbortController();
  const left = shout.complete(aWord("left"), stop.signal);
  const kept = shout.complete(aWord("kept"), never);
  await under;
  stop.abort(new Error("stopped"));
  await expect(left).rejects.toThrow("stopped");
  expect(signals[0]?.aborted).toBe(false);
  release();
  expect((await kept).loud).toBe("KEPT");
});

test("however many wait on one signal, it has one listener, and none when they are done", async () => {
  const { under, answer, release } = held();
  const { shout } = shouter(answer, { maxParts: 300 });
  const { signal } = new AbortController();
  const parts = Array.from({ length: 300 }, (_, index) =>
    shout.complete(aWord(`w${index}`), signal),
  );
  await under;
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  release();
  await Promise.all(parts);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
