// A system of a finished evaluation is taken as predictions, under the name that it gets.

import { expect, test } from "vitest";
import { readPredictionRows } from "../../../pipelines/evaluate/predictions/read-predictions.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { aPrediction, aTruth } from "../../support/evaluation-rows.ts";
import { putResult, resultOf, systemOf } from "../../support/evaluation-results.ts";
import { freshFolder } from "../../support/folder.ts";
import { putRunJson } from "../../support/run-files.ts";
import { putRows } from "../../support/sample-run.ts";

const at = freshFolder();
const rowOf = (system: string, itemId: string) =>
  aPrediction({ id: `${system}-${itemId}`, itemId, system, answer: `${system} on ${itemId}` });

function putEvaluation() {
  const folder = at("run", "evaluations", "baseline");
  putRunJson(folder, { inputs: [], stages: [] });
  const rows = ["a", "b", "others/a"].flatMap(system =>
    ["i1", "gone"].map(id => rowOf(system, id)),
  );
  putRows(
    folder,
    predictions,
    rows.map(row => ({ input: row.id, made: [row] })),
  );
  putResult(at("run"), "baseline", resultOf({ name: "baseline", systems: [systemOf("a", {})] }));
  return folder;
}

test("its answers to the items there are, renamed; what is missing and surplus is named", () => {
  const folder = putEvaluation();
  const truths = [aTruth({ id: "i1" }), aTruth({ id: "i2" })];
  const file = readPredictionRows(`${folder}/a`, { system: "second", truths });
  expect(file.rows).toMatchObject([{ itemId: "i1", system: "second", answer: "a on i1" }]);
  expect(file).toMatchObject({ missingIds: ["i2"], surplusIds: ["gone"] });
  const other = readPredictionRows(`${folder}/b`, { system: "second", truths });
  expect(other.hash).not.toBe(file.hash);
});

test("a system that the evaluation does not have is refused with those that it has", () => {
  const folder = putEvaluation();
  expect(() => readPredictionRows(`${folder}/c`, { system: "c", truths: [] })).toThrow(
    /has no system c/,
  );
});
