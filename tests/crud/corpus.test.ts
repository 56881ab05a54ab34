// The corpus is all documents but those held out and those that repeat them; what the web brought joins it once.

import { expect, test } from "vitest";
import { corpusStage } from "../../pipelines/crud/corpus.ts";
import type { LeakRow, WebArticleRow } from "../../schemas/crud/records.ts";
import { aNewsDocument, anArticle, crudSettings, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const pool = [
  aNewsDocument({ id: "held" }),
  aNewsDocument({ id: "leaking", text: `Round-up. ${flood}` }),
  aNewsDocument({ id: "other", text: "A choir sang in Rendal. It was the first time in years." }),
];
const heldOut = [{ id: "held", language: "en" as const, domain: "news", rank: 1 }];
const leak: LeakRow = {
  id: "l",
  heldOutId: "held",
  documentId: "leaking",
  language: "en",
  similarity: 0.9,
  containment: 1,
  excluded: true,
};
const found = (id: string, text: string, queryId = "q1"): WebArticleRow => ({
  id: `${queryId}/${id}`,
  queryId,
  language: "en",
  article: anArticle({ id, text, headline: id }),
});

function build(webArticles?: WebArticleRow[]) {
  const { context } = scriptedContext({
    heldOut,
    leaks: [leak],
    ...(webArticles ? { webArticles } : {}),
  });
  const { rows, dropped = [] } = corpusStage({
    settings: crudSettings,
    searchesWeb: webArticles !== undefined,
  }).all(pool, context as never);
  return { ids: rows.map(({ id }) => id), dropped: dropped.map(({ id, code }) => [id, code]) };
}

test("held-out and leaking documents are left out, each with its reason", () => {
  expect(build()).toEqual({
    ids: ["other"],
    dropped: [
      ["held", "held-out"],
      ["leaking", "leaks"],
    ],
  });
});

test("an article found twice on the web joins once, in an order of its own", () => {
  const fresh =
    "The water company has paid for the repair of Harrow Lane, its director said on Monday in Wexcombe.";
  expect(
    build([
      found("w2", fresh),
      found("w1", "Another matter altogether, in another town and year."),
      found("w2", fresh, "q2"),
    ]).ids,
  ).toEqual(["other", "w1", "w2"]);
});

test("what the web brings of a held-out article, or of the pool, stays out", () => {
  const { ids, dropped } = build([
    found("w1", `${flood} More on page 4.`),
    found("w2", pool[2]!.text),
  ]);
  expect(ids).toEqual(["other"]);
  expect(dropped.length).toBeGreaterThanOrEqual(2);
});
