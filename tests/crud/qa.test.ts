// Questions on one article and on several: named sentences must hold the answer, and every article must be needed.

import { expect, test } from "vitest";
import { qaMultiStage } from "../../pipelines/crud/qa-multi.ts";
import { qaSingleStage } from "../../pipelines/crud/qa-single.ts";
import { aCrudPlan, aNewsDocument, anArticle } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const second =
  "The repair of the burst main in Harrow Lane, Wexcombe, was done by Tolland Pipes. Tolland Pipes has 48 workers.";
const pool = [
  aNewsDocument(),
  aNewsDocument({ id: "n2", name: "Tolland Pipes at work", text: second, published: "2025-03-07" }),
];
const articles = [anArticle(), anArticle({ id: "n2", headline: null, published: "2025-03-07" })];
const single = {
  declined: null,
  thoughts: "a figure",
  question: "How many households in Wexcombe lost water on 4 March 2025?",
  answer: "Some 120 households.",
  sentences: [3],
};
const thoughts = { event: "e", common: "c", differences: "d", question: "q", rebuilt: "r" };
const support = [
  { article: 1, sentences: [4] },
  { article: 2, sentences: [5, 6] },
];
const multi = {
  declined: null,
  thoughts,
  question:
    "How many workers has the firm that repaired the main in Harrow Lane, Wexcombe, and what will the repairs cost?",
  answer: "48 workers; £310,000.",
  support,
  derivations: [],
};

const askSingle = async (replies: object[]) => {
  const { context, asked } = scriptedContext({ pool, articles }, { "crud/qa-single": replies });
  return { asked, outcome: await qaSingleStage.each(aCrudPlan(), context as never) };
};
const askMulti = async (replies: object[]) => {
  const { context, asked } = scriptedContext({ pool, articles }, { "crud/qa-multi": replies });
  return {
    asked,
    outcome: await qaMultiStage.each(
      aCrudPlan({ type: "qa-2-documents", documentIds: ["n1", "n2"], shared: ["Wexcombe"] }),
      context as never,
    ),
  };
};

test("a sound question on one article is kept with its thought", async () => {
  expect((await askSingle([single])).outcome).toMatchObject({
    outcome: "made",
    rows: [{ question: single.question, thoughts: "a figure", documentIds: ["n1"] }],
  });
});

test.each([
  ["a sentence that lacks the number", { ...single, sentences: [2] }, /do not say 120/],
  [
    "a question that points at the article",
    { ...single, question: "According to the article, how many households lost water?" },
    /may not say/,
  ],
  ["no sentence", { ...single, sentences: [] }, /Give question/],
])("%s is asked for again", async (_, wrong, complaint) => {
  expect((await askSingle([wrong, single])).asked[0]?.complaints[0]).toMatch(complaint);
});

test("sentences of several articles are numbered through, and thoughts of all five steps are kept", async () => {
  const { asked, outcome } = await askMulti([multi]);
  expect(
    asked[0]?.variables.articles.map(({ sentences }: { sentences: { number: number }[] }) =>
      sentences.map(({ number }) => number),
    ),
  ).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(outcome).toMatchObject({
    outcome: "made",
    rows: [{ thoughts, documentIds: ["n1", "n2"] }],
  });
});

test.each([
  [
    "an article without sentences",
    { ...multi, support: support.slice(0, 1), answer: "£310,000." },
    /Article 2 is not needed/,
  ],
  [
    "a sentence under another article",
    { ...multi, support: [support[0], { article: 2, sentences: [4, 5, 6] }] },
    /is not in article 2/,
  ],
  ["a number from nowhere", { ...multi, answer: "58 workers; £310,000." }, /58/],
])("%s is asked for again", async (_, wrong, complaint) => {
  expect((await askMulti([wrong, multi])).asked[0]?.complaints[0]).toMatch(complaint);
});

test("what the model declines is declined with its reason", async () => {
  expect((await askMulti([{ ...multi, declined: "different events" }])).outcome).toMatchObject({
    outcome: "declined",
    detail: "different events",
  });
});
