// Why an item failed: the step that lost it, the rank, the border, the words; and that what is right is let alone.

import { expect, test } from "vitest";
import { type DiagnosisInput, diagnose } from "../../../pipelines/evaluate/diagnosis/diagnoses.ts";
import { lossOf } from "../../../pipelines/evaluate/evidence/evidence-losses.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth, passage } from "../../support/evaluation-rows.ts";

// 0–36 and 37–73 of its document.
const text = "Alder Mills Ltd. was founded in 1998. Alder Mills Ltd. employs 214 people.";
const at = (start: number, end: number, documentId = "d1"): Passage =>
  passage(documentId === "d1" ? text.slice(start, end) : "The Heron cinema opened.", {
    documentId,
    start,
    end,
  });
const founded = { text: text.slice(0, 37), span: { documentId: "d1", start: 0, end: 37 } };
const employs = { text: text.slice(38), span: { documentId: "d1", start: 38, end: text.length } };
const right = "It was founded in 1998 and employs 214 people.";
const asked = aTruth({ references: [founded, employs] });

function diagnosisOf(
  prediction: Partial<PredictionRow>,
  { truth = asked, judged }: { truth?: TruthRow; judged?: DiagnosisInput["judgement"] } = {},
) {
  const row = aPrediction({ answer: right, retrieved: [at(0, text.length)], ...prediction });
  const loss = lossOf({ truth, prediction: row, chunks: null, missedKeypoints: null });
  return diagnose({
    truth,
    prediction: row,
    loss,
    judgement: judged,
    nameOf: id => `document ${id}`,
  });
}

test("an answer that says the values of all keypoints did not fail, whatever else was not read", () => {
  const all = { score: 1, by: "code", causes: [], lostIn: null, why: [], invented: [] };
  expect(diagnosisOf({})).toMatchObject(all);
  expect(diagnosisOf({ retrieved: [at(0, 37)] })).toMatchObject(all);
});

test("evidence that a border cuts is shown with the border, and the passage it goes through", () => {
  // The splitter took the full stop of "Ltd." for the end of a sentence; the rest came nowhere.
  const diagnosis = diagnosisOf({
    answer: "It was founded in 1998.",
    retrieved: [at(0, 24, "d2"), at(0, 37), at(38, 54)],
  });
  expect(diagnosis).toMatchObject({ score: 0.5, causes: ["cut"], lostIn: "retrieval" });
  expect(diagnosis.spans[1]).toMatchObject({
    cause: "cut",
    rank: 3,
    border: { before: "Alder Mills Ltd.", after: "employs 214 people." },
  });
  expect(diagnosis.why).toEqual([
    "a chunk boundary splits the evidence (passage 3) after “Alder Mills Ltd.” and before “employs 214 people.”, and the rest was not retrieved",
  ]);
});

test("a passage that stands nowhere shows a border by its text alone", () => {
  const nowhere = (words: string) => passage(words, { documentId: null, start: null, end: null });
  const causesOf = (...words: string[]) =>
    diagnosisOf(
      { answer: "It employs some.", retrieved: words.map(nowhere) },
      { truth: aTruth({ references: [employs] }) },
    ).causes;
  expect(causesOf("Founded in 1998. Alder Mills Ltd. employs")).toContain("cut");
  expect(causesOf("Alder Mills closed its canteen for a week.")).not.toContain("cut");
});

test("evidence that was retrieved and not read is told with its rank", () => {
  const found = [at(0, 24, "d2"), at(0, 37), at(0, 20, "d2"), at(38, text.length)];
  const diagnosis = diagnosisOf({
    answer: "It was founded in 1998.",
    retrieved: found,
    contexts: found.slice(0, 2),
  });
  expect(diagnosis).toMatchObject({ causes: ["left-out"], lostIn: "reranking" });
  expect(diagnosis.why[0]).toContain(
    "was retrieved at rank 4, but is not in what was read (2 passages)",
  );
});

