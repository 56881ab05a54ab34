// What reviews mean for items: majorities, conflicts, arbitration, wordings and their version numbers.

import { describe, expect, test } from "vitest";
import { decide, type DecisionInput } from "../../../pipelines/annotate/verdicts/decisions.ts";
import type { AnnotationTaskRow, ReviewRow } from "../../../schemas/annotation.ts";
import {
  admitted,
  ferries,
  founded,
  minute,
  reasonable,
  refined,
  reviewOf,
  sampleTasks,
  taskOn,
} from "../../support/judged-run.ts";
import { sampleItems } from "../../support/sample-items.ts";

const items = new Map(sampleItems.map(item => [item.id, item]));
const decideOn = (reviews: readonly ReviewRow[], more: Partial<DecisionInput> = {}) =>
  decide({ tasks: sampleTasks, reviews, items, versions: [], ...more });

const query = taskOn(founded, "crud-query");
const score = taskOn(founded, "rageval-qra");
const scored = (people: Record<string, string>, task: AnnotationTaskRow = score) =>
  Object.entries(people).map(([name, points]) => reviewOf(task, name, { score: points }));
const first = (reviews: readonly ReviewRow[], more: Partial<DecisionInput> = {}) =>
  decideOn(reviews, more).decisions[0];

describe("the people", () => {
  test("decide by their majority, each named in words", () => {
    expect(first(scored({ anna: "5", ben: "4", carl: "2" }))).toEqual({
      id: "item-0/rageval-qra",
      itemId: "item-0",
      language: "en",
      protocol: "rageval-qra",
      decision: "accepted",
      version: 1,
      reviewIds: [
        "review rageval-qra-item-0 anna",
        "review rageval-qra-item-0 ben",
        "review rageval-qra-item-0 carl",
      ],
      detail: "accepted by anna, ben; rejected by carl",
    });
    expect(first(scored({ anna: "1", ben: "4", carl: "2" }))).toMatchObject({
      decision: "rejected",
      version: null,
      detail: "accepted by ben; rejected by anna, carl",
    });
  });

  test("are at odds when as many accept as reject", () => {
    expect(first(scored({ anna: "5", ben: "0" }))).toMatchObject({
      decision: "conflict",
      version: null,
      detail: "accepted by anna; rejected by ben",
    });
  });

  test("count once each, by their last word, on however many tasks they met the item", () => {
    const again = taskOn(founded, "rageval-qra", { id: "again" });
    const reviews = [
      reviewOf(score, "anna", { score: "0" }, minute(1)),
      reviewOf(again, "anna", { score: "5" }, minute(2)),
      reviewOf(score, "ben", { score: "4" }, minute(3)),
    ];
    expect(first(reviews, { tasks: [score, again] })).toMatchObject({
      decision: "accepted",
      detail: "accepted by anna, ben",
    });
  });
});

test("nothing is decided by verdicts on controls, on candidates that never became items, and on items that are gone", () => {
  const control = taskOn(founded, "rageval-qra", {
    control: { fault: "other-answer", expect: [{ field: "score", oneOf: ["0"] }] },
  });
  const candidate = taskOn(ferries, "rageval-qra", { itemId: null });
  const gone = taskOn(admitted, "rageval-qra", { itemId: "item-99" });
  const tasks = [control, candidate, gone];
  expect(
    decideOn(
      tasks.flatMap(task => scored({ anna: "5" }, task)),
      { tasks },
    ),
  ).toEqual({ decisions: [], versions: [] });
});

describe("an edit", () => {
  const better = "In which year was Alder Mills founded?";
  const other = "On what day was Alder Mills founded?";

  test("makes a version that holds the whole item and names its review", () => {
    const { decisions, versions } = decideOn([reviewOf(query, "anna", refined(better))]);
    expect(versions).toEqual([
      {
        id: "item-0/v2",
        itemId: "item-0",
        language: "en",
        version: 2,
        item: { ...founded, question: better },
        reviewIds: ["review crud-query-item-0 anna"],
      },
    ]);
    expect(decisions[0]).toMatchObject({
      decision: "accepted",
      version: 2,
      detail: "accepted by anna (edited)",
    });
  });

  test("stands beside people who found the question reasonable", () => {
    expect(
      first([
        reviewOf(query, "anna", reasonable),
        reviewOf(query, "ben", reasonable),
        reviewOf(query, "carl", refined(better)),
      ]),
    ).toMatchObject({
      decision: "accepted",
      version: 2,
      detail: "accepted by anna, ben, carl (edited)",
    });
  });

  test("made by two in the same words is one version; white space makes no other words", () => {
    const { decisions, versions } = decideOn([
      reviewOf(query, "anna", refined(better)),
      reviewOf(query, "ben", refined(better.replace(" ", "  "))),
    ]);
    expect(versions.map(({ version, reviewIds }) => [version, reviewIds])).toEqual([
      [2, ["review crud-query-item-0 anna", "review crud-query-item-0 ben"]],
    ]);
    expect(decisions[0]).toMatchObject({ decision: "accepted", version: 2 });
  });

  test("against another edit is a conflict, and both versions are kept", () => {
    const { decisions, versions } = decideOn([
      reviewOf(query, "anna", refined(better)),
      reviewOf(query, "ben", refined(other)),
    ]);
    expect(decisions[0]).toMatchObject({
      decision: "conflict",
      version: null,
      detail: "accepted by anna (edited), ben (edited); the edits differ",
    });
    expect(versions.map(({ id, item }) => [id, item.question])).toEqual([
      ["item-0/v2", better],
      ["item-0/v3", other],
    ]);
  });

  test("is numbered by when it was decided, not by where its review stands", () => {
    const [early, late] = [
      reviewOf(query, "zoe", refined(other), minute(1)),
      reviewOf(query, "anna", refined(better), minute(2)),
    ];
    const questions = (reviews: readonly ReviewRow[]) =>
      decideOn(reviews).versions.map(({ item }) => item.question);
    expect(questions([late, early])).toEqual([other, better]);
    expect(questions([early, late])).toEqual([other, better]);
  });
});

describe("an arbiter", () => {
  const arbiter = taskOn(founded, "crud-query", { id: "arbiter", arbitrates: true });
  const tasks = [query, arbiter];
  const torn = [
    reviewOf(query, "anna", refined("In which year was Alder Mills founded?")),
    reviewOf(query, "ben", refined("Who founded Alder Mills?")),
  ];

  test("settles alone, whatever the others said", () => {
    expect(first([...torn, reviewOf(arbiter, "dora", reasonable)], { tasks })).toMatchObject({
      decision: "accepted",
      version: 1,
      reviewIds: ["review arbiter dora"],
      detail: "accepted by dora; settled by an arbiter",
    });
  });

  test("after another is heard alone", () => {
    const judged = taskOn(founded, "rageval-qra", { arbitrates: true });
    const reviews = [
      reviewOf(judged, "dora", { score: "5" }, minute(2)),
      reviewOf(judged, "emil", { score: "1" }, minute(8)),
    ];
    expect(first(reviews, { tasks: [judged] })).toMatchObject({
      decision: "rejected",
      detail: "rejected by emil; settled by an arbiter",
    });
  });
});
