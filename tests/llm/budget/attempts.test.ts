// The file of attempts: what may have been billed without a reply is known after any stop, and rubbish is named.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { openAttemptFile } from "../../../pipelines/llm/budget/attempts.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { freshFolder } from "../../support/folder.ts";
import { drawnEvents, nextEvent, pumped, toyDisk } from "./toy-disk.ts";
import { cases } from "../../support/cases.ts";

const folder = freshFolder();
let path = "";
beforeEach(() => {
  path = folder("run", "attempts.jsonl");
});

const unanswered = () => false;

/** Reserves each key's nano-dollars, and releases those named. */
async function keeping(
  attempts: readonly (readonly [string, number])[],
  released: readonly string[] = [],
): Promise<void> {
  const file = await openAttemptFile(path, unanswered);
  await file.reserve(attempts.map(([key, maxCost]) => ({ key, maxCost })));
  for (const key of released) await file.release(key);
  await file.close();
}

async function openNow(
  answered: (key: string) => boolean = unanswered,
): Promise<[string, number[]][]> {
  const file = await openAttemptFile(path, answered);
  await file.close();
  return [...file.openAttempts];
}

test("an attempt is one short line with what it may cost in USD, and one more when it was released", async () => {
  await keeping([["a", 12_300_000]], ["a"]);
  expect(readFileSync(path, "utf8")).toBe(
    '{"key":"a","most":0.0123}\n{"key":"a","released":true}\n',
  );
});

test("amounts come back to the nano-dollar", async () => {
  const draw = drawFrom(7);
  const amounts = [
    1,
    3,
    7,
    1e9 - 1,
    ...Array.from({ length: 500 }, () => draw(2 ** 31) * (1 + draw(1000))),
  ];
  await keeping(amounts.map((most, index) => [`k${index}`, most]));
  expect((await openNow()).flatMap(([, mosts]) => mosts)).toEqual(amounts);
});

test("of a key's attempts those count that were neither released nor answered", async () => {
  await keeping(
    [
      ["lost", 5],
      ["released", 6],
      ["answered", 7],
      ["lost, then answered", 8],
      ["lost, then answered", 9],
      ["lost", 10],
    ],
    ["released"],
  );
  expect(await openNow(key => key.includes("answered"))).toEqual([
    ["lost", [5, 10]],
    ["lost, then answered", [8]],
  ]);
});

test("cut at any byte, whole lines count and the next attempt follows them", async () => {
  await keeping([
    ["a", 1],
    ["b", 20_000],
    ["c", 3],
  ]);
  const whole = readFileSync(path);
  const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([index]) => index);
  for (let cut = 0; cut <= whole.length; cut++) {
    writeFileSync(path, whole.subarray(0, cut));
    await keeping([["d", 4]]);
    // A last line that lacks only its newline is whole.
    const kept = ["a", "b", "c"].slice(0, ends.filter(end => end <= cut).length);
    expect([cut, (await openNow()).map(([key]) => key)]).toEqual([cut, [...kept, "d"]]);
  }
});

cases<[bad: string]>(
  "llm/budget/attempts",
  "a bad line (%s) stops, with the file, the line's number and what to do",
  async bad => {
    await keeping([["a", 1]]);
    appendFileSync(path, `${bad}\n`);
    await keeping([]).then(
      () => expect.unreachable(),
      (error: unknown) =>
        expect(error).toMatchObject({
          name: "PipelineError",
          code: "corrupt-file",
          message: expect.stringContaining(`${path} line 2`),
          hint: expect.stringContaining("line 2"),
        }),
    );
  },
);

test("what is reserved is on disk and outlives a power cut; a release may not, nor is it waited for", async () => {
  const events = drawnEvents(drawFrom(1));
  // Of what is only written, nothing is left.
  const disk = toyDisk(events, () => 0);
  const file = await pumped(events, openAttemptFile(path, unanswered, disk.open));
  await pumped(events, file.reserve([{ key: "a", maxCost: 1 }]));
  await pumped(events, file.release("a"));
  disk.stop("power cut");
  expect(await openNow()).toEqual([["a", [1]]]);
});

test("a power cut at any moment after a torn tail was found leaves no bad line", async () => {
  const torn = `${JSON.stringify({ key: "a", most: 1 })}\n{"key":"torn`;
  for (let moment = 0; moment <= 4; moment++) {
    await keeping([]);
    writeFileSync(path, torn);
    const events = drawnEvents(drawFrom(1));
    // Nothing of what was only written is lost, but the file is not yet cut to its whole lines.
    const disk = toyDisk(events, n => n - 1);
    void openAttemptFile(path, unanswered, disk.open).then(file =>
      file.reserve([{ key: "b", maxCost: 1 }]),
    );
    // A cut to size and an fsync, then a write and an fsync.
    for (let happened = 0; happened < moment; ) happened += (await nextEvent(events)) ? 1 : 0;
    disk.stop("power cut");
    expect([moment, (await openNow()).map(([key]) => key)]).toEqual([
      moment,
      ["a", "b"].slice(0, moment < 3 ? 1 : 2),
    ]);
  }
});

test("attempts reserved together stand together or not at all", async () => {
  const file = await openAttemptFile(path, unanswered);
  await file.reserve([
    { key: "a", maxCost: 1 },
    { key: "b", maxCost: 2 },
  ]);
  await file.reserve([]);
  await file.close();
  expect(await openNow()).toEqual([
    ["a", [1]],
    ["b", [2]],
  ]);
});
