// Faithfulness, relevance and correctness: what each is shown, and when nobody is asked.

import { expect, test } from "vitest";
import { correctnessStage } from "../../../pipelines/evaluate/judges/correctness.ts";
import { faithfulnessStage } from "../../../pipelines/evaluate/judges/faithfulness.ts";
import { relevanceStage } from "../../../pipelines/evaluate/judges/relevance.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth, passage } from "../../support/evaluation-rows.ts";
import { outcomeFor, scriptedContext } from "../../support/stage-context.ts";

const stages = {
  faithfulness: faithfulnessStage,
  relevance: relevanceStage,
  correctness: correctnessStage,
};
const run = async (
  name: keyof typeof stages,
  replies: object[],
  over: Partial<PredictionRow> = {},
) => {
  const { context, asked } = scriptedContext<{ truths: typeof truths }>(
    { truths: [aTruth()] },
    { [`judge/${name}`]: replies },
  );
  const { rows } = await outcomeFor(stages[name], aPrediction(over), context);
  return { rows, asked };
};

test("a verdict becomes 1 or 0, a mark stays as it is", async () => {
  expect(
    (await run("faithfulness", [{ unsupported: ["x"], reason: "r", faithful: false }])).rows,
  ).toMatchObject([{ id: "p1/faithfulness", score: 0, reason: "r" }]);
  expect((await run("relevance", [{ reason: "r", relevant: true }])).rows).toMatchObject([
    { id: "p1/relevance", score: 1 },
  ]);
  expect((await run("correctness", [{ reason: "r", score: 3 }])).rows).toMatchObject([
    { id: "p1/correctness", score: 3 },
  ]);
});

test("a faithful answer with unsupported statements is asked about again", async () => {
  const { asked } = await run("faithfulness", [
    { unsupported: ["x"], reason: "r", faithful: true },
    { unsupported: [], reason: "r", faithful: true },
  ]);
  expect(asked[0]!.complaints).toEqual([expect.stringMatching(/disagree/), undefined]);
});

test("what the answer was written from is judged: contexts before reranked before retrieved, texts alone, numbered", async () => {
  const shown = async (over: Partial<PredictionRow>) =>
    (await run("faithfulness", [{ unsupported: [], reason: "", faithful: true }], over)).asked.map(
      ({ variables }) => variables.passages,
    );
  const [contexts, reranked] = [
    [passage("a"), passage(null), passage(" "), passage("b")],
    [passage("c")],
  ];
  expect(await shown({ contexts, reranked })).toEqual([
    [
      { number: 1, text: "a" },
      { number: 2, text: "b" },
    ],
  ]);
  expect(await shown({ reranked })).toEqual([[{ number: 1, text: "c" }]]);
  expect(await shown({ retrieved: null })).toEqual([]);
  expect(await shown({ contexts: [] })).toEqual([]);
});

test("without an answer nothing is judged; an empty one is off the matter, worth the lowest mark, and states nothing", async () => {
  for (const name of ["faithfulness", "relevance", "correctness"] as const)
    expect((await run(name, [], { answer: null })).rows).toEqual([]);
  expect((await run("faithfulness", [], { answer: "" })).rows).toEqual([]);
  expect((await run("relevance", [], { answer: "" })).rows).toMatchObject([{ score: 0 }]);
  expect((await run("correctness", [], { answer: "" })).rows).toMatchObject([{ score: 1 }]);
});
