// Held out are documents whose event others tell of, never so many that the corpus is gone, never annotated ones.

import { expect, test } from "vitest";
import { companyOf, heldOutStage, inOrderOfCompany } from "../../pipelines/crud/held-out.ts";
import { aNewsDocument, anArticle, crudSettings, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const own = (at: number) =>
  Array.from({ length: 60 }, (_, word) => `${(at + 1) * 7919 + word * 104_729}`).join(" ");
const opening = flood.slice(0, flood.indexOf(" Some 120"));
// n4 and its neighbour n5 share an opening, n8 and n0 a shorter one; the others share nothing.
const openings: Record<number, string> = {
  4: opening,
  5: opening,
  8: opening.slice(-40),
  0: opening.slice(-40),
};
const documents = Array.from({ length: 9 }, (_, at) =>
  aNewsDocument({ id: `n${at}`, text: `${openings[at] ?? ""} ${own(at)}.` }),
);
const related = (...ids: string[]) =>
  ids.map(documentId => ({ documentId, score: 1, shared: ["Wexcombe"] }));
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

test("those of which others tell most come first, and a neighbour of one held out waits", () => {
  const told = documents.map((document, at) => ({
    document,
    company: at === 4 ? 0.4 : at === 8 ? 0.2 : 0,
    relatedIds:
      neighbours
        .find(({ id }) => id === document.id)
        ?.related.map(({ documentId }) => documentId) ?? [],
  }));
  const order = inOrderOfCompany(told).map(({ id }) => id);
  expect(order.slice(0, 2)).toEqual(["n4", "n8"]);
  expect(order.slice(-4)).toEqual(["n0", "n5", "n6", "n7"]);
});

test("company is what another tells in the same words; one that repeats the second half does not count", () => {
  const document = aNewsDocument();
  const half = aNewsDocument({ id: "n2", text: flood.slice(0, flood.indexOf(" Some 120")) });
  const repeat = aNewsDocument({ id: "n3", text: flood.slice(flood.indexOf("Some 120")) });
  expect(
    companyOf(
      document,
      [half, aNewsDocument({ id: "n4", text: "Nothing to do with it." })],
      crudSettings.leak,
    ),
  ).toBeGreaterThan(0.4);
  expect(companyOf(document, [repeat], crudSettings.leak)).toBe(0);
  expect(companyOf(document, [], crudSettings.leak)).toBe(0);
});

test("as many are held out as the larger reverse task wants, with its spares", () => {
  expect(hold().map(({ id, rank }) => [id, rank])).toEqual([
    ["n4", 1],
    ["n8", 2],
  ]);
  expect(hold({ heldOut: 1.5 })).toHaveLength(3);
});

test("an article in which people marked errors is never held out", () => {
  const annotation = { id: "doc_000001" } as never;
  expect(
    hold({ articles: [anArticle({ id: "n4", annotation })] }).map(({ id }) => id),
  ).not.toContain("n4");
});
