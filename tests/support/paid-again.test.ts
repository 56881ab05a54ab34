// Who paid twice, and who could not know: told apart by what each life of a worker had kept when it was killed.

import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { freshFolder } from "./folder.ts";
import { keptQuestions, paidAgain } from "./paid-again.ts";
import type { LoggedRequest } from "./replay/request-log.ts";
import { recordedLine } from "./replay/client.ts";

const inFolder = freshFolder();

const line = (
  at: number,
  client: string,
  question: string,
  more: Partial<LoggedRequest> = {},
): LoggedRequest => ({
  at,
  ended: at + 5,
  client,
  tariff: "chat",
  question,
  request: question,
  tokens: 10,
  outcome: "good",
  billed: true,
  delivered: true,
  ...more,
});

const counted = (log: LoggedRequest[], killed: Record<string, string[]> = {}) => {
  const seen = paidAgain(
    log,
    new Map(Object.entries(killed).map(([client, kept]) => [client, new Set(kept)])),
  );
  return {
    unheard: seen.unheard.map(({ again }) => again.at),
    wrongly: seen.wrongly.map(({ again }) => again.at),
  };
};

test("a request made once, or again after a reply that never arrived, is not paid again", () => {
  const log = [
    line(1, "a.1", "p"),
    line(2, "a.1", "q", { outcome: "reset", delivered: false }),
    line(3, "a.1", "q"),
    line(6, "b.1", "s", { outcome: "429", billed: false, delivered: false }),
    line(7, "b.1", "s"),
  ];
  expect(counted(log)).toEqual({ unheard: [], wrongly: [] });
});

test("a whole reply to a life that was killed before it kept it had reached nobody", () => {
  const log = [line(1, "a.1", "p"), line(9, "b.1", "p")];
  expect(counted(log, { "a.1": [] })).toEqual({ unheard: [9], wrongly: [] });
});

test("a reply that the killed life had kept, or that went to a life that was not killed, is paid again wrongly", () => {
  const log = [line(1, "a.1", "p"), line(9, "b.1", "p")];
  expect(counted(log, { "a.1": ["p"] })).toEqual({ unheard: [], wrongly: [9] });
  expect(counted(log, { "a.2": [], "b.1": [] })).toEqual({ unheard: [], wrongly: [9] });
  expect(counted(log)).toEqual({ unheard: [], wrongly: [9] });
});

test("two workers with one request in flight at once pay twice, though neither reply was there when the other was asked for", () => {
  expect(counted([line(1, "a.1", "p", { ended: 50 }), line(2, "b.1", "p", { ended: 60 })])).toEqual(
    { unheard: [], wrongly: [2] },
  );
});

test("of the replies before, one that was heard is enough", () => {
  const log = [line(1, "a.1", "p"), line(5, "b.1", "p"), line(9, "c.1", "p")];
  expect(counted(log, { "a.1": [] })).toEqual({ unheard: [5, 9], wrongly: [9] });
});

test("a slow reply that came whole is a reply; the lines may stand in any order", () => {
  expect(counted([line(9, "b.1", "p"), line(1, "a.1", "p", { outcome: "slow" })])).toEqual({
    unheard: [],
    wrongly: [9],
  });
});

test("a reply that cannot be used leads to a second call of its question, which cannot be told from the first", () => {
  expect(() => counted([line(1, "a.1", "p", { outcome: "empty" })])).toThrow("replies=0");
});

test("what is kept stands in the journal or in the worker's outbox, without the line that was being written", () => {
  const [run, worker] = [inFolder("run"), inFolder("worker-1")];
  expect(keptQuestions(run, worker)).toEqual(new Set());
  mkdirSync(run);
  mkdirSync(inFolder("worker-1", "outbox"), { recursive: true });
  const [rome, oslo, lima] = ["Rome", "Oslo", "Lima"].map(capital => recordedLine(capital));
  writeFileSync(inFolder("run", "calls.jsonl"), `${JSON.stringify(rome)}\n`);
  writeFileSync(
    inFolder("worker-1", "outbox", "replies-12.jsonl"),
    `${JSON.stringify(oslo)}\n${JSON.stringify(lima).slice(0, 40)}`,
  );
  expect(keptQuestions(run, worker)).toEqual(new Set([rome!.messages, oslo!.messages]));
});
