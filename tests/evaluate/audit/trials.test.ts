// Which trials an item is put to.

import { expect, test } from "vitest";
import { trialsOf } from "../../../pipelines/evaluate/audit/trials.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { aTruth } from "../../support/evaluation-rows.ts";

const reference = (text: string, documentId: string | null) => ({
  text,
  span: documentId === null ? null : { documentId, start: 0, end: text.length },
});
const named = (id: string | undefined) => (id === undefined ? "" : `The ${id}`);
const conditions = (over: Partial<TruthRow>) =>
  trialsOf(aTruth(over), named).map(({ condition, documentId, passages }) => [
    condition,
    documentId,
    passages,
  ]);

test("an item on one document is tried without documents, by its question, and from its references with their document's name", () => {
  expect(conditions({})).toEqual([
    ["closed-book", null, []],
    ["question", null, []],
    ["references", null, ["The d1: Alder Mills was founded in 1998."]],
  ]);
});

test("each document of several is taken away once, and the others' references stay", () => {
  const references = [reference("a", "d1"), reference("b", "d2"), reference("c", "d1")];
  expect(conditions({ references }).slice(3)).toEqual([
    ["without-document", "d1", ["The d2: b."]],
    ["without-document", "d2", ["The d1: a.", "The d1: c."]],
  ]);
});

test("a reference is shown sentence by sentence, each with its end, under a name as one would write it", () => {
  const references = [
    reference("It has three wards. It has 40 beds", "d1"),
    reference("**Beds: 40.**", "d1"),
  ];
  const passages = trialsOf(aTruth({ references }), () => "Corrie Hospital_A. Lowe").find(
    ({ condition }) => condition === "references",
  )?.passages;
  expect(passages).toEqual(
    ["It has three wards.", "It has 40 beds.", "**Beds: 40.**"].map(
      text => `Corrie Hospital, A. Lowe: ${text}`,
    ),
  );
  const chinese = trialsOf(
    aTruth({ language: "zh", references: [reference("有三个病区。有床位40张", "d1")] }),
    () => "云麓医院_甲某",
  ).find(({ condition }) => condition === "references");
  expect(chinese?.passages).toEqual([
    "云麓医院，甲某：有三个病区。",
    "云麓医院，甲某：有床位40张。",
  ]);
});

test("a reverse task is put to none, and a text to be put right to those with references", () => {
  expect(["summarization", "continuation"].flatMap(type => conditions({ type }))).toEqual([]);
  expect(conditions({ type: "correction" }).map(([condition]) => condition)).toEqual([
    "references",
  ]);
});

test("an unanswerable item, and one without references or keypoints, is put to none", () => {
  const none: Partial<TruthRow>[] = [
    { type: "unanswerable" },
    { references: null },
    { references: [] },
    { keypoints: null },
    { keypoints: [] },
  ];
  expect(none.flatMap(conditions)).toEqual([]);
});
