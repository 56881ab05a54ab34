// Whether passages hold references, by place and by text.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  evidenceIn,
  evidenceRecall,
} from "../../../pipelines/evaluate/evidence/passage-evidence.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import { passage as aPassage } from "../../support/evaluation-rows.ts";

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
const opened = reference(0, 18);
const isHeld = (sought: TruthReference, ...passages: Passage[]) =>
  evidenceIn(passages).hasWhole(sought);

test("passages hold a reference that they cover together, in any order and with overlap", () => {
  expect(isHeld(whole, at(30, document.length), at(0, 35))).toBe(true);
  expect(isHeld(whole, at(0, 30), at(31, document.length))).toBe(false);
});

test("white space that trimmed passages leave between them is not a gap", () => {
  expect(isHeld(whole, at(0, 18), at(20, 41), at(42, document.length))).toBe(true);
});

test("whoever finds what says the same elsewhere has found a reference", () => {
  const saidTwice = { ...opened, alternatives: [reference(0, 18, "d2")] };
  expect(isHeld(saidTwice, at(0, 18, "d2"))).toBe(true);
  expect(evidenceIn([at(0, 9, "d2")]).hasPart(saidTwice)).toBe(true);
  expect(isHeld(saidTwice, at(0, 18, "d3"))).toBe(false);
});

test("a place in another document does not count, nor do its words", () => {
  expect(isHeld(opened, at(0, 18, "d2"))).toBe(false);
});

test("a passage without place is judged by its text, but for white space and width", () => {
  const chinese = {
    text: "该港于1988年关闭，旧址改为公园。",
    span: { documentId: "d1", start: 0, end: 19 },
  };
  expect(isHeld(chinese, said("前文。该港于１９８８年关闭,\n旧址改为公园。后文"))).toBe(true);
  expect(isHeld(opened, said("Before. It opened  in\n1901. After."))).toBe(true);
  expect(isHeld(opened, said("It opened in 1902."))).toBe(false);
});

test("a piece without its closing mark, and the Markdown that a reference was read from, hold it", () => {
  const stated = (text: string) => ({ text, span: null });
  expect(isHeld(stated(opened.text), said("It opened in 1901"))).toBe(true);
  expect(isHeld(stated(opened.text), said("It *opened* in `1901`"))).toBe(true);
  expect(isHeld(stated(opened.text), said("It opened in 190"))).toBe(false);
  expect(isHeld(stated("It rose by 5 %."), said("It rose by 5 points."))).toBe(false);
  expect(isHeld(stated("It holds 2**8."), said("It holds 28."))).toBe(false);
});

test("a reference of several sentences may be spread over passages, some placed and some not", () => {
  const closedAndWidened = said("It closed in 1988. It was widened twice.");
  expect(isHeld(whole, said("It opened in 1901."), closedAndWidened)).toBe(true);
  expect(isHeld(whole, at(0, 18), closedAndWidened)).toBe(true);
  expect(isHeld(whole, at(0, 18), said("It was widened twice."))).toBe(false);
});

test("a passage touches a reference of which it has a stretch or a sentence", () => {
  expect([whole, opened].map(evidenceIn([at(50, 55)]).hasPart)).toEqual([true, false]);
  expect(evidenceIn([said("It was widened twice.")]).hasPart(whole)).toBe(true);
  expect(evidenceIn([]).hasPart(whole)).toBe(false);
});

test("evidence recall is the share held; without references, or where passages do not tell what they say, it is undefined", () => {
  expect(evidenceRecall([opened, reference(20, 41)], [at(0, 25)])).toBe(0.5);
  expect(evidenceRecall([opened], [])).toBe(0);
  expect(evidenceRecall([], [at(0, 18)])).toBeNull();
  expect(evidenceRecall([opened], [passage({ documentId: "d1" })])).toBeNull();
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
      expect(isHeld(sought, ...pieces.toReversed())).toBe(true);
      expect(isHeld(sought, ...pieces.toSpliced(lost % pieces.length, 1))).toBe(false);
    }),
  );
});
