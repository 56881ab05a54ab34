// A judge model beside people: each number by hand, from the rows that annotation and judge write.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRun } from "../../../pipelines/engine/open-run.ts";
import { judgeAgreement } from "../../../pipelines/evaluate/statistics/judge-agreement.ts";
import { AnnotationTaskRow, ReviewRow } from "../../../schemas/annotation.ts";
import { JudgeAgreement } from "../../../schemas/evaluation/result.ts";
import { aPrediction } from "../../support/evaluation-rows.ts";
import { freshFolder } from "../../support/folder.ts";

const folder = freshFolder();
type Short = "c" | "x" | "n";
const long = { c: "covered", x: "contradicted", n: "neither" } as const;
const spelled = (verdicts: string) => [...verdicts].map(single => long[single as Short]);

const aTask = (
  id: string,
  parts: Partial<AnnotationTaskRow> & { response?: string; keypoints?: number } = {},
): AnnotationTaskRow => {
  const { response = `answer to ${id}`, keypoints = 2, ...rest } = parts;
  const claims = Array.from({ length: keypoints }, (_, place) => `claim ${place + 1}`);
  const item = { type: "factual", language: "en", domain: "law", question: "q", answer: "a" };
  const documents = { evidence: [], documentIds: [], candidates: [] };
  const keywords = { coarse: [], fine: [] };
  const content = { ...item, ...documents, keypoints: claims, keywords, response };
  const ids = { id, protocol: "judge", language: "en", itemId: `item-${id}`, sourceId: "s" };
  const making = { weight: 1, automatic: null, control: null, sources: {}, arbitrates: false };
  return AnnotationTaskRow.parse({ ...ids, content, ...making, ...rest });
};

const aReview = (
  taskId: string,
  annotator: string,
  verdicts: string,
  parts: Partial<ReviewRow> = {},
): ReviewRow => {
  const values = Object.fromEntries(
    spelled(verdicts).map((verdict, place) => [`keypoint-${place + 1}`, verdict]),
  );
  const id = `${taskId}/${annotator}/${parts.decidedAt ?? ""}/${verdicts}`;
  const head = { id, taskId, protocol: "judge", language: "en", annotator, values };
  return ReviewRow.parse({ ...head, decidedAt: null, seconds: null, source: "page", ...parts });
};

/** What the system answered and the judge said of it. */
const judged = (
  task: string,
  verdicts: string,
  { system = "s", answer = `answer to ${task}` as string | null } = {},
) => {
  const id = `${system}/${task}`;
  const common = { itemId: `item-${task}`, system, language: "en" } as const;
  const given = spelled(verdicts).map((verdict, place) => ({
    keypointId: `k${place + 1}`,
    verdict,
    reason: "",
  }));
  return {
    prediction: aPrediction({ id, ...common, answer }),
    judgement: { id: `${id}/keypoints`, predictionId: id, ...common, verdicts: given },
  };
};

