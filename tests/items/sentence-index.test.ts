// The corpus is searched sentence by sentence for what a question asks.

import { expect, test } from "vitest";
import { indexSentences } from "../../pipelines/items/verdicts.ts";
import { aDocument } from "../support/items.ts";

const index = indexSentences([
  aDocument(),
  aDocument({
    id: "d2",
    name: "白鹭渡轮",
    language: "zh",
    text: "公司共有员工二百人。公司位于科里。",
  }),
]);

test("the nearest sentences come first, numbered from 1, with their documents", () => {
  const [first, second] = index.nearest("How many people does Alder Mills employ, 214?", "en", 2);
  expect(first).toEqual({ number: 1, document: "Alder Mills", text: "It employs 214 people." });
  expect(second?.number).toBe(2);
});

test("Chinese is searched by its words", () => {
  expect(index.nearest("白鹭渡轮有多少员工？", "zh", 1)).toEqual([
    { number: 1, document: "白鹭渡轮", text: "公司共有员工二百人。" },
  ]);
});

test("a question that shares no word finds nothing, and an empty corpus neither", () => {
  expect(index.nearest("xylophone", "en", 3)).toEqual([]);
  expect(indexSentences([]).nearest("people", "en", 3)).toEqual([]);
});
