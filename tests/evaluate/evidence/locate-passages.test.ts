// Passages placed in documents: by place, by chunk, by text.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { flatten, flattenWithOffsets } from "../../../pipelines/evaluate/evidence/flat-text.ts";
import { knownDocuments } from "../../../pipelines/evaluate/evidence/known-documents.ts";
import { countPassages } from "../../../pipelines/evaluate/evidence/passage-counts.ts";
import { locatePassages } from "../../../pipelines/evaluate/evidence/locate-passages.ts";
import { indexTexts } from "../../../pipelines/evaluate/evidence/text-index.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { passage as aPassage } from "../../support/evaluation-rows.ts";

const report =
  "The harbour of Ansby opened in 1901.\nIt was widened twice,  and it closed in 1988.\nThe harbour of Borrow opened later.";
const bericht =
  "安斯比港于1901年启用，先后两次扩建。\n该港于1988年关闭，旧址改为公园。博罗港随后启用。";
const documents = knownDocuments([
  { id: "d1", text: report, name: "Harbours", otherIds: ["44", "report.pdf"] },
  { id: "d2", text: bericht, name: "港口", otherIds: ["45", "both"] },
  {
    id: "d3",
    text: "Something else entirely, said once more: It was widened twice, and it closed in 1988.",
    name: "Something",
    otherIds: ["both"],
  },
]);

const passage = (told: Partial<Passage>) => aPassage(null, told);
const locate = (told: Partial<Passage>, chunks = new Map()) =>
  locatePassages([passage(told)], documents, chunks)[0];

test("a text that stands in one place is placed there, whatever its line breaks and widths", () => {
  expect(locate({ text: "of Ansby opened in 1901. It was widened" })).toEqual(
    passage({
      documentId: "d1",
      start: 12,
      end: 51,
      text: "of Ansby opened in 1901. It was widened",
    }),
  );
  expect(locate({ text: "先后两次扩建。 该港于１９８８年关闭,旧址改为公园" })).toMatchObject({
    documentId: "d2",
    start: 13,
    end: 38,
  });
});

test("a text that stands in two places stays without place, unless its document is told", () => {
  const text = "It was widened twice, and it closed in 1988.";
  expect(locate({ text, score: 0.5 })).toEqual(passage({ text, score: 0.5 }));
  expect(locate({ text, documentId: "report.pdf" })).toMatchObject({
    documentId: "d1",
    start: 37,
    end: 82,
  });
});

test("a text that is the id of a chunk is that chunk", () => {
  const chunk = { id: "c-7", documentId: "d1", start: 4, end: 11, text: "harbour" };
  expect(locate({ text: "c-7" }, new Map([["c-7", chunk]]))).toEqual(
    passage({ ...chunk, score: null }),
  );
  expect(locate({ text: "c-8" }, new Map([["c-7", chunk]]))).toEqual(passage({ text: "c-8" }));
});

test("what could not be placed is counted by what it lacks, with the first of each as an example", () => {
  const told = [
    { documentId: "d1", start: 4, end: 11 },
    { documentId: "report.pdf" },
    { text: "It was widened twice, and it closed in 1988." },
    { documentId: "x/handbook.pdf#page=3" },
    { id: "c-9" },
  ];
  const row = {
    itemId: "i1",
    retrieved: locatePassages(told.map(passage), documents),
    reranked: null,
    contexts: locatePassages([passage({ id: "c-9", score: 1 })], documents),
  };
  expect(countPassages([row], documents)).toEqual({
    all: 6,
    placed: 1,
    others: {
      "document-only": { n: 1, example: '{"documentId":"d1"}, of item i1 at rank 2' },
      "text-only": {
        n: 1,
        example: '{"text":"It was widened twice, and it closed in 1988."}, of item i1 at rank 3',
      },
      unmatched: { n: 3, example: '{"documentId":"x/handbook.pdf#page=3"}, of item i1 at rank 4' },
    },
  });
  expect(countPassages([{ ...row, retrieved: null, contexts: [] }], documents)).toBeNull();
});

