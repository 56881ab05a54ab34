// What of a keypoint code finds in an answer: values in any form, names, known wrong answers, a refusal.

import { expect, test } from "vitest";
import { checkAnswer } from "../../../pipelines/evaluate/pack/check-answer.ts";
import {
  founding,
  interval,
  packedItem,
  unanswerable,
  wordsAlone,
} from "../../support/packed-items.ts";

const missing = (...given: Parameters<typeof checkAnswer>) =>
  checkAnswer(...given).keypoints.map(keypoint => keypoint.missingParts);

test("a value is found in whatever form it is written, and a name by its own word", () => {
  expect(missing(founding, "Ruth Calder founded it on 3 May 1998.")).toEqual([[], []]);
  expect(missing(founding, "May 3, 1998 (founder: Calder)")).toEqual([[], []]);
});

test("a bare number with another unit in capitals is another value", () => {
  const upload = packedItem({
    question: "How large may an upload be?",
    keypoints: [{ id: "k1", claim: "An upload may be at most 2.5 GB.", kind: "fact" }],
  });
  expect(missing(upload, "At most 2.5 GB.")).toEqual([[]]);
  expect(missing(upload, "2.5 gigabytes at most")).toEqual([[]]);
  expect(missing(upload, "At most 2.5 MB.")).toEqual([["2.5 GB"]]);
});

test("what is missing is named", () => {
  expect(missing(founding, "It was founded on 4 May 1998.")).toEqual([
    ["3 May 1998"],
    ["Ruth Calder"],
  ]);
});

test("what the question says already is not asked for, and a claim of which nothing is left is not decided", () => {
  expect(
    missing(packedItem({ question: "Did Ruth Calder found Alder Mills on 3 May 1998?" }), "Yes."),
  ).toEqual([null, null]);
  expect(missing(wordsAlone, "No idea.")).toEqual([null]);
});

test("of a conclusion that alone is asked for, unless all is; of documents that disagree what each says", () => {
  expect(missing(interval, "相隔114天。")).toEqual([[]]);
  expect(missing(interval, "相隔113天。")).toEqual([["114天"]]);
  expect(missing(interval, "相隔114天。", { full: true })).toEqual([
    ["2021年8月11日"],
    ["2021年4月19日"],
    [],
  ]);
  expect(missing({ ...interval, type: "disagreement" }, "相隔114天。").length).toBe(3);
});

test("a known wrong answer is told with its trap", () => {
  const item = packedItem({
    question: "What was the revenue of Alder Mills?",
    answer: "It was US$30 million.",
    keypoints: [{ id: "k1", claim: "The revenue was US$30 million.", kind: "fact" }],
    wrongAnswers: [{ answer: "It was US$28 million.", trap: "stale", documentIds: ["d-alder"] }],
  });
  expect(checkAnswer(item, "US$28 million.")).toMatchObject({
    trap: { trap: "stale", answer: "It was US$28 million." },
    keypoints: [{ missingParts: ["US$30 million"] }],
  });
  expect(checkAnswer(item, "US$30 million.")).toMatchObject({ trap: null });
});

test("a question that cannot be answered is answered by saying so", () => {
  const declined = (answer: string) => checkAnswer(unanswerable, answer).declined;
  expect(declined("The documents do not say how many.")).toBe(true);
  expect(declined("It owns 12 ferries.")).toBe(false);
  expect(checkAnswer(founding, "x").declined).toBe(null);
});

test("a version is missing once, not again as the name it is cut to", () => {
  const claim = "It needs Version 3.2 of the desktop client.";
  const item = packedItem({
    question: "What does the upload need?",
    keypoints: [{ id: "k1", claim, kind: "fact" }],
    evidence: [{ ...packedItem().evidence[0]!, text: claim }],
  });
  expect(missing(item, "It needs a newer client.")).toEqual([["3.2"]]);
});
