// What a coordinator's user is told of workers: one line when one comes or goes, and what to type while there is none.

import { expect, test } from "vitest";
import type { WorkerStatus } from "../../schemas/output/status.ts";
import { FleetWatch, waitingText } from "../../pipelines/queue/fleet-watch.ts";

const worker = (name: string, state: WorkerStatus["state"] = "works"): WorkerStatus => ({
  name,
  state,
  host: "h",
  since: "2026-01-01T00:00:00.000Z",
  rows: 0,
  capacity: 8,
  calls: 0,
  ended: 0,
  lastSign: 0,
  refuses: null,
});

const place = { displayAddress: "redis://10.0.0.5:6379/0", host: "10.0.0.5" };

/** Notices after looks at these workers, each given so often. */
function noticesAfter(
  ...looks: readonly (readonly [times: number, workers: readonly WorkerStatus[]])[]
): string[] {
  const notices: string[] = [];
  const watch = new FleetWatch({ address: place, onNotice: text => notices.push(text) });
  for (const [times, workers] of looks)
    for (let look = 0; look < times; look++) watch.update(workers);
  return notices;
}

const waiting = waitingText(place);
const come = (name: string) => `The worker ${name} on h has joined: it takes 8 rows at a time.`;

test("without any worker it is said at once, and once, what to type", () => {
  expect(noticesAfter([100, []])).toEqual([waiting]);
});

test("workers that are there have time to begin; when none takes rows for 15 looks, it is said", () => {
  expect(noticesAfter([14, [worker("a", "waits")]])).toEqual([]);
  expect(noticesAfter([15, [worker("a", "refuses")]])).toEqual([waiting]);
});

test("a worker is told of when it comes and when it goes, and when it was the last one, what to type", () => {
  expect(noticesAfter([5, [worker("a"), worker("b")]], [5, [worker("b")]], [14, []])).toEqual([
    come("a"),
    come("b"),
    "The worker a has left.",
    "The worker b has left.",
  ]);
  expect(noticesAfter([1, [worker("a")]], [40, []], [1, [worker("c")]], [15, []])).toEqual([
    come("a"),
    "The worker a has left.",
    waiting,
    come("c"),
    "The worker c has left.",
    waiting,
  ]);
});

test("one that falls silent is not said to have left, and one that speaks again is not a new one", () => {
  expect(
    noticesAfter([1, [worker("a")]], [9, [worker("a", "silent")]], [3, [worker("a")]]),
  ).toEqual([come("a")]);
  expect(noticesAfter([1, [worker("a")]], [9, [worker("a", "silent")]], [3, []])).toEqual([
    come("a"),
  ]);
  expect(
    noticesAfter(
      [1, [worker("a")]],
      [2, [worker("a", "silent")]],
      [2, [worker("a", "leaving")]],
      [1, []],
    ),
  ).toEqual([come("a"), "The worker a has left."]);
});

test("what is to be typed names the queue without its password, and says when one is needed or the address is this machine's own", () => {
  expect(waiting).toBe(
    "Waiting for workers. Type on any machine: ragwright worker --queue redis://10.0.0.5:6379/0",
  );
  expect(waitingText({ ...place, password: "canary" })).toMatch(
    /RAGWRIGHT_QUEUE_PASSWORD set, type on any machine: /,
  );
  expect(waitingText({ ...place, password: "canary" })).not.toContain("canary");
  expect(waitingText({ ...place, password: "canary", secret: "another canary" })).toMatch(
    /USER, RAGWRIGHT_QUEUE_PASSWORD, and RAGWRIGHT_QUEUE_SECRET set, type on any machine: /,
  );
  expect(waitingText({ displayAddress: "redis://localhost:6379/0", host: "localhost" })).toContain(
    "on this machine (on others,",
  );
});
