// RAGQuestEval's questions rest on the reference alone.

import { expect, test } from "vitest";
import { questEvalProblem, questEvalStage } from "../../pipelines/items/quest-eval.ts";
import { questEval } from "../../schemas/items/labels.ts";
import { anItem } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const text = "Alder Mills was founded on 3 May 1998 in Corrie.";
const entry = (keyInfo: string, answer = keyInfo) => ({
  keyInfo,
  question: "When was Alder Mills founded?",
  answer,
});
const run = (answer: string, replies: object[]) => {
  const { context, asked } = scriptedContext({}, { "items/quest-eval": replies });
  return { asked, outcome: questEvalStage.each(anItem({ answer }), context) };
};

test("entries are kept, each piece of key information once", async () => {
  const { rows } = await run(text, [
    { entries: [entry("3 May 1998"), entry("3 May 1998"), entry("Corrie")] },
  ]).outcome;
  expect(questEval.row.parse(rows[0]).entries.map(({ keyInfo }) => keyInfo)).toEqual([
    "3 May 1998",
    "Corrie",
  ]);
});

test("key information that the text lacks, and an answer with another number, are asked for again", () => {
  expect(questEvalProblem({ entries: [entry("Rendal")] }, text, "en")).toMatch(/does not stand/);
  expect(questEvalProblem({ entries: [entry("3 May 1998", "in 1999")] }, text, "en")).toMatch(
    /does not say/,
  );
  expect(questEvalProblem({ entries: [entry("Corrie")] }, text, "en")).toBeUndefined();
});

test.each(["0.6个百分点", "0.6个", "3.1个", "3.1个百分点"])(
  "a unit said once for two values may be spelled out or left out: %s",
  answer => {
    const yields = "两地分别回落0.6个和3.1个百分点。";
    const quoted = yields.includes(answer) ? answer : "0.6个";
    expect(questEvalProblem({ entries: [entry(quoted, answer)] }, yields, "zh")).toBeUndefined();
  },
);

test("a number cut from a longer one is not the text's", () => {
  expect(questEvalProblem({ entries: [entry("22")] }, "It opened in 2022.", "en")).toMatch(/22/);
});

test("an answer too short to ask about is counted, and nobody is asked", async () => {
  const { asked, outcome } = run("214 people", []);
  expect(await outcome).toMatchObject({ outcome: "rejected", code: "short-answer" });
  expect(asked).toEqual([]);
});
