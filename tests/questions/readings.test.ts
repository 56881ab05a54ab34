// The blind reading: questions alone, in an order that tells nothing, and what came of each under its own number.

import { expect, test } from "vitest";
import { readingsStage } from "../../pipelines/questions/readings.ts";
import { readings } from "../../schemas/questions/records.ts";
import { aCandidate, aProposal, evidenceAt, tollDocument } from "../support/toll-and-slope.ts";
import { scriptedContext } from "../support/stage-context.ts";

const numbers = [1, 2, 3, 5, 8, 9];
const proposal = aProposal({
  candidates: numbers.map(number => aCandidate({ number, question: `Question ${number}?` })),
});
interface Shown {
  readonly questions: { readonly number: number; readonly question: string }[];
}
const read = (number: number, answer: string) => ({
  number,
  answer,
  sentences: [2, 77],
  answerable: "yes",
  clear: true,
  known: false,
  worth: 4,
});

async function run(reply: (shown: Shown) => object[]) {
  const { context, asked } = scriptedContext(
    { documents: [tollDocument()] },
    { "questions/references": (shown: never) => ({ readings: reply(shown) }) },
  );
  const outcome = await readingsStage({ sameModel: true }).each(proposal, context as never);
  return { asked, made: outcome.rows.map(one => readings.row.parse(one))[0] };
}

test("the reader sees questions and sentences, never answers, types or their order", async () => {
  const { asked } = await run(({ questions }) => questions.map(({ number }) => read(number, "x")));
  const [{ questions } = { questions: [] }] = asked.map(({ variables }) => variables as Shown);
  expect(questions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(questions.map(({ question }) => question)).not.toEqual(numbers.map(n => `Question ${n}?`));
  expect(JSON.stringify(asked[0]?.variables)).not.toContain("as all lorries above 12 tonnes do");
});

test("each reading goes back to the candidate whose question it answers; unknown sentences go", async () => {
  const { made } = await run(({ questions }) =>
    questions.map(({ number, question }) => read(number, `to ${question}`)),
  );
  expect(made?.readings.map(({ number, answer }) => [number, answer])).toEqual(
    numbers.map(number => [number, `to Question ${number}?`]),
  );
  expect(made).toMatchObject({ proposalId: "p1", sameModel: true });
  expect(made?.readings[0]?.evidence).toEqual(evidenceAt("en", 2));
});

test("a reading that is missing, strange or broken leaves its candidate unread", async () => {
  const { made, asked } = await run(({ questions }) => [
    ...questions.slice(0, 4).map(({ number }) => read(number, "x")),
    read(99, "x"),
    { number: 5, answer: "no more" },
  ]);
  expect([made?.readings.length, asked[0]?.complaints]).toEqual([4, [undefined]]);
});

test("fewer than half of the readings are asked for again once", async () => {
  const { made, asked } = await run(({ questions }) => [read(questions[0]?.number ?? 1, "x")]);
  expect(asked[0]?.complaints).toEqual([
    "Only 1 of 6 questions were answered. Answer each.",
    undefined,
  ]);
  expect(made?.readings).toHaveLength(1);
});

test("a proposal without candidates is not read", () => {
  expect(readingsStage({ sameModel: false }).only?.(aProposal({ candidates: [] }))).toBe(false);
});
