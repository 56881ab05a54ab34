// A story's tasks stand where code can prove all that they say, a few stories to a request.

import { expect, test } from "vitest";
import { storiesStage } from "../../pipelines/crud/stories.ts";
import { materialOf, proofOfAll, shownArticle } from "../../pipelines/crud/story-material.ts";
import type { AnswerParts } from "../../schemas/crud/stories/prompts.ts";
import type { Reply } from "../../pipelines/crud/story-proofs.ts";
import { provenTasks } from "../../pipelines/crud/proven-tasks.ts";
import { storySheetsStage } from "../../pipelines/crud/story-sheets.ts";
import { storyTasksStage } from "../../pipelines/crud/story-tasks.ts";
import { stories, storyTasks } from "../../schemas/crud/stories/records.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { corrected, correction, golds, question, reply, told, withheld } from "./story-rows.ts";

const material = materialOf(withheld, golds);
const proven = (over: Partial<Reply>) => provenTasks({ ...reply, ...over }, material);
const none = {
  continuation: null,
  summary: null,
  questions: [],
  correction: null,
  singles: [],
};
const { continuation, summary } = reply as {
  [Name in "continuation" | "summary"]: NonNullable<Reply[Name]>;
};
const [single] = reply.singles as [NonNullable<Reply["singles"][number]>];
const codeOf = (over: Partial<Reply>) =>
  proven({ ...none, ...over }).losses.map(({ code }) => code);

const options = { searchesWeb: false };
const related = (...ids: string[]) =>
  ids.map((documentId, at) => ({ documentId, score: (at + 3) / 10, shared: ["Ottermouth"] }));
const held = (...ids: string[]) =>
  ids.map((id, at) => ({ id, language: "en" as const, domain: "news", rank: at + 1 }));

test("a withheld article is put with those of the corpus on its event, nearest first", () => {
  const { context } = scriptedContext({
    pool: [withheld],
    documents: golds,
    neighbours: [{ id: "n9", language: "en" as const, related: related("n1", "n2", "gone") }],
  });
  const { rows } = storiesStage(options).all(held("n9"), context as never);
  expect(rows.map(row => stories.row.parse(row).documentIds)).toEqual([["n2", "n1"]]);
});

test("where no two articles of the corpus are on the event there is no story, and the row says how many are", () => {
  const { context } = scriptedContext({
    pool: [withheld, { ...withheld, id: "n8" }],
    documents: golds,
    neighbours: [{ id: "n9", language: "en" as const, related: related("n1") }],
  });
  const { rows, dropped } = storiesStage(options).all(held("n9", "n8"), context as never);
  expect(rows).toEqual([]);
  expect(dropped).toMatchObject([
    { id: "n9", code: "nobody-tells-it", detail: expect.stringContaining("event: 1;") },
    { id: "n8", code: "nobody-tells-it", detail: expect.stringContaining("event: 0;") },
  ]);
});

test("an event is asked about once: a story of the same articles is left out", () => {
  const ids = ["n9", "n8"];
  const { context } = scriptedContext({
    pool: ids.map(id => ({ ...withheld, id })),
    documents: golds,
    neighbours: ids.map(id => ({ id, language: "en" as const, related: related("n1", "n2") })),
  });
  const { rows, dropped } = storiesStage(options).all(held(...ids), context as never);
  expect([rows.length, dropped?.map(({ code }) => code)]).toEqual([1, ["told-before"]]);
});

test("all five tasks of a sound reply stand, each claim on sentences of the corpus", () => {
  const { tasks, losses: lost } = proven({});
  expect(lost).toEqual([]);
  expect(tasks.map(({ type }) => type)).toEqual([
    "summarization",
    "continuation",
    "qa-2-documents",
    "correction",
    "qa-1-document",
  ]);
  const spans = tasks.flatMap(({ claims }) => claims.flatMap(claim => claim.spans));
  expect(spans.every(({ documentId }) => golds.some(({ id }) => id === documentId))).toBe(true);
  expect(tasks[3]?.input).toBe(`${correction.context}\n\n${correction.text}`);
  expect([tasks[0]?.answer, tasks[3]?.answer]).toEqual([told, corrected]);
});

test("a question on one article rests on that alone, whatever others say of it", () => {
  const [bus, lift] = single.answer as [AnswerParts[number], AnswerParts[number]];
  const told = { ...single, answer: [bus, { ...lift, sentences: [6], also: [7, 8] }] };
  const { tasks } = proven({ ...none, singles: [told] });
  expect(tasks).toMatchObject([{ type: "qa-1-document" }]);
  const spans = tasks.flatMap(({ claims }) => claims.flatMap(claim => claim.spans));
  expect(new Set(spans.map(({ documentId }) => documentId))).toEqual(new Set(["n2"]));
});

