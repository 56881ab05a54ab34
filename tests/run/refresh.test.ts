// A fresh split: what it says of the older one, and of news that brought nothing.

import { beforeEach, expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { type PipelineError, refresh } from "../../pipelines/index.ts";
import { countSharedRows } from "../../pipelines/run/older-split.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";
import { bridge, museum, newsItems, pooled } from "../support/sample-news.ts";
import { putNewsItems, putNewsRun, writeNewsRun } from "../support/sample-news-run.ts";
import { putRows } from "../support/sample-run.ts";
import { pool } from "../../schemas/crud/records.ts";
import { wholeInput } from "../../pipelines/engine/outcome-journal.ts";

const at = freshFolder();

const refreshed = async (seeds: Readonly<Record<string, string>>): Promise<PipelineError> => {
  writeFiles(at("seeds"), seeds);
  try {
    await refresh({
      older: at("older"),
      out: at("newer"),
      seeds: [at("seeds")],
      crud: { since: "2025-06-01" },
      model: "rules",
    });
  } catch (error) {
    return error as PipelineError;
  }
  throw new Error("a split came of it");
};

/** An article of a length that is taken. */
const article = (day: string): string =>
  JSON.stringify({
    title: "青屿港扩建",
    date: day,
    text: "青屿港第二期工程开工，新建泊位四个。".repeat(40),
  });

beforeEach(() => writeNewsRun(at("older")));

test("news of which none is new make no split: each is counted with its reason, and what to type is said", async () => {
  const { code, message, hint } = await refreshed({
    "a.jsonl": `${article("2025-05-02")}\n${article("2025-05-30")}\n`,
    "b.jsonl": `${JSON.stringify({ title: "短", date: "2025-06-03", text: "太短。" })}\n`,
  });
  expect(code).toBe("bad-input");
  expect(message).toMatch(
    /^There is no fresh split: none of the 3 articles that came in is new and usable \(.*2 rejected: too-old.*\)\. .*older is unchanged\.$/,
  );
  expect(message).toContain("1 rejected: too-short");
  expect(hint).toMatch(/When there is news, run the same command again; or give more articles/);
});

test("where no article came in at all, that is said", async () => {
  const { message } = await refreshed({ "empty.txt": "" });
  expect(message).toContain("There is no fresh split: no article came in");
});

test("items and sources that both splits have are counted in their rows, by id and by text", () => {
  const shared = () => countSharedRows(at("older"), openRun(at("newer")));
  writeNewsRun(at("newer"));
  const sources = shared().sources.newer;
  expect(shared()).toEqual({
    older: at("older"),
    items: { older: newsItems.length, newer: newsItems.length, shared: newsItems.length },
    sources: { older: sources, newer: sources, shared: sources },
  });
});

test("a source under another id is the same by its text, an item by its question and answer", () => {
  const [one] = newsItems.filter(({ heldOutIds }) => heldOutIds.length === 0);
  const asked = { ...one!, heldOutIds: [], documentIds: ["copy", "fresh"] };
  putNewsRun(at("newer"));
  const made = [
    { ...bridge, id: "copy", text: pooled.find(({ id }) => id === one!.documentIds[0])!.text },
    { ...museum, id: "fresh", text: "另一篇。" },
  ];
  putRows(at("newer"), pool, [{ input: wholeInput, made }]);
  putNewsItems(
    at("newer"),
    [
      { ...asked, id: "i-copy" },
      { ...asked, id: "i-fresh", question: "另一个问题？" },
    ],
    [],
  );
  const { items, sources } = countSharedRows(at("older"), openRun(at("newer")));
  expect([items.newer, items.shared, sources.newer, sources.shared]).toEqual([2, 1, 2, 1]);
});
