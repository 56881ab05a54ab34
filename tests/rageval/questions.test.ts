// A question names its subjects, never tells what is kept back, and goes back to the model with the reason.

import { describe, expect, test } from "vitest";
import { plannedFact, questionProblem, questionsStage } from "../../pipelines/rageval/questions.ts";
import { questions } from "../../schemas/items/records.ts";
import type { FactRow, PlanRow } from "../../schemas/rageval/records.ts";
import { aFact, aSchema, leaves } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const subject = "Company d1 Works";
const reply = (over: object = {}) => ({
  declined: null,
  question: `When was ${subject} founded?`,
  answer: "On 3 May 1998.",
  derivations: [],
  ...over,
});
interface Asked {
  readonly type?: PlanRow["type"];
  readonly language?: PlanRow["language"];
  readonly rows?: FactRow[];
  readonly subjects?: string[];
}
const problem = (
  over: object,
  { type = "factual", language = "en", rows = [aFact()], subjects = [subject] }: Asked = {},
) => questionProblem(reply(over), { type, language }, subjects, rows);

test("a sound question has no problem, whatever its width, case and commas", () => {
  expect(problem({})).toBeUndefined();
  expect(problem({ question: "When was company D1 works founded?" })).toBeUndefined();
  expect(
    problem(
      { question: "When did Corrie Hospital admit the patient Ann Lowe?" },
      { subjects: ["Corrie Hospital, Ann Lowe"] },
    ),
  ).toBeUndefined();
});

test.each([
  ["without a subject", { question: "When was it founded?" }, /name "Company d1 Works"/],
  ["without an answer", { answer: " " }, /question and an answer/],
  ["neither declined nor asked", { declined: " ", question: "" }, /question and an answer/],
  ["with its own answer", { question: `Was ${subject} founded on 3 May 1998?` }, /its own answer/],
  [
    "with a wrong derivation",
    { derivations: [{ operation: "difference", operands: ["10", "4"], result: "5" }] },
    /./,
  ],
])("a question %s is sent back", (_, over, message) => {
  expect(problem(over)).toMatch(message);
});

test("all faults are told at once, in the language of the question", () => {
  const faults = {
    question: "成立于1998年5月3日吗？",
    derivations: [
      { operation: "difference", operands: ["10", "4"], result: "5" },
      { operation: "sum", operands: ["1", "2"], result: "4" },
    ],
  };
  const told = problem(faults, {
    language: "zh",
    rows: [aFact({ value: "1998年5月3日" })],
    subjects: ["甲公司", "乙公司"],
  });
  expect(told?.split("\n")).toEqual([
    "问题里要写出“甲公司”的全称。",
    "问题里要写出“乙公司”的全称。",
    "问题里不能透露答案。",
    expect.stringContaining("应为 6"),
    expect.stringContaining("应为 3"),
  ]);
});

describe("an unanswerable question", () => {
  const withheld = {
    type: "unanswerable" as const,
    rows: [aFact({ value: "5 March 2021", state: "withheld", spans: [] })],
  };

  test.each(["5 March 2021", "2021-03-05", "March 5th, 2021"])(
    "may not tell the value as %s, and the message does not tell it either",
    value => {
      const told = problem(
        { question: `Was ${subject} founded on ${value}?`, answer: "Unable to answer." },
        withheld,
      );
      expect(told).toContain('"date of founding"');
      expect(told).not.toMatch(/2021|March/);
    },
  );

  test("may have the value's digits in another number", () => {
    const rows = [aFact({ path: "company/staff", value: "12", state: "withheld" })];
    expect(
      problem(
        { question: `How many people did ${subject} employ in 2012?`, answer: "Unable to answer." },
        { ...withheld, rows },
      ),
    ).toBeUndefined();
  });

  test("has the one answer of its language", () => {
    expect(problem({ answer: "Unknown." }, withheld)).toMatch(/exactly "Unable to answer\."/);
    expect(
      problem(
        { question: `${subject}何时成立？`, answer: "无法回答" },
        { ...withheld, language: "zh" },
      ),
    ).toBeUndefined();
  });
});

test("a fact is shown with its sentence and with ways to ask that name its subject", () => {
  const schema = aSchema({
    leaves: leaves.map(leaf => ({
      ...leaf,
      many: leaf.path === "company/founded",
      questions: ["When was {subject} founded?"],
    })),
  });
  const shown = plannedFact(
    aFact({ path: "company/founded/2" }),
    4,
    aDocument({ text: "Founded so. More." }),
    schema,
  );
  expect(shown).toMatchObject({
    number: 4,
    document: subject,
    sentence: "Founded so",
    questions: [`When was ${subject} founded?`],
  });
  expect(plannedFact(aFact({ spans: [] }), 1, aDocument(), undefined)).toMatchObject({
    sentence: "",
    questions: [],
  });
});

describe("the stage", () => {
  const plan: PlanRow = {
    id: "p1",
    type: "factual",
    language: "en",
    domain: "finance",
    documentIds: ["d1"],
    factIds: [aFact().id],
    rank: 1,
  };
  const run = async (...replies: object[]) => {
    const { context, asked } = scriptedContext(
      { facts: [aFact()], documents: [aDocument()], schemas: [aSchema()] },
      { "rageval/question-factual": replies },
    );
    return { asked, outcome: await questionsStage.each(plan, context as never) };
  };

  test("asks again with the reason and makes a question row of what fits", async () => {
    const { asked, outcome } = await run(
      reply({ question: "When was it founded?" }),
      reply({ question: ` ${reply().question} ` }),
    );
    expect(asked[0]?.complaints).toEqual([expect.stringContaining("must name"), undefined]);
    expect(outcome.rows.map(row => questions.row.parse(row))).toMatchObject([
      { question: reply().question, subjects: [subject], originId: "p1", wing: "rageval" },
    ]);
  });

  test("counts a refusal as declined, not as a failure", async () => {
    const { outcome } = await run(reply({ declined: "Nothing to ask.", question: "", answer: "" }));
    expect(outcome).toMatchObject({
      outcome: "declined",
      code: "no-good-question",
      detail: "Nothing to ask.",
      rows: [],
    });
  });

  test("fails the row when no reply fits", async () => {
    await expect(
      run(...Array.from({ length: 3 }, () => reply({ question: "When?" }))),
    ).rejects.toThrow(/failed-check|must name/);
  });
});
