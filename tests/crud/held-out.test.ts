// Held out are documents whose event others tell of, never so many that the corpus is gone, never annotated ones.

import { expect, test } from "vitest";
import { heldOutStage, inOrderOfCompany } from "../../pipelines/crud/held-out.ts";
import { companyOf } from "../../pipelines/crud/telling.ts";
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

const hold = ({ items = 4, heldOut = 1, articles = [] as ReturnType<typeof anArticle>[] } = {}) => {
  const stage = heldOutStage({
    method: "paper",
    quotas: { items, mix },
    settings: { ...crudSettings, heldOut },
  });
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

const leak = { similarity: 0.9, containment: 0.9 };
const told = (id: string, ...shared: string[]) => ({
  document: aNewsDocument({ id, text: `${own(Number(id.slice(1)))}.` }),
  shared,
  score: 1,
});
const first = ["Harrow Lane", "Wexcombe", "4 March 2025"];
const later = ["Repairs", "£310,000", "Ines Calloway"];

test("company is what several others tell of a document; one alone is none", () => {
  const [one, other] = [told("n2", ...first), told("n3", ...later)];
  expect(companyOf(aNewsDocument(), [one, other], leak)).toBeCloseTo(0.5);
  expect(companyOf(aNewsDocument(), [one], leak)).toBe(0);
  expect(companyOf(aNewsDocument(), [], leak)).toBe(0);
});

test("company is less where one tells all that any tells, and who shares two names by chance is none", () => {
  const all = told("n2", ...first, ...later);
  // Two of four sentences, of which one may tell 65 %.
  expect(companyOf(aNewsDocument(), [all, told("n3", ...later)], leak)).toBeCloseTo(0.325);
  expect(companyOf(aNewsDocument(), [all, told("n3", "Harrow Lane", "Repairs")], leak)).toBe(0);
});

test("what repeats so much of a document that it leaves the corpus is no company", () => {
  const text = flood.slice(flood.indexOf("Some 120"));
  const repeats = { document: aNewsDocument({ id: "n3", text }), shared: later, score: 1 };
  expect(companyOf(aNewsDocument(), [told("n2", ...first), repeats], crudSettings.leak)).toBe(0);
});

test("as many are held out as the larger reverse task wants, with its spares", () => {
  expect(hold().map(({ id, rank }) => [id === "n4", rank])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(hold({ heldOut: 1.5 })).toHaveLength(3);
});

test("an article in which people marked errors is never held out", () => {
  const annotation = { id: "doc_000001" } as never;
  expect(
    hold({ articles: [anArticle({ id: "n4", annotation })] }).map(({ id }) => id),
  ).not.toContain("n4");
});