test("a place alone gets its text, and another name of a document its id", () => {
  expect(locate({ documentId: "44", start: 4, end: 11 })).toEqual(
    passage({ documentId: "d1", start: 4, end: 11, text: "harbour" }),
  );
  expect(locate({ documentId: "Harbours" })).toEqual(passage({ documentId: "d1" }));
});

test("a place in an unknown document, beyond a document's end, or turned round is none; the text stays", () => {
  const text = "words of nobody";
  expect(locate({ documentId: "x", start: 0, end: 4, text })).toEqual(
    passage({ documentId: "x", text }),
  );
  expect(locate({ documentId: "d1", start: 100, end: 999, text })).toEqual(
    passage({ documentId: "d1", text }),
  );
  expect(locate({ documentId: "d1", start: 9, end: 9 })).toEqual(passage({ documentId: "d1" }));
});

test("where place and text disagree the text decides, if it stands in one place; a title before the text is no disagreement", () => {
  expect(
    locate({ documentId: "d1", start: 0, end: 10, text: "The harbour of Borrow opened later." }),
  ).toMatchObject({ start: 83, end: 118 });
  expect(
    locate({ documentId: "d1", start: 4, end: 20, text: "Harbours: harbour of Ansby" }),
  ).toMatchObject({ start: 4, end: 20 });
  expect(locate({ documentId: "d1", start: 4, end: 20, text: "not in it at all" })).toMatchObject({
    start: 4,
    end: 20,
    text: "not in it at all",
  });
});

test("a chunk's id gives its place and text, unless the passage says another text", () => {
  const chunks = new Map([
    ["c1", { id: "c1", documentId: "d2", start: 0, end: 19, text: bericht.slice(0, 19) }],
  ]);
  expect(locate({ id: "c1" }, chunks)).toEqual(
    passage({ id: "c1", documentId: "d2", start: 0, end: 19, text: bericht.slice(0, 19) }),
  );
  expect(locate({ id: "c1", text: "The harbour of Borrow opened later." }, chunks)).toMatchObject({
    documentId: "d1",
    start: 83,
  });
});

const sign = fc.constantFrom("a", "b", "c", " ", "\n", "甲", "乙", "，", "Ａ", "😀");
const text = fc.array(sign, { maxLength: 160 }).map(signs => signs.join(""));

test("flattening with offsets is flattening, and every stretch leads back to itself", () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (source, first, count) => {
      const { flat, sourceOf } = flattenWithOffsets(source);
      expect(flat).toBe(flatten(source));
      fc.pre(flat !== "");
      const from = first % flat.length;
      const to = from + 1 + (count % (flat.length - from));
      const { start, end } = sourceOf(from, to);
      expect(flatten(source.slice(start, end))).toBe(flat.slice(from, to));
    }),
  );
});

test("grams find exactly what reading finds", () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      (texts, first, count) => {
        const all = texts.join("");
        const from = first % (all.length + 1);
        const sought = all.slice(from, from + (count % 80));
        fc.pre(flatten(sought).length >= 8);
        const index = indexTexts(texts.map((source, at) => ({ id: String(at), text: source })));
        const found = index
          .find(sought, { maxPlaces: 1000 })
          .map(({ documentId, start }) => `${documentId}:${start}`);
        const read = texts.flatMap((_, at) =>
          index
            .find(sought, { documentId: String(at), maxPlaces: 1000 })
            .map(({ documentId, start }) => `${documentId}:${start}`),
        );
        expect(found.toSorted()).toEqual(read.toSorted());
      },
    ),
    { numRuns: 300 },
  );
});

test("a text that only seems to stand in a thousand places is given up or found, in bounded work", () => {
  const dashes = "-".repeat(200_000);
  const index = indexTexts([
    { id: "x", text: dashes },
    { id: "y", text: `${"-".repeat(600)}a needle in the middle${"-".repeat(600)}` },
  ]);
  expect(index.find(`${"-".repeat(500)}a needle in the middle${"-".repeat(500)}`)).toEqual([
    { documentId: "y", start: 100, end: 1122 },
  ]);
  expect(index.find("-".repeat(50))).toHaveLength(2);
  expect(index.find(`${"-".repeat(500)}x`)).toEqual([]);
});
