// Questions on a fragment: those asked for and given, each with the fragment as its scope.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cofeQuestionsStage } from "../../pipelines/cofe/questions.ts";
import type { CofePlanRow } from "../../schemas/cofe/records.ts";
import { aFileDocument, aFragment, aFragmentPlan, aTitle, manual } from "../support/cofe-rows.ts";
import { root } from "../support/cli.ts";
import { scriptedContext } from "../support/stage-context.ts";

const start = manual.indexOf("## Descaling");
const fragment = aFragment({
  section: "Descaling",
  start,
  end: manual.length,
  text: manual.slice(start),
});
const aPlan = (over: Partial<CofePlanRow> = {}) =>
  aFragmentPlan({ types: ["factual", "tutorial"], ...over });

async function ask(replies: object[], plan = aPlan(), titles = [aTitle()]) {
  const { context, asked } = scriptedContext(
    { documents: [aFileDocument()], fragments: [fragment], titles },
    { "cofe/questions": replies },
  );
  const outcome = await cofeQuestionsStage.each(plan, context as never);
  return { outcome, asked, rows: outcome.rows };
}

const nothing = { factual: null, analytical: null, comparative: null, tutorial: null };
const howTo = { question: "How is the Ridgeway RX4 pump descaled?", sentences: [2, 3, 4] };
const howLong = {
  question: "How long must descaler stay in the Ridgeway RX4 pump?",
  sentences: [4],
};

test("the fragment's sentences are shown and no others, under its title and section", async () => {
  const { asked } = await ask([{ ...nothing, tutorial: howTo }]);
  const { title, section, sentences, types } = asked[0]!.variables;
  expect([title, section, types]).toEqual([
    "Ridgeway RX4 pump manual",
    "Descaling",
    ["factual", "tutorial"],
  ]);
  expect(sentences.map(({ text }: { text: string }) => text).join(" ")).toContain("twenty minutes");
  expect(sentences.map(({ text }: { text: string }) => text).join(" ")).not.toContain("14 kg");
});

test("each type asked for and given becomes a question without answer, to be answered within the fragment", async () => {
  const { rows } = await ask([{ ...nothing, factual: howLong, tutorial: howTo }]);
  const scope = [{ documentId: "d-manual", start, end: manual.length }];
  const shared = { answer: "", scope, wing: "cofe" };
  expect(rows).toMatchObject([
    { type: "factual", question: howLong.question, ...shared },
    { type: "tutorial", question: howTo.question, ...shared },
  ]);
});

test("without a title nothing is asked", async () => {
  const { outcome, asked } = await ask([], aPlan(), []);
  expect(outcome).toMatchObject({ outcome: "declined", code: "no-title" });
  expect(asked).toEqual([]);
});

test("a type that was not asked for makes no question", async () => {
  const { outcome } = await ask([{ ...nothing, comparative: howLong }]);
  expect(outcome).toMatchObject({ outcome: "declined", code: "no-question" });
});

test("unknown sentences, empty and repeated questions are asked for again with the reason", async () => {
  const { asked, rows } = await ask([
    { ...nothing, factual: { question: "?", sentences: [99] } },
    { ...nothing, factual: howTo, tutorial: howTo },
    { ...nothing, factual: howLong },
  ]);
  expect(asked[0]?.complaints).toEqual([
    expect.stringContaining("99"),
    expect.stringContaining("same question"),
    undefined,
  ]);
  expect(rows).toHaveLength(1);
});

test.each([
  ["en", /analytical[^\n;]*responsible for[^\n;]*\blevel\b/],
  ["zh", /analytical[^\n]*职责[^\n]*水平/],
] as const)(
  "%s: who asks for somebody's responsibilities, or for the level that something is to reach, analyses",
  (language, named) => {
    for (const name of ["questions", "review"])
      expect(readFileSync(join(root, `prompts/cofe/${name}.${language}.hbs`), "utf8")).toMatch(
        named,
      );
  },
);
