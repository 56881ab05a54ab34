// RAGQuestEval's questions are answered from the prediction, each once.

import { expect, test } from "vitest";
import { questAnswersStage } from "../../../pipelines/evaluate/judges/quest-answers.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { aPrediction, aTruth } from "../../support/evaluation-rows.ts";
import { questReferenceAnswersStage } from "../../../pipelines/evaluate/judges/quest-reference-answers.ts";
import { outcomeFor, scriptedContext } from "../../support/stage-context.ts";

const quest = [
  { id: "1", question: "When was Alder Mills founded?", answer: "1998" },
  { id: "2", question: "How many people does it employ?", answer: "214" },
];
const halfRead = [
  { id: "1", answer: "1998" },
  { id: "2", answer: null },
];
const run = async (replies: object[], answer: string | null, asks: TruthRow["quest"] = quest) => {
  const { context, asked } = scriptedContext<{ truths: typeof truths }>(
    { truths: [aTruth({ quest: asks })] },
    { "judge/quest-answers": replies },
  );
  const { rows } = await outcomeFor(questAnswersStage, aPrediction({ answer }), context);
  return { rows, asked };
};

test("answers come in the order of the questions; a blank one is none; the reference's answers are not shown", async () => {
  const reply = {
    answers: [
      { id: "2", answer: " " },
      { id: "1", answer: "in 1998 " },
    ],
  };
  const { rows, asked } = await run([reply], "Founded in 1998.");
  expect(rows).toMatchObject([
    {
      id: "p1/quest-answers",
      answers: [
        { id: "1", answer: "in 1998" },
        { id: "2", answer: null },
      ],
    },
  ]);
  expect(JSON.stringify(asked[0]!.variables)).not.toContain("214");
});

test("a question left out is asked for again", async () => {
  const one = { id: "1", answer: null };
  const { asked } = await run(
    [{ answers: [one] }, { answers: [one, { id: "2", answer: null }] }],
    "x",
  );
  expect(asked[0]!.complaints).toEqual([expect.stringContaining("“2”"), undefined]);
});

test("an empty prediction answers none, and one without an answer or questions has no row; nobody is asked", async () => {
  const [empty, unanswered, unasked, none] = await Promise.all([
    run([], ""),
    run([], null),
    run([], "x", null),
    run([], "x", []),
  ]);
  expect(empty.rows).toMatchObject([{ answers: [{ answer: null }, { answer: null }] }]);
  expect([unanswered.rows, unasked.rows, none.rows]).toEqual([[], [], []]);
  expect([empty, unanswered, unasked, none].flatMap(({ asked }) => asked)).toEqual([]);
});

test("the reference answers the same questions by a reading of its own, in which no answer that was written with them is shown", async () => {
  const reply = { answers: halfRead };
  const { context, asked } = scriptedContext({}, { "judge/quest-answers": [reply] });
  const truth = aTruth({ answer: "The mill dates from 1998.", quest });
  const { rows } = await outcomeFor(questReferenceAnswersStage, truth, context);
  expect(rows).toEqual([
    { id: "i1/quest-references", itemId: "i1", language: "en", answers: halfRead },
  ]);
  expect(asked[0]!.variables).toMatchObject({ text: "The mill dates from 1998." });
  expect(JSON.stringify(asked[0]!.variables)).not.toContain("214");
});

test("a reading that the dataset brings is taken over, and nobody is asked", async () => {
  const { context, asked } = scriptedContext({}, {});
  const read = quest.map(each => ({ ...each, answer: each.id === "1" ? "1998" : null }));
  const truth = aTruth({ quest: read, questIsRead: true });
  const { rows } = await outcomeFor(questReferenceAnswersStage, truth, context);
  expect(rows.map(({ answers }) => answers)).toEqual([halfRead]);
  expect(asked).toEqual([]);
});
