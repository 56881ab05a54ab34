// Of whatever is posted only messages of the known forms are taken in; the others are counted.

import { expect, test } from "vitest";
import {
  type CoordinatorMessage,
  parseCoordinatorPost,
  parseWorkerPost,
  type WorkerMessage,
} from "../../pipelines/queue/messages.ts";
import { aCall, aReply } from "../llm/requests.ts";
import { aCallLine } from "./call-lines.ts";

const call = aCall("k");
const line = aCallLine("k");
const error = { type: "bug", name: "TypeError", message: "no", stack: null } as const;
const done = {
  input: "a",
  fingerprint: "f",
  outcome: "made",
  calls: ["k"],
  reads: [["docs", "get", "a", "h"]],
} as never;

const fromWorkers: WorkerMessage[] = [
  { type: "hello", epoch: "e", inFlight: ["k"], lastFlight: 3 },
  { type: "bye" },
  { type: "ask", epoch: "e", id: 1, call },
  { type: "replied", line },
  {
    type: "replied",
    line,
    took: 12.5,
    rates: {
      requestsPerMinute: 1,
      tokensPerMinute: null,
      remainingRequests: 0,
      remainingTokens: null,
      requestsReset: 60_000,
      tokensReset: null,
    },
  },
  { type: "failed", epoch: "e", key: "k", flight: 1, error },
  {
    type: "failed",
    epoch: "e",
    key: "k",
    flight: 1,
    error: {
      type: "retryable",
      code: "timeout",
      message: "slow",
      retryAfter: null,
      maybeBilled: true,
      status: null,
    },
  },
  { type: "row", epoch: "e", id: 1, end: { value: [1, { done, rows: [{ id: "a" }] }] } },
  { type: "row", epoch: "e", id: 1, end: { value: [1, "parked"] } },
  { type: "row", epoch: "e", id: 1, end: { blob: "h" } },
  { type: "row-broke", epoch: "e", id: 1, error },
];
const fromCoordinators: CoordinatorMessage[] = [
  { type: "go", epoch: "e", key: "k", flight: 1 },
  {
    type: "reply",
    epoch: "e",
    id: 1,
    reply: { ...aReply("{}"), batch: true },
    earlier: false,
  },
  { type: "reply", epoch: "e", id: 1, reply: null, earlier: true },
  { type: "refused", epoch: "e", id: 1, error },
  { type: "kept", epoch: "e", keys: ["k"] },
];

test("what workers and coordinators send is taken as it is", () => {
  expect(parseWorkerPost({ worker: "w", session: "s", number: 1, messages: fromWorkers })).toEqual({
    worker: "w",
    session: "s",
    number: 1,
    messages: fromWorkers,
    dropped: 0,
  });
  expect(parseCoordinatorPost({ session: "s", messages: fromCoordinators })).toEqual({
    session: "s",
    messages: fromCoordinators,
    dropped: 0,
  });
});

test.each([
  null,
  {},
  { type: "nonsense" },
  { type: "hello", epoch: "e", inFlight: [1], lastFlight: 3 },
  { type: "replied", line: { ...line, usage: null } },
  { type: "replied", line: { ...line, key: "" } },
  { type: "row", epoch: "e", id: 1, end: { value: [1, { done: { input: "a" }, rows: [] }] } },
  { type: "row", epoch: "e", id: "1", end: { blob: "h" } },
  { type: "failed", epoch: "e", key: "k", flight: 1, error: null },
  { type: "go", epoch: "e", key: 5, flight: 1 },
])("%j is none, and what stands beside it is taken", message => {
  const bye = { type: "bye" } as const;
  expect(
    parseWorkerPost({ worker: "w", session: "s", number: 1, messages: [message, bye] }),
  ).toMatchObject({
    messages: [bye],
    dropped: 1,
  });
  const kept = { type: "kept", epoch: "e", keys: [] } as const;
  expect(parseCoordinatorPost({ session: "s", messages: [message, kept] })).toMatchObject({
    messages: [kept],
    dropped: 1,
  });
});

test.each([
  null,
  5,
  "x",
  [],
  {},
  { worker: "w" },
  { worker: "w", session: "s", number: 1, messages: {} },
])("%j is not a post", value => {
  expect([parseWorkerPost(value), parseCoordinatorPost(value)]).toEqual([undefined, undefined]);
});
