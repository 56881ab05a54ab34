// RAGQuestEval's questions rest on the reference alone.

import { expect, test } from "vitest";
import { questEvalStage, containsEntry } from "../../pipelines/items/quest-eval.ts";
import { questSheetsStage } from "../../pipelines/items/quest-sheets.ts";
import { questEval, type QuestSheetRow, questSheets } from "../../schemas/items/finished-items.ts";
import { anItem } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const text = "Alder Mills was founded on 3 May 1998 in Corrie.";
const entry = (keyInfo: string, answer = keyInfo) => ({
  keyInfo,
  question: "When was Alder Mills founded?",
  answer,
});
const items = ["a", "b"].map(id => anItem({ id, answer: text }));
const sheet: QuestSheetRow = { id: "s", language: "en", itemIds: ["a", "b"] };
const run = async (...texts: readonly (readonly object[])[]) => {
  const told = texts.map((entries, at) => ({ number: at + 1, entries }));
  const { context } = scriptedContext({ items }, { "items/quest-eval": [{ texts: told }] });
  return questEvalStage.each(sheet, context as never);
};

test("entries that rest on their text are kept, each piece of key information once; a text without one is told", async () => {
  const outcome = await run(
    [
      entry("3 May 1998"),
      entry("3 May 1998"),
      { keyInfo: "Corrie", question: "Where was Alder Mills founded?" },
      entry("Rendal"),
    ],
    [entry("3 May 1998", "in 1999")],
  );
  const [row] = outcome.rows.map(each => questEval.row.parse(each));
  expect(row?.itemId).toBe("a");
  expect(row?.entries.map(({ answer }) => answer)).toEqual(["3 May 1998", "Corrie"]);
  expect(outcome).toMatchObject({ lost: [{ code: "no-question" }] });
  expect(await run([])).toMatchObject({ outcome: "rejected", code: "no-question" });
});

test.each([
  ["Rendal", undefined, false],
  ["3 May 1998", "in 1999", false],
  ["Corrie", undefined, true],
])("of %s with the answer %s it is told whether it rests on the text: %s", (key, answer, rests) => {
  expect(containsEntry(text, entry(key, answer), "en")).toBe(rests);
});

test.each(["0.6个百分点", "0.6个", "3.1个", "3.1个百分点"])(
  "a unit said once for two values may be spelled out or left out: %s",
  answer => {
    const yields = "两地分别回落0.6个和3.1个百分点。";
    const quoted = yields.includes(answer) ? answer : "0.6个";
    expect(containsEntry(yields, entry(quoted, answer), "zh")).toBe(true);
  },
);

test("a number cut from a longer one is not the text's", () => {
  expect(containsEntry("It opened in 2022.", entry("22"), "en")).toBe(false);
});

test("answers of a language share requests, and one less changes its own sheet alone; one too short is counted, and nobody is asked", () => {
  const many = Array.from({ length: 96 }, (_, at) =>
    anItem({ id: `i${at}`, answer: `${text} ${at}` }),
  );
  const short = anItem({ id: "short", answer: "214 people" });
  const { context } = scriptedContext({});
  const sheetsOf = (rows: typeof many) =>
    questSheetsStage.all(rows, context).rows.map(row => questSheets.row.parse(row).itemIds);
  const { dropped } = questSheetsStage.all([...many, short], context);
  expect(dropped).toMatchObject([{ id: "short", code: "short-answer" }]);
  const [all, less] = [sheetsOf(many), sheetsOf(many.slice(1)).map(ids => ids.join())];
  expect(all.flat()).toHaveLength(96);
  expect(all).toHaveLength(8);
  expect(all.filter(ids => !less.includes(ids.join())).length).toBe(1);
});
