// What failed items have in common, and which of them are shown first.

import { expect, test } from "vitest";
import {
  lowerBoundOfDifference,
  overviewOf,
} from "../../../pipelines/evaluate/diagnosis/failure-overview.ts";
import { worstFirst } from "../../../pipelines/evaluate/diagnosis/diagnosed-items.ts";
import type { Cause, DiagnosisRow } from "../../../schemas/evaluation/diagnosis.ts";
import { aTruth } from "../../support/evaluation-rows.ts";

const row = (number: number, causes: Cause[], more: Partial<DiagnosisRow> = {}): DiagnosisRow => ({
  id: `p${number}`,
  itemId: `i${String(number).padStart(2, "0")}`,
  system: "mine",
  language: "en",
  score: causes.length > 0 ? 0.5 : 1,
  by: "code",
  causes,
  lostIn: null,
  why: [],
  spans: [],
  keypoints: [],
  invented: [],
  declined: false,
  ...more,
});
const cut = (before: string): DiagnosisRow["spans"][number] => ({
  text: "x",
  documentId: "d",
  cause: "cut",
  rank: 1,
  border: { before, after: "y" },
});

test("the first shown have each cause once, the most frequent first; within a cause the worst come first", () => {
  const rows = [
    row(1, ["left-unsaid"]),
    row(2, ["left-unsaid"], { score: 0 }),
    row(3, ["left-unsaid"]),
    row(4, ["not-retrieved", "invented"]),
    row(5, ["not-retrieved"], { score: 0 }),
    row(6, []),
  ];
  // left-unsaid three times: its worst; not-retrieved twice: its worst; invented: the one that has it; and again.
  expect(worstFirst(rows).map(({ id }) => id)).toEqual(["p2", "p5", "p4", "p1", "p3"]);
});

test("causes are counted by every item that has them, and by those where they come first", () => {
  const rows = [row(1, ["not-retrieved", "invented"]), row(2, ["invented"]), row(3, [])];
  const items = new Map(rows.map(({ itemId }) => [itemId, aTruth({ id: itemId })]));
  expect(overviewOf(rows, items)).toMatchObject({
    items: 3,
    failed: 2,
    untold: 0,
    by: ["code"],
    causes: [
      { cause: "not-retrieved", n: 1, first: 1 },
      { cause: "invented", n: 2, first: 1 },
    ],
  });
});

test("the word that most borders follow is named, one that follows a few is not", () => {
  const items = new Map([["i01", aTruth({ id: "i01" })]]);
  const of = (...before: string[]) =>
    overviewOf([row(1, ["cut"], { spans: before.map(cut) })], items).cuts;
  expect(of("of Alder Ltd.", "by Heron Ltd.", "to Mill Ltd.", "and so")).toEqual({
    after: "Ltd.",
    n: 3,
    of: 4,
  });
  expect(of("one two", "three four", "five six")).toBeNull();
  expect(of("of Alder Ltd.", "by Heron Ltd.")).toBeNull();
});

test("a group that surely fails more than the rest is named; one that may do so by chance is not", () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    row(at, at < 20 || at === 30 ? ["refused"] : []),
  );
  const items = new Map(
    rows.map(({ itemId }, at) => [
      itemId,
      aTruth({ id: itemId, language: at < 20 ? "zh" : "en", domain: at % 2 ? "law" : "finance" }),
    ]),
  );
  expect(overviewOf(rows, items).groups).toEqual([
    { grouping: "language", group: "zh", failed: 20, items: 20 },
  ]);
});

test("the bound of a difference is Newcombe's: 56/70 less 48/80 is at least 0.0524", () => {
  // Newcombe 1998, table II (a), method 10: 0.0524 to 0.3339.
  expect(lowerBoundOfDifference([56, 70], [48, 80])).toBeCloseTo(0.0524, 4);
});
