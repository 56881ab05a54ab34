// Held out are documents whose event others tell of, never so many that the corpus is gone, never annotated ones.

import { expect, test } from "vitest";
import { heldOutStage, orderByCoverage } from "../../pipelines/crud/held-out.ts";
import { coverageOf, leakCheckOf, articlesToRead } from "../../pipelines/crud/event-articles.ts";
import { aNewsDocument, anArticle, crudSettings, flood } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const own = (at: number) =>
  Array.from({ length: 60 }, (_, word) => `${(at + 1) * 7919 + word * 104_729}`).join(" ");
// n5 tells the first half of what n4 opens with, n6 the rest; the others share nothing.
const openings: Record<number, string> = {
  4: flood,
  5: flood.slice(0, flood.indexOf(" Some 120")),
  6: flood.slice(flood.indexOf("Repairs")),
};
const documents = Array.from({ length: 9 }, (_, at) =>
  aNewsDocument({ id: `n${at}`, text: `${openings[at] ?? ""} ${own(at)}.` }),
);
const shared = ["Wexcombe", "Harrow Lane", "Ines Calloway"];
const related = (...ids: string[]) => ids.map(documentId => ({ documentId, score: 1, shared }));
const neighbours = [
  { id: "n4", language: "en" as const, related: related("n5", "n6", "n7") },
  { id: "n5", language: "en" as const, related: related("n4", "n6") },
  { id: "n8", language: "en" as const, related: related("n0") },
];
const mix = { summarization: 1, continuation: 1 };

interface Wanted {
  items?: number;
  heldOut?: number;
  method?: "paper" | "ours";
  articles?: ReturnType<typeof anArticle>[];
}

const hold = ({ items = 4, heldOut = 1, method = "paper", articles = [] }: Wanted = {}) => {
  const stage = heldOutStage({
    method,
    quotas: { items, mix },
    settings: { ...crudSettings, heldOut },
  });
  const { context } = scriptedContext({ neighbours, articles });
  return stage.all(documents, context as never).rows;
};

test("those of which others tell most come first, and a neighbour of one held out waits", () => {
  const told = documents.map((document, at) => ({
    document,
    coverage: at === 4 ? 0.4 : at === 8 ? 0.2 : 0,
    isCertain: false,
    relatedIds:
      neighbours
        .find(({ id }) => id === document.id)
        ?.related.map(({ documentId }) => documentId) ?? [],
  }));
  const order = orderByCoverage(told).map(({ document: { id } }) => id);
  expect(order.slice(0, 2)).toEqual(["n4", "n8"]);
  expect(order.slice(-4)).toEqual(["n0", "n5", "n6", "n7"]);
});

const teller = (at: number, score: number) => ({
  document: aNewsDocument({ id: `n${at}`, text: `${own(at)}.` }),
  score,
});
const idsOf = (...others: ReturnType<typeof teller>[]) =>
  articlesToRead(others).map(({ document }) => document.id);

test("company is how surely all tellers but the nearest are on the event; one alone is none", () => {
  const coverage = (...scores: number[]) =>
    coverageOf(articlesToRead(scores.map((score, at) => teller(at, score))));
  expect(coverage(0.4, 0.6)).toBeCloseTo(0.4);
  expect(coverage(0.3, 0.4, 0.6)).toBeCloseTo(0.7);
  expect([coverage(0.6), coverage()]).toEqual([0, 0]);
});

test("four are read at most, nearest first, and none that is in doubt where two are not", () => {
  expect(idsOf(...[1, 2, 3, 5, 6].map(at => teller(at, 0.3 + at / 10)))).toEqual([
    "n6",
    "n5",
    "n3",
    "n2",
  ]);
  expect(idsOf(teller(1, 0.3), teller(2, 0.2), teller(3, 0.26))).toEqual(["n1", "n3"]);
  expect(idsOf(teller(1, 0.3), teller(2, 0.2), teller(3, 0.19))).toEqual(["n1", "n2", "n3"]);
});

test("what repeats a nearer one adds nothing; what repeats the document itself leaves the corpus", () => {
  const near = teller(2, 0.6);
  expect(idsOf(near, { document: { ...near.document, id: "n4" }, score: 0.5 })).toEqual(["n2"]);
  const leaks = leakCheckOf(aNewsDocument(), crudSettings.leak);
  expect([leaks({ text: flood.slice(flood.indexOf("Some 120")) }), leaks(near.document)]).toEqual([
    true,
    false,
  ]);
});

test("as many are held out as the larger reverse task wants, with its spares", () => {
  expect(hold().map(({ id, rank }) => [id === "n4", rank])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(hold({ heldOut: 1.5 })).toHaveLength(3);
});

test("for stories only half as many are held out of whose event nobody is sure to tell", () => {
  expect([hold({ heldOut: 1.5 }), hold({ heldOut: 1.5, method: "ours" })]).toMatchObject([
    { length: 3 },
    { length: 2 },
  ]);
});

test("an article in which people marked errors is never held out", () => {
  const annotation = { id: "doc_000001" } as never;
  expect(
    hold({ articles: [anArticle({ id: "n4", annotation })] }).map(({ id }) => id),
  ).not.toContain("n4");
});
