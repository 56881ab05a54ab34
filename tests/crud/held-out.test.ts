// Held out are documents whose event others tell of, never so many that the corpus is gone, never annotated ones.

import { expect, test } from "vitest";
import { heldOutStage, inOrderOfCompany } from "../../pipelines/crud/held-out.ts";
import { aNewsDocument, anArticle, crudSettings } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const documents = Array.from({ length: 9 }, (_, at) => aNewsDocument({ id: `n${at}` }));
const related = (...ids: string[]) => ids.map(documentId => ({ documentId, score: 1, shared: ["Wexcombe"] }));
const neighbours = [
  { id: "n4", language: "en" as const, related: related("n5", "n6", "n7") },
  { id: "n5", language: "en" as const, related: related("n4", "n6") },
  { id: "n8", language: "en" as const, related: related("n0") },
];
const mix = { summarization: 1, continuation: 1 };

const hold = ({ items = 4, heldOut = 1, articles = [] as ReturnType<typeof anArticle>[] } = {}) => {
  const stage = heldOutStage({ quotas: { items, mix }, settings: { ...crudSettings, heldOut } });
  const { context } = scriptedContext({ neighbours, articles });
  return stage.all(documents, context as never).rows;
};

test("those with most company come first, and a neighbour of one held out waits", () => {
  const order = inOrderOfCompany(documents, id => neighbours.find(row => row.id === id)?.related ?? []).map(({ id }) => id);
  expect(order[0]).toBe("n4");
  expect(order[1]).toBe("n8");
  expect(order.slice(-4)).toEqual(["n5", "n0", "n6", "n7"]);
});

test("as many are held out as the larger reverse task wants, with its spares", () => {
  expect(hold().map(({ id, rank }) => [id, rank])).toEqual([
    ["n4", 1],
    ["n8", 2],
  ]);
  expect(hold({ heldOut: 1.5 })).toHaveLength(3);
});

test("two thirds of the documents stay, whatever is wanted", () => {
  expect(hold({ items: 100, heldOut: 5 })).toHaveLength(3);
});

test("an article in which people marked errors is never held out", () => {
  const annotation = { id: "doc_000001" } as never;
  expect(hold({ articles: [anArticle({ id: "n4", annotation })] }).map(({ id }) => id)).not.toContain("n4");
});
