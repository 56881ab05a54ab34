// What is found in the corpus for each query of a reverse task.

import { expect, test } from "vitest";
import { relatedArticlesStage } from "../../pipelines/crud/related-articles.ts";
import { type QueryRow, RelatedRow } from "../../schemas/crud/records.ts";
import { documents as corpus } from "../../schemas/items/documents.ts";
import { aNewsDocument } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const document = (id: string, language: "zh" | "en", text: string) =>
  aNewsDocument({ id, language, text });
const documents = [
  document("d-1", "zh", "柳河县图书馆周三重新开放，馆藏增加到八万册。"),
  document("d-2", "zh", "柳河县公布春季防汛预案。"),
  document("d-3", "zh", "图书馆联盟今年新增两家成员。"),
  document("d-4", "en", "The county library reopened on Wednesday with eighty thousand books."),
];
const query = (id: string, language: "zh" | "en", text: string): QueryRow => ({
  id,
  planId: `p-${id}`,
  heldOutId: "d-9",
  language,
  purpose: "event",
  text,
});

const { context } = scriptedContext<{ documents: typeof corpus }>({ documents });
const ask = async (row: QueryRow, found = 10) => {
  const outcome = await relatedArticlesStage({ found }).each(row, context);
  return { ...outcome, rows: outcome.rows.map(one => RelatedRow.parse(one)) };
};

test("a query brings the nearest documents of the corpus, best first, with their scores", async () => {
  const { outcome, rows } = await ask(query("q-1", "zh", "柳河县图书馆重新开放"));
  expect(outcome).toBe("made");
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^r-/),
      queryId: "q-1",
      planId: "p-q-1",
      language: "zh",
      found: expect.any(Array),
    },
  ]);
  expect(rows[0]!.found[0]!.documentId).toBe("d-1");
  const scores = rows[0]!.found.map(({ score }) => score);
  expect(scores).toHaveLength(3);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test("no more come than the settings say", async () => {
  expect((await ask(query("q-1", "zh", "柳河县图书馆重新开放"), 2)).rows[0]!.found).toHaveLength(2);
});
