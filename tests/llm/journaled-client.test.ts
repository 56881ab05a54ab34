// The journal of calls: nothing answered is asked again, and what a stop or a full disk leaves is repaired or named.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { FileMethods, OpenHandle } from "../../pipelines/llm/commit-file.ts";
import { Journal, readCalls } from "../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../pipelines/llm/journaled-client.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { withWrites, type WriteBytes } from "./changed-writes.ts";
import { aReply, aRequest, never, paris, scripted } from "./requests.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();
const path = () => at("run", "calls.jsonl");

const countries = ["France", "Spain", "Italy", "Chad"];

async function asking(model: Model, names: readonly string[], openHandle?: OpenHandle) {
  const journal = await Journal.open(path(), openHandle);
  const kept = withChatJournal(journal, model);
  const settled = await Promise.allSettled(
    names.map(name => kept.complete(aRequest(name, model), never)),
  );
  await journal.close();
  return settled.map(result => (result.status === "fulfilled" ? result.value.text : result.reason));
}

const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error: unknown) => error,
  );

test("a line holds key, messages hash, where it was asked, usage and the raw reply, the key first", async () => {
  const model = scripted(aReply(paris));
  await asking(model, ["France"]);
  const line = JSON.parse(readFileSync(path(), "utf8"));
  const { key } = aRequest("France", model);
  expect(line).toEqual({
    key,
    messages: expect.stringMatching(/^[0-9a-f]{64}$/),
    stage: "items/capital",
    prompt: "items/capital",
    language: "en",
    model: "scripted",
    usage: { inputTokens: 7, outputTokens: 3 },
    finish: "stop",
    reply: paris,
  });
  expect(readFileSync(path(), "utf8").startsWith(`{"key":"${key}",`)).toBe(true);
});

test("a reply that was journaled is never asked for again, and comes back as it was", async () => {
  const odd = aReply('巴黎 \u2028 \ud800 "\n', "length");
  await asking(scripted(odd, aReply("b")), ["France", "Spain"]);
  const journal = await Journal.open(path());
  const silent = scripted();
  const replies = [
    await withChatJournal(journal, silent).complete(aRequest("France"), never),
    await withChatJournal(journal, silent).complete(aRequest("Spain"), never),
  ];
  await journal.close();
  expect(replies).toEqual([odd, aReply("b")]);
  expect(silent.asked).toEqual([]);
});

test("two equal requests at one time make one call", async () => {
  const model = scripted(aReply(paris));
  expect(await asking(model, ["France", "France", "France"])).toEqual([paris, paris, paris]);
  expect(model.asked).toHaveLength(1);
});

test("a failed call is not journaled: it is asked again", async () => {
  const model = scripted(new Error("boom"), aReply(paris));
  const journal = await Journal.open(path());
  const kept = withChatJournal(journal, model);
  await expect(kept.complete(aRequest("France"), never)).rejects.toThrow("boom");
  expect((await kept.complete(aRequest("France"), never)).text).toBe(paris);
  await journal.close();
});

test("cut at any byte, a journal keeps its whole lines and asks only for the rest", async () => {
  await asking(scripted(aReply("一"), aReply("二"), aReply("三")), countries.slice(0, 3));
  const whole = readFileSync(path());
  const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([index]) => index);
  for (const cut of [
    0,
    1,
    2,
    ...ends.flatMap(end => [end - 40, end - 3, end - 1, end, end + 1, end + 30]),
    whole.length,
  ].filter(size => size >= 0 && size <= whole.length)) {
    writeFileSync(path(), whole.subarray(0, cut));
    // A last line that lacks only its newline is whole.
    const kept = ends.filter(end => end <= cut).length;
    const model = scripted(...Array.from({ length: 4 }, () => aReply("again")));
    await asking(model, countries.slice(0, 3));
    expect([cut, model.asked.length]).toEqual([cut, 3 - kept]);
    expect([...readCalls(path())].map(({ call }) => call.key).sort()).toEqual(
      countries
        .slice(0, 3)
        .map(name => aRequest(name).key)
        .sort(),
    );
  }
});

test("any other bad line stops, with the file, the line's number and what to do", async () => {
  await asking(scripted(aReply("a"), aReply("b"), aReply("c")), countries.slice(0, 3));
  const [first = "", second = "", third = ""] = readFileSync(path(), "utf8").split("\n");
  const head = second.slice(0, second.indexOf('"reply":"') + '"reply":"'.length);
  const cutInReply = [`${head}}`, `${head}{\\"capital\\":\\"Paris\\"}`, `${head}{\\"cap${third}`];
  for (const bad of [
    second.slice(0, 50),
    '{"key":"x"}',
    "[]",
    "",
    `${second}${second}`,
    ...cutInReply,
  ]) {
    writeFileSync(path(), `${first}\n${bad}\n${third}\n`);
    const error = await thrownBy(() => Journal.open(path()));
    expect(error).toBeInstanceOf(PipelineError);
    expect(error).toMatchObject({
      code: "corrupt-file",
      message: expect.stringContaining(`${path()} line 2`),
      hint: expect.stringContaining("line 2"),
    });
  }
});

test("a line that is broken inside its reply is told when that reply is asked for; the others are there", async () => {
  await asking(scripted(aReply("a"), aReply("b"), aReply("c")), countries.slice(0, 3));
  writeFileSync(path(), readFileSync(path(), "utf8").replace('"reply":"b"', '"reply":"b" or so"'));
  const journal = await Journal.open(path());
  expect((await journal.find(aRequest("France").key))?.reply).toBe("a");
  expect(await thrownBy(() => journal.find(aRequest("Spain").key))).toMatchObject({
    code: "corrupt-file",
    message: expect.stringContaining(`${path()} line 2`),
    hint: expect.stringContaining("line 2"),
  });
  await journal.close();
});