test("what is reckoned may rest on values of any sentence that the answer cites, and on no other", () => {
  const share = { operands: ["£85,000", "310,000"], result: "£0.27" };
  const parts = (...answer: AnswerParts) => ({
    singles: [],
    questions: [{ ...question, derivations: [share], answer }],
  });
  const [lift, riders] = [
    { text: "The lift will cost £85,000.", sentences: [8] },
    { text: "The ferry carried 310,000 passengers in 2024.", sentences: [4] },
  ];
  const each = { text: "That is £0.27 for each of them.", sentences: [8] };
  expect(proven({ ...none, ...parts(lift, riders, each) }).tasks).toHaveLength(1);
  expect(codeOf(parts(lift, built, each))).toEqual(["unsupported-value"]);
});

test("what a question tells, and a sum that its answer does not explain, need no sentence of their own", () => {
  const told = {
    ...single,
    question: "Our Ottermouth insurers ask £15,000 beside the ferry's lift: what will both cost?",
    answer: [
      { text: "The lift will cost £85,000, with your £15,000 £100,000.", sentences: [8] },
      { text: "A bus goes by the Corran bridge.", sentences: [9] },
    ],
  };
  const { tasks } = proven({ ...none, singles: [told] });
  expect(tasks).toMatchObject([
    { derivations: [{ operation: "sum", operands: ["£85,000", "£15,000"], result: "£100,000" }] },
  ]);
  const wrong = [{ text: "Both cost £120,000.", sentences: [8] }, ...told.answer.slice(1)];
  expect(codeOf({ singles: [{ ...told, answer: wrong }] })).toEqual(["unsupported-value"]);
});

const built = { text: "The ferry was built in 1961.", sentences: [10] };
const crane = { text: "A floating crane will lift it on 9 June 2025.", sentences: [7] };
test("evidence is all that proves a sentence, not what says the same elsewhere", () => {
  const [one, other] = question.answer as [AnswerParts[number], AnswerParts[number]];
  const answer = [{ ...one, also: [11] }, other, { text: "Both were told.", sentences: [7, 10] }];
  const { tasks } = proven({ ...none, questions: [{ ...question, derivations: [], answer }] });
  const [claims = []] = tasks.map(task => task.claims);
  const starts = (spans: readonly { start: number }[]) => spans.map(({ start }) => start);
  expect(claims.map(({ spans, needed = [] }) => [spans.length, needed.length])).toEqual([
    [2, 1],
    [1, 1],
    [2, 2],
  ]);
  expect(starts(proofOfAll(claims))).toEqual(
    starts(claims.flatMap(({ needed = [] }) => needed)).slice(0, 2),
  );
});

const withFacts = (answer: AnswerParts) => ({ summary: { ...summary, answer } });
const onlyFirst = [4, 5, 6, 5, 6].map((number, at) => ({
  text: `Something is told of it, point ${"abcde".charAt(at)}.`,
  sentences: [number],
}));

test.each<[string, Partial<Reply>, string]>([
  [
    "a fact that the withheld article alone states",
    withFacts([{ text: "Nobody was aboard.", sentences: [2] }, ...summary.answer]),
    "not-in-corpus",
  ],
  [
    "a fact whose value its sentence lacks",
    withFacts([{ text: "The lift will cost £95,000.", sentences: [8] }, ...summary.answer]),
    "unsupported-value",
  ],
  ["four facts", withFacts(summary.answer.slice(0, 4)), "too-few-facts"],
  ["facts of one article", withFacts(onlyFirst), "one-article"],
  [
    "facts two thirds of which are one article's",
    withFacts([...onlyFirst, { text: "The lift will cost £85,000.", sentences: [8] }]),
    "one-article",
  ],
  [
    "an article that has nothing to do with it",
    {
      summary,
      articles: [
        { number: 1, tells: "same" },
        { number: 2, tells: "unrelated" },
        { number: 3, tells: "same" },
      ],
    },
    "not-in-corpus",
  ],
  ["an event that tells all", { summary: { ...summary, event: told } }, "given-away"],
  [
    "a beginning in other words",
    { continuation: { ...continuation, beginning: "A ferry sank on 2 June 2025." } },
    "not-verbatim",
  ],
  [
    "a beginning that breaks off in a sentence",
    { continuation: { ...continuation, beginning: "The chain ferry at Ottermouth sank" } },
    "not-verbatim",
  ],
  [
    "a question of which one article is idle",
    {
      questions: [
        {
          ...question,
          answer: [
            { text: "A floating crane will lift it on 9 June 2025.", sentences: [7] },
            { text: "The ferry was built in 1961.", sentences: [10] },
            { text: "Passengers crossed by ferry.", sentences: [4, 9] },
          ],
        },
      ],
    },
    "document-not-needed",
  ],
  [
    "a question on one article that takes two",
    { singles: [{ ...single, answer: [crane, built] }] },
    "several-articles",
  ],
  [
    "a computed value without its derivation",
    { questions: [{ ...question, derivations: [] }] },
    "unsupported-value",
  ],
  [
    "a question on what another asks",
    { questions: [question, { ...question, question: `${question.question} Say when.` }] },
    "asked-before",
  ],
  [
    "errors of one kind",
    {
      correction: {
        ...correction,
        errors: correction.errors.map(error => ({ ...error, kind: "value" as const })),
      },
    },
    "one-kind",
  ],
  [
    "errors that one article puts right",
    {
      correction: {
        ...correction,
        text: correction.text.replace("after the summer", "on 9 June 2025"),
        errors: correction.errors.slice(0, 2),
        facts: correction.facts.slice(0, 2),
      },
    },
    "one-article",
  ],
  [
    "an error that a sentence named against it states",
    {
      correction: {
        ...correction,
        text: correction.text.replace("a hole of 90 centimetres", "a patch"),
        errors: [
          { wrong: "a patch", right: "a hole of 40 centimetres", kind: "name", sentences: [5, 6] },
          ...correction.errors.slice(1),
        ],
      },
    },
    "not-wrong",
  ],
])("a task with %s falls", (_, over, code) => {
  expect(codeOf(over)).toEqual([code]);
});

