// What a worker tells of itself, read back; whatever else stands there is none.

import { expect, test } from "vitest";
import { parseHeartbeat } from "../../pipelines/queue/heartbeat.ts";
import { aBeat } from "./beats.ts";

const beat = aBeat("s", { host: "主机", epoch: null, capacity: 8 });

test("a heartbeat is read as it was written, and what a later version adds is passed over", () => {
  expect(parseHeartbeat(JSON.stringify(beat))).toEqual(beat);
  expect(parseHeartbeat(JSON.stringify({ ...beat, later: 1 }))).toEqual(beat);
});

test("what is not a heartbeat is undefined", () => {
  const { session: _session, ...headless } = beat;
  const none = [
    null,
    "",
    "{",
    "null",
    "[]",
    "1",
    '"s"',
    JSON.stringify(headless),
    JSON.stringify({ ...beat, rows: 0.5 }),
    JSON.stringify({ ...beat, epoch: 1 }),
  ];
  expect(none.map(parseHeartbeat)).toEqual(none.map(() => undefined));
});
