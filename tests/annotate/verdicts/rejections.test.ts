// What reviews mean for answers that checks rejected: majorities, one voice a person, controls apart.

import { expect, test } from "vitest";
import { importVerdicts } from "../../../pipelines/annotate/verdicts/import-verdicts.ts";
import { decideRejections } from "../../../pipelines/annotate/verdicts/rejections.ts";
import { readRows } from "../../../pipelines/engine/read-run.ts";
import { type AnnotationTaskRow, rejections, type ReviewRow } from "../../../schemas/annotation.ts";
import { freshFolder } from "../../support/folder.ts";
import {
  admitted,
  founded,
  minute,
  reviewOf,
  taskOn,
  verdict,
  writeJudgedRun,
} from "../../support/judged-run.ts";

const at = freshFolder();
const automatic = { accepted: false, codes: ["no-subject"] };
const fell = taskOn(founded, "rageval-qra", { itemId: null, automatic });
const again = { ...fell, id: "again" };
const stands = taskOn(admitted, "rageval-qra");
const planted: AnnotationTaskRow = {
  ...fell,
  id: "planted",
  control: { fault: "other-answer", expect: [{ field: "score", oneOf: ["0"] }] },
};
const tasks = [fell, again, stands, planted];
const judged = (reviews: readonly ReviewRow[]) => decideRejections({ tasks, reviews });
const score = (task: AnnotationTaskRow, person: string, points: string, time = minute(0)) =>
  reviewOf(task, person, { score: points }, time);

test("most people overrule a rejection, uphold it, or are at odds", () => {
  const decisionOf = (...points: string[]) =>
    judged(points.map((point, person) => score(fell, `p${person}`, point)))[0]?.decision;
  expect([decisionOf("5", "4", "0"), decisionOf("1", "4", "0"), decisionOf("5", "0")]).toEqual([
    "overruled",
    "upheld",
    "conflict",
  ]);
});

test("a person who saw an answer twice counts once, by the last word", () => {
  const rows = judged([score(fell, "anna", "0"), score(again, "anna", "5", minute(1))]);
  expect(rows).toMatchObject([
    { id: `${fell.sourceId}/rageval-qra`, codes: ["no-subject"], decision: "overruled" },
  ]);
  expect(rows[0]?.reviewIds).toHaveLength(1);
});

test("controls and answers that stand are no rejections", () => {
  expect(judged([score(planted, "anna", "5"), score(stands, "anna", "5")])).toEqual([]);
});

test("verdicts that are taken in leave them in the run", () => {
  writeJudgedRun(at("run"), [fell]);
  importVerdicts(at("run"), [verdict(fell.id, "anna", { score: "5" })]);
  expect([...readRows(at("run"), rejections)]).toMatchObject([{ decision: "overruled" }]);
});
