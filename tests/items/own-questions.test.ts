// A user's question finds the documents it names, by any of their names, or the nearest ones.

import { expect, test } from "vitest";
import { ownQuestionsStage } from "../../pipelines/items/own-questions.ts";
import { type OwnQuestionRow, questions } from "../../schemas/items/records.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const alder = aDocument({ provenance: { source: "corpus/alder.txt", licence: null } });
const dragon = aDocument({
  id: "d2",
  name: "Birch Ferries",
  text: "Birch sails ferries.",
  foreign: { doc_id: 7 },
  provenance: { source: "docs.jsonl", licence: null },
});
const heron = aDocument({
  id: "d3",
  name: "白鹭渡轮",
  language: "zh",
  text: "公司位于科里。",
  foreign: { doc_id: 7 },
  provenance: { source: "docs.jsonl", licence: null },
});

const run = async (over: Partial<OwnQuestionRow>) => {
  const { context } = scriptedContext({ documents: [alder, dragon, heron] });
  const row: OwnQuestionRow = {
    id: "own1",
    language: "en",
    question: "When was Alder Mills founded?",
    answer: "",
    type: null,
    documents: [],
    ...over,
  };
  return ownQuestionsStage.each(row, context as never);
};
const documentsOf = async (over: Partial<OwnQuestionRow>) =>
  (await run(over)).rows.map(row => questions.row.parse(row).documentIds);

test.each(["d1", "Alder Mills", "alder.txt", "alder", "corpus/alder.txt"])(
  "%s names its document",
  async name => {
    expect(await documentsOf({ documents: [name] })).toEqual([["d1"]]);
  },
);

test("a document named twice is one, and a number means the document of the question's language", async () => {
  expect(await documentsOf({ documents: ["Birch Ferries", "7", "d1"] })).toEqual([["d2", "d1"]]);
  expect(await documentsOf({ documents: ["7"], language: "zh", question: "位于何处？" })).toEqual([
    ["d3"],
  ]);
});

test("an unknown name is told; a file of many documents names none", async () => {
  expect(await run({ documents: ["d1", "nowhere"] })).toMatchObject({
    outcome: "rejected",
    code: "no-document",
    detail: expect.stringContaining("nowhere"),
  });
  expect(await run({ documents: ["docs.jsonl"] })).toMatchObject({ outcome: "rejected" });
});

test("a question without document gets the nearest, or is rejected when none shares a word", async () => {
  expect((await documentsOf({}))[0]?.[0]).toBe("d1");
  expect(await run({ question: "Xylophone?" })).toMatchObject({
    outcome: "rejected",
    code: "no-document",
  });
});