function agreement(
  tasks: readonly AnnotationTaskRow[],
  reviews: readonly ReviewRow[],
  answers: readonly ReturnType<typeof judged>[],
) {
  mkdirSync(folder("annotate"), { recursive: true });
  const lines = (rows: readonly unknown[]) => rows.map(row => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(join(folder(), "annotate/tasks.jsonl"), lines(tasks));
  writeFileSync(join(folder(), "annotate/reviews.jsonl"), lines(reviews));
  return judgeAgreement(
    opened(),
    answers.map(({ prediction }) => prediction),
    answers.map(({ judgement }) => judgement),
  );
}

function opened() {
  writeFileSync(folder("run.json"), "{}");
  return openRun(folder());
}

const figures = (rows: readonly JudgeAgreement[]) =>
  rows.map(({ metric, n, meanAbsoluteDifference, verdicts }) => [
    metric,
    n,
    meanAbsoluteDifference,
    verdicts,
  ]);
const disagree = [
  ["completeness", 1, 1, 2],
  ["hallucination", 1, 1, 2],
  ["irrelevance", 1, 0, 2],
];
const agree = disagree.map(([metric, n, , verdicts]) => [metric, n, 0, verdicts]);

describe("judge beside people", () => {
  it("gives mean absolute difference by answer and κ by single verdict, for each metric its own", () => {
    const rows = agreement(
      [aTask("1"), aTask("2")],
      [aReview("1", "ann", "cc"), aReview("2", "ann", "xn")],
      [judged("1", "cn"), judged("2", "xn")],
    );
    expect(rows.map(row => JudgeAgreement.parse(row))).toEqual(rows);
    // Completeness: 1 and 0 against ½ and 0. Irrelevance: 0 and ½ against ½ and ½.
    expect(figures(rows)).toEqual([
      ["completeness", 2, 0.25, 4],
      ["hallucination", 2, 0, 4],
      ["irrelevance", 2, 0.25, 4],
    ]);
    // Covered or not: people 2 of 4, judge 1 of 4, 3 alike. po = ¾, pe = ½·¼ + ½·¾ = ½. Neither or not: the same with people 1, judge 2.
    expect(rows.map(({ kappa }) => kappa)).toEqual([0.5, 1, 0.5]);
  });

  it("takes the mean of several people for an answer, their majority for a verdict, and leaves out those on which they are torn", () => {
    const rows = agreement(
      [aTask("1")],
      [aReview("1", "ann", "cc"), aReview("1", "bob", "cx")],
      [judged("1", "cc")],
    );
    // People: completeness ¾, hallucination ¼. The second keypoint is torn between covered and contradicted.
    expect(figures(rows)).toEqual([
      ["completeness", 1, 0.25, 1],
      ["hallucination", 1, 0.25, 1],
      ["irrelevance", 1, 0, 2],
    ]);
    expect(rows.map(({ kappa }) => kappa)).toEqual([null, null, null]);
  });

  it("counts a person's last word, and no model's", () => {
    const reviews = [
      aReview("1", "ann", "cc", { decidedAt: "2025-03-01T10:00:00Z" }),
      aReview("1", "ann", "xx", { decidedAt: "2025-03-01T09:00:00.5Z" }),
      aReview("1", "ann", "nn"),
      aReview("1", "judge:other", "xx"),
    ];
    const byReviews = (given: readonly ReviewRow[]) =>
      figures(agreement([aTask("1")], given, [judged("1", "cc")]));
    expect(byReviews(reviews)).toEqual(agree);
    expect(byReviews([aReview("1", "ann", "xx"), aReview("1", "ann", "cc")])).toEqual(agree);
    expect(byReviews(reviews.slice(3))).toEqual([]);
  });

  it("is nothing where no person judged, in a folder without annotation, and where answers are not the same", () => {
    const { prediction, judgement } = judged("1", "cc");
    expect(judgeAgreement(opened(), [prediction], [judgement])).toEqual([]);
    expect(agreement([aTask("1")], [], [judged("1", "cc")])).toEqual([]);
    const reviews = [aReview("1", "ann", "cc")];
    for (const answer of ["another answer", null])
      expect(agreement([aTask("1")], reviews, [judged("1", "cc", { answer })])).toEqual([]);
    const ofOtherItem = [aTask("1", { response: "answer to 2" })];
    expect(agreement(ofOtherItem, reviews, [judged("2", "cc")])).toEqual([]);
  });

  it("leaves out planted tasks, those that settle a conflict, other protocols, and verdicts that are not whole", () => {
    const control = { fault: "planted", expect: [{ field: "keypoint-1", oneOf: ["neither"] }] };
    const review = (parts: Partial<ReviewRow> = {}) => aReview("1", "ann", "cc", parts);
    const answers = [judged("1", "cc")];
    expect(agreement([aTask("1", { control })], [review()], answers)).toEqual([]);
    expect(agreement([aTask("1", { arbitrates: true })], [review()], answers)).toEqual([]);
    const otherProtocol = { protocol: "cofe" } as const;
    expect(agreement([aTask("1", otherProtocol)], [review(otherProtocol)], answers)).toEqual([]);
    const half = [aReview("1", "ann", "c")];
    expect(agreement([aTask("1")], half, answers)).toEqual([]);
    expect(agreement([aTask("1")], half, [judged("1", "c")])).toEqual([]);
    const unknown = review({ values: { "keypoint-1": "covered", "keypoint-2": "maybe" } });
    expect(agreement([aTask("1")], [unknown], answers)).toEqual([]);
  });
});