test("what was spent is summed by model and price, over what stood in the journal and what comes", async () => {
  const cached = { inputTokens: 7, outputTokens: 3, cachedTokens: 2 };
  const [plain, byBatch] = [aReply("a"), { ...aReply("b"), usage: cached, batch: true as const }];
  await asking(scripted(plain, byBatch, plain), countries.slice(0, 3));
  const journal = await Journal.open(path());
  const other = { ...scripted(byBatch, plain), name: "other" };
  for (const name of ["Spain", "Chad"])
    await withChatJournal(journal, other).complete(aRequest(name, other), never);
  const spent = [
    {
      model: "scripted",
      batch: false,
      calls: 2,
      inputTokens: 14,
      outputTokens: 6,
      cachedTokens: 0,
      cost: null,
    },
    { model: "scripted", batch: true, calls: 1, ...cached, cost: null },
    { model: "other", batch: true, calls: 1, ...cached, cost: null },
    { model: "other", batch: false, calls: 1, ...cached, cachedTokens: 0, cost: null },
  ];
  expect(journal.spending()).toEqual(spent);
  await journal.close();
  const again = await Journal.open(path());
  expect(again.spending()).toEqual(spent);
  await again.close();
});

test("what a call cost stands beside it by that day's price, and a later price does not rewrite it", async () => {
  const costing = (price: number) => Journal.open(path(), undefined, () => price);
  const fill = async (journal: Journal, name: string) => {
    await withChatJournal(journal, scripted(aReply(name))).complete(aRequest(name), never);
    const costs = journal.spending().map(({ calls, cost }) => [calls, cost]);
    await journal.close();
    return costs;
  };
  expect(await fill(await Journal.open(path()), "Chad")).toEqual([[1, null]]);
  expect(await fill(await costing(0.1 + 0.2), "Spain")).toEqual([
    [1, null],
    [1, 0.3],
  ]);
  expect(await fill(await costing(1e-7), "France")).toEqual([
    [1, null],
    [2, 0.3000001],
  ]);
  const lines = readFileSync(path(), "utf8").trim().split("\n");
  expect(lines.map(line => (JSON.parse(line) as { cost?: number }).cost)).toEqual([
    undefined,
    0.3,
    1e-7,
  ]);
});

test("a full disk is an error for the reader; its half line is gone, and what follows is whole", async () => {
  let fullFor = 1;
  const full = withWrites(handle => ({
    write: (async (bytes, from, length, place) => {
      if (fullFor === 0) return handle.write(bytes, from, length, place);
      fullFor--;
      await handle.write(bytes, from, 20, place);
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    }) satisfies WriteBytes as FileMethods["write"],
  }));
  const journal = await Journal.open(path(), full);
  const kept = withChatJournal(journal, scripted(aReply(paris), aReply("short")));
  const error = await thrownBy(() => kept.complete(aRequest("France"), never));
  expect(error).toMatchObject({
    name: "PipelineError",
    code: "disk",
    message: expect.stringContaining(path()),
  });
  expect(journal.has(aRequest("France").key)).toBe(false);
  await kept.complete(aRequest("Spain"), never);
  await journal.close();
  expect([...readCalls(path())].map(({ call }) => call.reply)).toEqual(["short"]);
});

test("a paid reply is on disk before it is used; one that costs nothing is not waited for", async () => {
  const order: string[] = [];
  const noting = withWrites(handle => ({
    write: ((bytes, from, length, place) => {
      order.push("written");
      return handle.write(bytes, from, length, place);
    }) satisfies WriteBytes as FileMethods["write"],
    datasync: async () => {
      await handle.datasync();
      order.push("on disk");
    },
  }));
  const journal = await Journal.open(path(), noting);
  const paid = scripted(aReply(paris));
  await withChatJournal(journal, paid).complete(aRequest("France"), never);
  order.push("used");
  await withChatJournal(journal, { ...scripted(aReply("free")), paid: false }).complete(
    aRequest("Spain"),
    never,
  );
  order.push("used");
  expect(order.slice(order.indexOf("written"))).toEqual([
    "written",
    "on disk",
    "used",
    "written",
    "used",
  ]);
  await journal.close();
});

test("replies that arrive together share one fsync", async () => {
  let synced = 0;
  const counting = withWrites(handle => ({
    datasync: async () => {
      synced++;
      await handle.datasync();
    },
  }));
  const many = Array.from({ length: 50 }, (_, index) => `country ${index}`);
  await asking(scripted(...many.map(name => aReply(name))), many, counting);
  expect(synced).toBeLessThan(10);
  expect([...readCalls(path())]).toHaveLength(50);
});

test.each(["EACCES", "EROFS", "ENOSPC"])(
  "a journal that cannot be opened (%s) is an error for the reader",
  async code => {
    const closed: OpenHandle = () => Promise.reject(Object.assign(new Error("no"), { code }));
    expect(await thrownBy(() => Journal.open(path(), closed))).toMatchObject({
      name: "PipelineError",
      code: "disk",
      message: expect.stringContaining(path()),
    });
  },
);

test("the first reply to a key stands, since rows were built on it", async () => {
  await asking(scripted(aReply("first")), ["France"]);
  const again = readFileSync(path(), "utf8").replace('"reply":"first"', '"reply":"second"');
  appendFileSync(path(), again);
  expect(await asking(scripted(), ["France"])).toEqual(["first"]);
});
