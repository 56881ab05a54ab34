// Agreement of a run's reviews: each number by hand, from rows as import writes them.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type AgreementOptions,
  agreementOf,
} from "../../../pipelines/annotate/agreement/agreement.ts";
import { latestReviews } from "../../../pipelines/annotate/verdicts/latest-reviews.ts";
import { type AnnotationTaskRow, ReviewRow } from "../../../schemas/annotation.ts";
import { freshFolder } from "../../support/folder.ts";
import { taskOf } from "./tasks.ts";

const folder = freshFolder();
/** Of runs and reviews alike. */
let made = 0;

interface GivenVerdict {
  readonly values: Record<string, string>;
  readonly seconds?: number | null;
  readonly decidedAt?: string | null;
}

const reviewOf = (
  task: AnnotationTaskRow,
  annotator: string,
  { values, seconds = null, decidedAt = null }: GivenVerdict,
): ReviewRow =>
  ReviewRow.parse({
    id: `review-${(made += 1)}`,
    taskId: task.id,
    protocol: task.protocol,
    language: task.language,
    annotator,
    values,
    decidedAt,
    seconds,
    source: "page",
  });

function run(
  tasks: readonly AnnotationTaskRow[],
  reviews: readonly ReviewRow[],
  options: AgreementOptions = {},
) {
  const directory = folder(String((made += 1)));
  mkdirSync(join(directory, "annotate"), { recursive: true });
  const lines = (rows: readonly unknown[]) => rows.map(row => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(join(directory, "run.json"), "{}");
  writeFileSync(join(directory, "annotate/tasks.jsonl"), lines(tasks));
  writeFileSync(join(directory, "annotate/reviews.jsonl"), lines(reviews));
  return agreementOf(directory, options);
}

const figure = (result: ReturnType<typeof run>[number] | undefined, name: string, of = "") =>
  result?.figures.find(single => single.name === name && single.of === of);

const task = taskOf("rageval-qra", "t");
const said = (annotator: string, score: string, decidedAt: string | null) =>
  reviewOf(task, annotator, { values: { score }, decidedAt });
const scores = (reviews: readonly ReviewRow[]) =>
  latestReviews(reviews).map(({ annotator, values }) => `${annotator}${values["score"]}`);

it("a person's last word on a task is the one decided last, wherever it stands, with fractions of a second told apart", () => {
  expect(
    scores([
      said("甲", "5", "2025-03-01T09:00:00.500Z"),
      said("甲", "1", "2025-03-01T09:00:00Z"),
      said("乙", "2", "2025-01-01T00:00:00Z"),
    ]),
  ).toEqual(["甲5", "乙2"]);
});

describe("agreement of a run", () => {
  const score = (value: number, seconds: number | null = null): GivenVerdict => ({
    values: { score: String(value) },
    seconds,
  });

  it("is nothing before verdicts were imported, and refuses a folder without a run or a judge who judged nothing", () => {
    expect(run([taskOf("cofe", "t")], [])).toEqual([]);
    expect(() => agreementOf(folder())).toThrow(/no run/);
    const task = taskOf("rageval-qra", "t");
    expect(() => run([task], [reviewOf(task, "甲", score(4))], { judge: "gpt" })).toThrow(
      /There are no verdicts by the judge "judge:gpt"/,
    );
  });

  it("counts people, their time and the controls they missed, and controls count for nothing else", () => {
    const [one, two, idle] = [
      taskOf("rageval-qra", "1"),
      taskOf("rageval-qra", "2"),
      taskOf("rageval-qra", "3"),
    ];
    const planted = taskOf("rageval-qra", "c", {
      itemId: null,
      control: { fault: "other-answer", expect: [{ field: "score", oneOf: ["0", "1"] }] },
    });
    const reviews = [
      reviewOf(one, "甲", score(5, 10)),
      reviewOf(two, "甲", score(4, 40)),
      reviewOf(planted, "甲", score(1, 500)),
      reviewOf(one, "Bob", score(5)),
      reviewOf(planted, "Bob", score(5)),
    ];
    const [result] = run([one, two, idle, planted], reviews);
    expect(result).toMatchObject({ tasks: 3, reviewed: 2, reviews: 3, strays: 0 });
    expect(result?.people).toEqual([
      {
        annotator: "Bob",
        reviews: 1,
        seconds: { median: null, mean: null, n: 0 },
        controls: { seen: 1, missed: [{ taskId: "c", fault: "other-answer" }] },
      },
      {
        annotator: "甲",
        reviews: 2,
        seconds: { median: 25, mean: 25, n: 2 },
        controls: { seen: 1, missed: [] },
      },
    ]);
    expect(figure(result, "mean score")).toMatchObject({ value: 4.5, n: 2 });
    expect(result?.fields[0]).toMatchObject({ field: "score", units: 1, exact: 1 });
  });

  it("gives mean scores by language and domain beside the published ones, a task judged by two counting once", () => {
    const zh = [taskOf("rageval-qra", "1"), taskOf("rageval-qra", "2")];
    const en = taskOf("rageval-qra", "3", {
      language: "en",
      content: { language: "en", domain: "Sports" },
    });
    const reviews = [
      reviewOf(zh[0]!, "甲", score(5)),
      reviewOf(zh[0]!, "乙", score(3)),
      reviewOf(zh[1]!, "甲", score(2)),
      reviewOf(en, "甲", score(4)),
    ];
    const [result] = run([...zh, en], reviews);
    // zh: (4 + 2) / 2 = 3; share of 4 and 5: (½ + 0) / 2.
    expect(figure(result, "mean score", "zh finance")).toMatchObject({
      value: 3,
      n: 2,
      published: { value: 4.94, source: "RAGEval (version 2), table 5" },
    });
    expect(figure(result, "mean score", "en Sports")).toMatchObject({
      value: 4,
      n: 1,
      published: null,
    });
    expect(figure(result, "scores of 4 and 5", "zh finance")?.value).toBe(0.25);
    // Accepted from 4 on: people are torn over the first, reject the second, accept the third.
    expect(result?.acceptance[0]).toMatchObject({
      by: "all",
      accepted: 1,
      n: 2,
      conflicts: 1,
      share: 0.5,
    });
    expect(
      result?.acceptance.map(({ by, name, n, conflicts }) => `${by} ${name} ${n} ${conflicts}`),
    ).toContain("language zh 1 1");
  });

  it("gives exact agreement, α and κ with its weights for each two people", () => {
    const tasks = ["1", "2", "3", "4"].map(id => taskOf("rageval-qra", id));
    const [ours, theirs] = [
      [5, 5, 4, 0],
      [5, 4, 4, 0],
    ] as const;
    const reviews = tasks.flatMap((task, place) => [
      reviewOf(task, "a", score(ours[place]!)),
      reviewOf(task, "b", score(theirs[place]!)),
    ]);
    const [field] = run(tasks, reviews)[0]!.fields;
    expect(field).toMatchObject({ level: "interval", units: 4, exact: 0.75, judge: null });
    // κ: po = 3/4, pe = (2·1 + 1·2 + 1·1) / 16 = 5/16.
    expect(field?.pairs).toHaveLength(1);
    expect(field?.pairs[0]).toMatchObject({
      people: ["a", "b"],
      n: 4,
      exact: 0.75,
      weighted: { weighting: "quadratic" },
    });
    expect(field?.pairs[0]?.kappa).toBeCloseTo((3 / 4 - 5 / 16) / (11 / 16), 12);
    // Quadratic: seen (5 − 4)² = 1, by chance (2·2·1 + 2·1·25 + 1·1·1 + 1·1·16 + 1·1·25 + 1·2·16) / 4 = 128 / 4.
    expect(field?.pairs[0]?.weighted?.kappa).toBeCloseTo(1 - 1 / 32, 12);
    // α: Do = 1 / 8 pairs' worth; De over the 28 pairs of 5, 5, 5, 4, 4, 4, 0, 0: 9 of distance 1, 6 of 25, 6 of 16.
    expect(field?.alpha).toBeCloseTo(1 - 1 / ((9 * 1 + 6 * 25 + 6 * 16) / 7), 12);
  });
});

const rejectedBy = (id: string, weight: number) =>
  taskOf("rageval-qra", id, {
    itemId: null,
    weight,
    automatic: { accepted: false, codes: ["copied"] },
  });
const keptBy = (id: string, weight: number) => taskOf("rageval-qra", id, { weight });
const says = (task: AnnotationTaskRow, value: string) =>
  reviewOf(task, "甲", { values: { score: value } });

it("the automatic filters are judged by what their tasks stand for, and what they reject counts for no other number", () => {
  const [right, wrong, bad, good] = [
    rejectedBy("1", 3),
    rejectedBy("2", 1),
    keptBy("3", 6),
    keptBy("4", 10),
  ];
  const [result] = run(
    [right, wrong, bad, good],
    [says(right, "0"), says(wrong, "5"), says(bad, "1"), says(good, "5")],
  );
  // Rejected by the filters: 3 + 1, of which people reject 3; by people: 3 + 6, of which the filters reject 3.
  expect(result?.filters).toMatchObject({
    precision: 0.75,
    recall: 3 / 9,
    tasks: 4,
    rejected: 2,
    because: null,
  });
  expect(result?.acceptance[0]).toMatchObject({ accepted: 1, n: 2 });
  expect(figure(result, "mean score")).toMatchObject({ value: 3, n: 2 });
});

it("a judge is left out of people's numbers and compared with their majority", () => {
  const tasks = ["1", "2"].map(id => taskOf("rageval-qra", id));
  const says = (place: number, annotator: string, value: string) =>
    reviewOf(tasks[place]!, annotator, { values: { score: value } });
  const reviews = [
    says(0, "甲", "5"),
    says(0, "乙", "5"),
    says(0, "judge:model", "1"),
    says(1, "甲", "4"),
    says(1, "judge:model", "4"),
  ];
  const [result] = run(tasks, reviews, { judge: "model" });
  expect(result).toMatchObject({
    reviewed: 2,
    reviews: 3,
    judge: { annotator: "judge:model", reviews: 2 },
  });
  expect(result?.people.map(({ annotator }) => annotator)).toEqual(["乙", "甲"]);
  expect(result?.acceptance[0]).toMatchObject({ accepted: 2, n: 2, conflicts: 0 });
  expect(figure(result, "mean score")?.value).toBe(4.5);
  // Off by 4 and by 0; the same on one of two; κ: po = 1/2, pe = (1 · 1) / 4.
  expect(result?.fields[0]).toMatchObject({
    units: 1,
    exact: 1,
    judge: { n: 2, exact: 0.5, torn: 0, meanAbsoluteDifference: 2 },
  });
  expect(result?.fields[0]?.judge?.kappa).toBeCloseTo((1 / 2 - 1 / 4) / (3 / 4), 12);
});

it("an arbiter settles the item alone, and does not count among those who agree", () => {
  const torn = taskOf("rageval-qra", "1");
  const again = taskOf("rageval-qra", "2", { itemId: torn.itemId, arbitrates: true });
  const says = (task: AnnotationTaskRow, annotator: string, value: string) =>
    reviewOf(task, annotator, { values: { score: value } });
  const before = [says(torn, "甲", "5"), says(torn, "乙", "2")];
  expect(run([torn, again], before)[0]?.acceptance[0]).toMatchObject({
    accepted: 0,
    n: 0,
    conflicts: 1,
    share: null,
  });
  const [after] = run([torn, again], [...before, says(again, "丙", "4")]);
  expect(after).toMatchObject({ tasks: 1, reviewed: 1, reviews: 3 });
  expect(after?.acceptance[0]).toMatchObject({ accepted: 1, n: 1, conflicts: 0 });
  expect(figure(after, "mean score")).toMatchObject({ value: 4, n: 1 });
  expect(after?.fields[0]?.pairs.map(({ people }) => people)).toEqual([["乙", "甲"]]);
  // A judge is not an arbiter, however late it speaks.
  const model = reviewOf(again, "judge:model", {
    values: { score: "0" },
    decidedAt: "2030-01-01T00:00:00Z",
  });
  expect(
    run([torn, again], [...before, says(again, "丙", "4"), model], { judge: "model" })[0]
      ?.acceptance[0],
  ).toMatchObject({ accepted: 1, n: 1 });
});
