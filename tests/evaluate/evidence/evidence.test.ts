// Whether passages hold references, by place and by text.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  evidenceIn,
  evidenceRecall,
  heldReferences,
} from "../../../pipelines/evaluate/evidence/evidence.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import { passage as aPassage } from "../../support/evaluated.ts";

const document = "It opened in 1901.\n\nIt was widened twice. It closed in 1988.";
const reference = (start: number, end: number, documentId = "d1") => ({
  text: document.slice(start, end),
  span: { documentId, start, end },
});
const passage = (told: Partial<Passage>) => aPassage(null, told);
const at = (start: number, end: number, documentId = "d1") =>
  passage({ documentId, start, end, text: document.slice(start, end) });
const said = (text: string) => passage({ text });
const whole = reference(0, document.length);

test("passages hold a reference that they cover together, in any order and with overlap", () => {
  expect(heldReferences([whole], [at(30, document.length), at(0, 35)])).toEqual([true]);
  expect(heldReferences([whole], [at(0, 30), at(31, document.length)])).toEqual([false]);
});

test("white space that trimmed passages leave between them is not a gap", () => {
  expect(heldReferences([whole], [at(0, 18), at(20, 41), at(42, document.length)])).toEqual([true]);
});

test("whoever finds what says the same elsewhere has found a reference", () => {
  const opened = { ...reference(0, 18), alternatives: [{ ...reference(0, 18, "d2") }] };
  expect(heldReferences([opened], [at(0, 18, "d2")])).toEqual([true]);
  expect(evidenceIn([at(0, 9, "d2")]).touches(opened)).toBe(true);
  expect(heldReferences([opened], [at(0, 18, "d3")])).toEqual([false]);
});

test("a place in another document does not count, nor do its words", () => {
  expect(heldReferences([reference(0, 18)], [at(0, 18, "d2")])).toEqual([false]);
});

test("a passage without place is judged by its text, but for white space and width", () => {
  const chinese = {
    text: "该港于1988年关闭，旧址改为公园。",
    span: { documentId: "d1", start: 0, end: 19 },
  };
  expect(
    heldReferences([chinese], [said("前文。该港于１９８８年关闭,\n旧址改为公园。后文")]),
  ).toEqual([true]);
  expect(heldReferences([reference(0, 18)], [said("Before. It opened  in\n1901. After.")])).toEqual(
    [true],
  );
  expect(heldReferences([reference(0, 18)], [said("It opened in 1902.")])).toEqual([false]);
});

test("a piece without its closing mark, and the Markdown that a reference was read from, hold it", () => {
  const opened = { ...reference(0, 18), span: null };
  expect(heldReferences([opened], [said("It opened in 1901")])).toEqual([true]);
  expect(heldReferences([opened], [said("It *opened* in `1901`")])).toEqual([true]);
  expect(heldReferences([opened], [said("It opened in 190")])).toEqual([false]);
  const stated = (text: string) => ({ text, span: null });
  expect(heldReferences([stated("It rose by 5 %.")], [said("It rose by 5 points.")])).toEqual([
    false,
  ]);
  expect(heldReferences([stated("It holds 2**8.")], [said("It holds 28.")])).toEqual([false]);
});

test("a reference of several sentences may be spread over passages, some placed and some not", () => {
  expect(
    heldReferences(
      [whole],
      [said("It opened in 1901."), said("It closed in 1988. It was widened twice.")],
    ),
  ).toEqual([true]);
  expect(
    heldReferences([whole], [at(0, 18), said("It was widened twice. It closed in 1988.")]),
  ).toEqual([true]);
  expect(heldReferences([whole], [at(0, 18), said("It was widened twice.")])).toEqual([false]);
});

test("a passage touches a reference of which it has a stretch or a sentence", () => {
  expect([whole, reference(0, 18)].map(evidenceIn([at(50, 55)]).touches)).toEqual([true, false]);
  expect(evidenceIn([said("It was widened twice.")]).touches(whole)).toBe(true);
  expect(evidenceIn([]).touches(whole)).toBe(false);
});

test("evidence recall is the share held; without references, or where passages do not tell what they say, it is undefined", () => {
  expect(evidenceRecall([reference(0, 18), reference(20, 41)], [at(0, 25)])).toBe(0.5);
  expect(evidenceRecall([reference(0, 18)], [])).toBe(0);
  expect(evidenceRecall([], [at(0, 18)])).toBeNull();
  expect(evidenceRecall([reference(0, 18)], [passage({ documentId: "d1" })])).toBeNull();
});

test("the pieces of a stretch hold it, and without one of them they do not", () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 58 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cuts, fc.nat(), (inner, lost) => {
      const letters = "x".repeat(59);
      const ends = [...inner.toSorted((a, b) => a - b), 59];
      const pieces = ends.map((end, place) =>
        passage({ documentId: "d", start: ends[place - 1] ?? 0, end }),
      );
      const sought = { text: letters, span: { documentId: "d", start: 0, end: 59 } };
      expect(heldReferences([sought], pieces.toReversed())).toEqual([true]);
      expect(heldReferences([sought], pieces.toSpliced(lost % pieces.length, 1))).toEqual([false]);
    }),
  );
});