test("a beginning may not stop within a quotation", () => {
  const quoting = { ...withheld, text: "“It sank at once. Nobody was aboard,” Wilf Tarrant said." };
  const beginning = "“It sank at once.";
  const told = { ...reply, ...none, continuation: { ...continuation, beginning } };
  expect(provenTasks(told, materialOf(quoting, golds)).losses).toMatchObject([
    { code: "in-quotation" },
  ]);
});

const story = {
  id: "s1",
  language: "en" as const,
  domain: "news",
  heldOutId: "n9",
  documentIds: ["n1", "n2", "n3"],
};
const other = { ...story, id: "s2", heldOutId: "n8" };
const tables = {
  stories: [story, other],
  pool: [withheld, { ...withheld, id: "n8" }],
  documents: golds,
};
const sheet = { id: "h1", language: "en" as const, domain: "news", storyIds: ["s1"] };

test("a headline is shown where the text does not say it", () => {
  const named = { ...withheld, name: "The chain ferry at Ottermouth sank" };
  expect(shownArticle(materialOf(named, golds), named).headline).toBe("");
  expect(shownArticle(material, withheld).headline).toBe(withheld.name);
});

test("two stories share a request, in their order and of one language", () => {
  const { context } = scriptedContext({});
  const all = [
    story,
    { ...story, id: "s0", language: "zh" as const },
    other,
    { ...story, id: "s3" },
  ];
  const { rows } = storySheetsStage.all(all, context);
  expect(rows.map(({ storyIds }) => storyIds)).toEqual([["s1", "s2"], ["s3"], ["s0"]]);
});

const asked = async (storyIds: string[], ...given: (Reply | null)[]) => {
  const { context, asked: requests } = scriptedContext(tables, {
    "crud/story": [{ stories: given }],
  });
  return {
    requests,
    outcome: await storyTasksStage.each({ ...sheet, storyIds }, context as never),
  };
};

test("one request makes the tasks; a story that bears none is declined with the reason", async () => {
  const { requests, outcome } = await asked(["s1"], reply);
  expect(requests).toHaveLength(1);
  const [shown] = requests[0]?.variables.stories ?? [];
  expect(shown.withheld).toMatchObject({ published: "2025-06-03", headline: "n9" });
  expect(shown.articles.map(({ published }: { published: string }) => published)).toEqual(
    golds.map(({ published }) => published),
  );
  expect(storyTasks.row.parse(outcome.rows[0]).stories[0]?.tasks).toHaveLength(5);
  const bare = { ...reply, ...none, declined: ["Two events."] };
  expect((await asked(["s1"], bare)).outcome).toMatchObject({
    outcome: "declined",
    detail: "Two events.",
  });
});

test("tasks of two stories are numbered on; one that bears none, or is passed over, leaves the other", async () => {
  const second = { ...reply, number: 2 };
  const { outcome } = await asked(["s1", "s2"], reply, second);
  expect(
    outcome.rows.flatMap(row =>
      row.stories.map(({ storyId, tasks: own }) => [storyId, own.map(({ number }) => number)]),
    ),
  ).toEqual([
    ["s1", [1, 2, 3, 4, 5]],
    ["s2", [6, 7, 8, 9, 10]],
  ]);
  const cases: [Reply | null, string][] = [
    [{ ...reply, ...none, declined: ["Two events."] }, "no-task"],
    [null, "passed-over"],
  ];
  for (const [first, code] of cases) {
    const left = (await asked(["s1", "s2"], first, second)).outcome;
    expect(left.rows[0]?.stories.map(({ storyId }) => storyId)).toEqual(["s2"]);
    expect(left).toMatchObject({ lost: [{ code }] });
  }
});
