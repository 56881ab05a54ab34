// What `status` says of a queue, for people.

import { expect, test } from "vitest";
import type { QueueStatus, WorkerStatus } from "../../schemas/output/status.ts";
import { queueText, callsText, statusText } from "../../pipelines/cli/status-text.ts";

const works: WorkerStatus = {
  name: "vm-1",
  state: "works",
  host: "vm",
  since: "2026-01-02T03:04:05.678Z",
  rows: 12,
  capacity: 160,
  calls: 9,
  ended: 300,
  lastSign: 1400,
  refuses: null,
};
const queue: QueueStatus = {
  place: "redis://h:6379/0",
  reachable: true,
  problem: null,
  coordinator: true,
  run: "/runs/a on h",
  rows: { waiting: 24, withWorkers: 12 },
  calls: 9,
  workers: [works],
};

test("the coordinator, rows, calls and each worker are told", () => {
  const [head, , line] = queueText(queue).split("\n");
  expect(head).toBe(
    "queue redis://h:6379/0: the coordinator is running; 24 rows waiting, 12 with workers, 9 calls in flight",
  );
  expect(line?.trim().split(/\s{2,}/)).toEqual([
    "vm-1",
    "vm",
    "2026-01-02 03:04:05",
    "12 of 160",
    "9",
    "300",
    "1 s ago",
    "works",
  ]);
});

test("a refusal is told in full, under the table", () => {
  const refuses = "The model openai:m needs a key, and KEY is not set. Type: export KEY=…";
  expect(
    queueText({ ...queue, workers: [works, { ...works, name: "vm-2", state: "refuses", refuses }] })
      .split("\n")
      .at(-1),
  ).toBe(`The worker vm-2 on vm takes no rows: ${refuses}`);
});

test("a queue that cannot be looked at is one line", () => {
  const text = queueText({
    ...queue,
    reachable: false,
    problem: "Redis at redis://h:6379/0 does not answer: ECONNREFUSED Start it.",
  });
  expect(text).toBe(
    "queue redis://h:6379/0: cannot be read. Redis at redis://h:6379/0 does not answer: ECONNREFUSED Start it.",
  );
  expect(queueText({ ...queue, problem: "Another run is using the queue: /b on h." })).toBe(
    "queue redis://h:6379/0: Another run is using the queue: /b on h.",
  );
});

test("tokens from a provider's cache are named beside all tokens", () => {
  const call = { stage: "s", model: "m", batch: false, calls: 3, cost: 0.0024 };
  const calls = [{ ...call, inputTokens: 3000, outputTokens: 300, cachedTokens: 1600 }];
  const spending = { cost: 0.0024, unpriced: [], repriced: 0, maxCost: null, unanswered: null };
  expect(callsText({ calls, spending })).toBe(
    "3 calls, 3300 tokens, of which 1600 cached, $0.0024",
  );
});

test("a run in another container is at work as far as its last sign tells", () => {
  const status = {
    stages: [],
    calls: [],
    spending: { cost: null, unpriced: [], maxCost: null, unanswered: null },
  };
  const running = {
    pid: 7,
    isHere: false,
    host: "build-2",
    since: "2026-11-22T10:21:33.000Z",
    lastSign: "2026-11-22T10:25:02.000Z",
  };
  const text = (holder: object) =>
    statusText({ ...status, running: holder, queue: null } as unknown as Parameters<
      typeof statusText
    >[0]);
  expect(text(running)).toContain(
    "process 7 on build-2, since 2026-11-22 10:21:33 UTC, last heartbeat 2026-11-22 10:25:02 UTC holds the lock on another machine or in another container",
  );
  expect(text({ ...running, isHere: true })).toContain(
    "last heartbeat 2026-11-22 10:25:02 UTC is running",
  );
});
