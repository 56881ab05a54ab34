// What the replay server writes of each request, for those who count afterwards.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import { freshFolder } from "../folder.ts";
import { asking, outcomeOf, replays, replyOn } from "./client.ts";
import type { LoggedRequest } from "./request-log.ts";

const start = replays();
const inFolder = freshFolder();

/** All lines, once there are so many: a reply may be read before its line is written. */
async function linesOf(path: string, count: number): Promise<LoggedRequest[]> {
  const read = () => readFileSync(path, "utf8").split("\n").slice(0, -1);
  await vi.waitUntil(() => read().length >= count);
  return read().map(line => JSON.parse(line) as LoggedRequest);
}

test("a delivered reply is a line with its time, key, question and tokens", async () => {
  const log = inFolder("log.jsonl");
  let now = 1000;
  const { ask } = await start({ log, key: "worker-1" }, () => (now += 5));
  await ask(asking("Rome"), { seed: 7 });
  const question = hashOf(asking("Rome"));
  const [line, ...more] = await linesOf(log, 1);
  expect(line).toMatchObject({ client: "worker-1", tariff: "chat", question, tokens: 110, outcome: "good", billed: true, delivered: true });
  expect(line!.request).not.toBe(question);
  expect(line!.ended).toBeGreaterThan(line!.at);
  expect(more).toEqual([]);
});

test.each([
  ["reset", true, false],
  ["truncated", true, false],
  ["empty", true, true],
  ["500", false, false],
])("a planted %s is a line too: billed %s, delivered %s", async (outcome, billed, delivered) => {
  const log = inFolder("log.jsonl");
  const { ask } = await start({ log, faults: `${outcome}=1`, faultsPerQuestion: 1 });
  await outcomeOf(ask(asking("Rome")));
  expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
  expect(await linesOf(log, 2)).toMatchObject([
    { outcome, billed, delivered },
    { outcome: "good", billed: true, delivered: true },
  ]);
});

test("a request above the limits is a line with what it would have weighed", async () => {
  const log = inFolder("log.jsonl");
  const { ask } = await start({ log, rpm: 1 }, () => 0);
  expect([await outcomeOf(ask(asking("Rome"))), await outcomeOf(ask(asking("Oslo")))]).toEqual([replyOn("Rome"), "429"]);
  expect((await linesOf(log, 2)).map(({ outcome, tokens, billed }) => [outcome, tokens, billed])).toEqual([
    ["good", 110, true],
    ["rate-limited", 110, false],
  ]);
});

test("a server writes its file anew, and so does a reset; what is not asked of a model is no line", async () => {
  const log = inFolder("log.jsonl");
  const { ask, server } = await start({ log });
  await ask(asking("Rome"));
  await fetch(`${server.baseUrl}/nowhere`);
  expect(await linesOf(log, 1)).toHaveLength(1);
  server.reset();
  expect(readFileSync(log, "utf8")).toBe("");
  await ask(asking("Rome"));
  expect(await linesOf(log, 1)).toHaveLength(1);
});
