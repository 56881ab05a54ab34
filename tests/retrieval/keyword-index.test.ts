// Where lists of keywords stand together in a corpus: as the strict metric reads them, within one passage.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { indexKeywords } from "../../pipelines/retrieval/keyword-index.ts";
import { matchStrictly } from "../../pipelines/text/keyword-matching.ts";
import { aDocument } from "../support/items.ts";

const ferry = aDocument({
  id: "ferry",
  text: "The ferry opened in 1901. A bicycle costs 6 euros in July. Dogs go free. In May the ferry rests.",
});
const bridge = aDocument({
  id: "bridge",
  text: "On the bridge a bicycle costs 6.5 euros in July. The art of the start is free.",
});
const boat = aDocument({
  id: "boat",
  language: "zh",
  text: "渡船七月每辆自行车收6元。五月停航。",
});
const index = indexKeywords([ferry, bridge, boat]);

const textOf = ({ documentId, start, end }: { documentId: string; start: number; end: number }) =>
  [ferry, bridge, boat].find(({ id }) => id === documentId)?.text.slice(start, end);
const find = (list: string[], coarse: string[] = []) =>
  [...index.find({ required: list, coarse }, [])].map(textOf);

test("a list stands where all of its elements do, and the whole sentences that hold them are told", () => {
  expect(find(["bicycle", "in July"])).toEqual([
    "A bicycle costs 6 euros in July.",
    "On the bridge a bicycle costs 6.5 euros in July.",
  ]);
  expect(find(["6 euros", "Dogs"])).toEqual(["A bicycle costs 6 euros in July. Dogs go free."]);
  expect(find(["每辆自行车", "6元"])).toEqual(["渡船七月每辆自行车收6元。"]);
  expect(find(["6 euros", "bridge"])).toEqual([]);
});

test("numbers and words stand whole, as in the strict metric", () => {
  expect(find(["6 euros"])).toEqual(["A bicycle costs 6 euros in July."]);
  expect(find(["art"])).toEqual(["The art of the start is free."]);
  expect(find(["nowhere"])).toEqual([]);
});

test("one of the coarse terms must stand in the same passage", () => {
  expect(find(["6 euros"], ["ferry"])).toEqual([
    "The ferry opened in 1901. A bicycle costs 6 euros in July.",
    "A bicycle costs 6 euros in July. Dogs go free. In May the ferry rests.",
  ]);
  expect(find(["6 euros"], ["bridge", "ship"])).toEqual([]);
});

test("what no chunk of 512 tokens can hold is not together", () => {
  const filler = Array.from({ length: 600 }, (_, at) => `word${at}`).join(" ");
  const long = indexKeywords([
    aDocument({ text: `The toll is 4 euros. ${filler}. It closed in 1988.` }),
  ]);
  expect([...long.find({ required: ["4 euros", "1988"], coarse: [] }, [])]).toEqual([]);
  expect([...long.find({ required: ["4 euros", "word0"], coarse: [] }, [])]).toHaveLength(1);
});

test("a sentence that is set apart is not found, nor a stretch that reaches over it", () => {
  const start = ferry.text.indexOf("A bicycle");
  const apart = [{ documentId: "ferry", start, end: start + 32 }];
  expect([...index.find({ required: ["6 euros"], coarse: [] }, apart)]).toEqual([]);
  expect([...index.find({ required: ["1901", "Dogs"], coarse: [] }, apart)]).toEqual([]);
  expect([...index.find({ required: ["ferry"], coarse: [] }, apart)].map(textOf)).toEqual([
    "The ferry opened in 1901.",
    "In May the ferry rests.",
  ]);
});

test("sentences are of one passage where one document holds them near enough", () => {
  const span = (documentId: string, start: number) => ({ documentId, start, end: start + 3 });
  expect(index.areOnePassage([span("ferry", 0), span("ferry", 60)])).toBe(true);
  expect(index.areOnePassage([span("ferry", 0), span("bridge", 0)])).toBe(false);
});

test("a single keyword is found in the documents in which strict matching finds it, and only there", () => {
  const word = fc.constantFrom("6", "6.5", "-6", "euros", "Art", "start", "渡船", "船", "%", ",");
  const said = fc.array(word, { minLength: 1, maxLength: 6 }).map(words => words.join(" "));
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 4 }), said, (texts, keyword) => {
      const rows = texts.map((text, at) => aDocument({ id: `d${at}`, text: `${text}.` }));
      const found = [...indexKeywords(rows).find({ required: [keyword], coarse: [] }, [])];
      expect([...new Set(found.map(({ documentId }) => documentId))].sort()).toEqual(
        rows.filter(({ text }) => matchStrictly(text)(keyword)).map(({ id }) => id),
      );
    }),
  );
});