test("where every passage holds evidence and some is missing, too few were retrieved; else it was not retrieved", () => {
  const short = { answer: "It was founded in 1998." };
  const few = diagnosisOf({ ...short, retrieved: [at(0, 37)] });
  expect([few.causes, few.why]).toEqual([
    ["too-few"],
    [
      "too few passages: 1 passage retrieved, but the evidence is 2 spans in 1 document; missing: “Alder Mills Ltd. employs 214 people.”",
    ],
  ]);
  const missed = diagnosisOf({ ...short, retrieved: [at(0, 24, "d2"), at(0, 37)] });
  expect([missed.causes, missed.why]).toEqual([
    ["not-retrieved"],
    [
      "the evidence “Alder Mills Ltd. employs 214 people.” from document d1 is not in the 2 passages retrieved; another part of its document is at rank 2",
    ],
  ]);
  const nothing = diagnosisOf({ ...short, retrieved: [] });
  expect(nothing.why[0]).toContain("nothing was retrieved");
});

test("a question whose passages are all in another language is told so", () => {
  const truth = aTruth({ language: "zh", question: "桤木厂雇了多少人？", references: [employs] });
  const diagnosis = diagnosisOf(
    { answer: "不清楚", language: "zh", retrieved: [at(0, 24, "d2")] },
    { truth },
  );
  expect(diagnosis.causes).toEqual(["other-language"]);
  expect(diagnosis.why).toEqual([
    "the question is in Chinese, but all that was retrieved (1 passage) is in English",
    "without that evidence, the system declined to answer",
  ]);
});

test("to decline is wrong where there is an answer and right where there is none", () => {
  const declined = { answer: "I am sorry. I cannot answer this question." };
  expect(diagnosisOf(declined)).toMatchObject({
    causes: ["refused"],
    lostIn: "generation",
    declined: true,
    why: ["the system declined to answer, although all the evidence was read (2 spans)"],
  });
  const none = aTruth({
    type: "unanswerable",
    answer: "Unable to answer.",
    references: [],
    keypoints: [{ id: "k1", claim: "The documents do not answer this." }],
  });
  expect(diagnosisOf(declined, { truth: none })).toMatchObject({ score: 1, causes: [] });
  expect(diagnosisOf({ answer: "In 1998." }, { truth: none })).toMatchObject({
    score: 0,
    causes: ["should-refuse"],
  });
});

test("a number that nobody gave is named, beside a right answer too; a rounded one and one of the question are not", () => {
  expect(diagnosisOf({ answer: `${right} Its turnover is 4,711 million.` })).toMatchObject({
    score: 1,
    causes: ["invented"],
    why: ["the answer says 4,711 million, which is in no passage that was read"],
  });
  const truth = aTruth({ references: [founded, employs], question: "By 3.5 % or not?" });
  const share = passage("The share is 71.66 %.");
  expect(
    diagnosisOf(
      { answer: `${right} By 3.5 %, to 71.7 %.`, retrieved: [at(0, text.length), share] },
      { truth },
    ).invented,
  ).toEqual([]);
  // What was read is not told: nothing can be said of it.
  expect(diagnosisOf({ answer: `${right} 4,711.`, retrieved: null }).invented).toEqual([]);
});

test("what the answer lacks of a keypoint is named by value", () => {
  const diagnosis = diagnosisOf({ answer: "It was founded in 1998." });
  expect(diagnosis).toMatchObject({ score: 0.5, causes: ["left-unsaid"] });
  expect(diagnosis.why).toEqual([
    "all the evidence was read, but the answer lacks 214 of “Alder Mills employs 214 people.”",
  ]);
});

test("a judge's verdict stands before what code would say, with its reason", () => {
  const judged = {
    verdicts: [
      { keypointId: "k1", verdict: "covered" as const, reason: "said" },
      { keypointId: "k2", verdict: "contradicted" as const, reason: "it says 215" },
    ],
  };
  const diagnosis = diagnosisOf({}, { judged });
  expect(diagnosis).toMatchObject({ score: 0.5, by: "judge", causes: ["contradicted"] });
  expect(diagnosis.why[0]).toBe(
    "the answer contradicts “Alder Mills employs 214 people.” (the judge: it says 215)",
  );
});

test("without an answer an item fails by the evidence that was not read, and of nothing nothing is said", () => {
  expect(diagnosisOf({ answer: null, retrieved: [at(0, 37)] })).toMatchObject({
    score: 0.5,
    by: "evidence",
    causes: ["too-few"],
  });
  expect(diagnosisOf({ answer: null, retrieved: null })).toMatchObject({
    score: null,
    by: null,
    causes: [],
  });
});
