// A story's tasks stand where code can prove all that they say, and a second reader comes to the same.

import { expect, test } from "vitest";
import { storiesStage } from "../../pipelines/crud/stories.ts";
import { readingFault, storyDraftsStage } from "../../pipelines/crud/story-drafts.ts";
import { materialOf } from "../../pipelines/crud/story-material.ts";
import type { Facts, Reply } from "../../pipelines/crud/story-proofs.ts";
import { provenTasks, storyTasksStage } from "../../pipelines/crud/story-tasks.ts";
import {
  stories,
  storyDrafts,
  type StoryTask,
  storyTasks,
} from "../../schemas/crud/stories/records.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { first, golds, reply, second, third, withheld } from "./story-rows.ts";

const material = materialOf(withheld, golds);
const proven = (over: Partial<Reply>) => provenTasks({ ...reply, ...over }, material);
const none = {
  continuation: null,
  summary: null,
  question: null,
  correction: null,
  single: null,
};
const { continuation, summary, question, correction, single } = reply as {
  [Name in keyof typeof none]: NonNullable<Reply[Name]>;
};
const codeOf = (over: Partial<Reply>) => proven({ ...none, ...over }).lost.map(({ code }) => code);

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
  const { tasks, lost } = proven({});
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
});

test("a question on one article rests on that alone, whatever others say of it", () => {
  const [bus, lift] = single.facts as [Facts[number], Facts[number]];
  const told = { ...single, facts: [bus, { ...lift, sentences: [6, 7, 8] }] };
  const { tasks } = proven({ ...none, single: told });
  expect(tasks).toMatchObject([{ type: "qa-1-document" }]);
  const spans = tasks.flatMap(({ claims }) => claims.flatMap(claim => claim.spans));
  expect(new Set(spans.map(({ documentId }) => documentId))).toEqual(new Set(["n2"]));
});

const withFacts = (facts: Facts) => ({ summary: { ...summary, facts } });
const onlyFirst = [4, 5, 6, 5, 6].map((number, at) => ({
  fact: `Something is told of it, point ${"abcde".charAt(at)}.`,
  sentences: [number],
}));

test.each<[string, Partial<Reply>, string]>([
  [
    "a fact that the withheld article alone states",
    withFacts([{ fact: "Nobody was aboard.", sentences: [2] }, ...summary.facts]),
    "not-in-corpus",
  ],
  [
    "a fact whose value its sentence lacks",
    withFacts([{ fact: "The lift will cost £95,000.", sentences: [8] }, ...summary.facts]),
    "unsupported-value",
  ],
  ["four facts", withFacts(summary.facts.slice(0, 4)), "too-few-facts"],
  ["facts of one article", withFacts(onlyFirst), "one-article"],
  [
    "facts two thirds of which are one article's",
    withFacts([...onlyFirst, { fact: "The lift will cost £85,000.", sentences: [8] }]),
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
  [
    "an answer that says more than its facts",
    { summary: { ...summary, reference: `${summary.reference} It weighs 77 tonnes.` } },
    "unsupported-value",
  ],
  ["an event that tells all", { summary: { ...summary, event: summary.reference } }, "given-away"],
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
      question: {
        ...question,
        facts: [
          { fact: "A floating crane will lift it on 9 June 2025.", sentences: [7] },
          { fact: "The ferry was built in 1961.", sentences: [10] },
          { fact: "Passengers crossed by ferry.", sentences: [4, 9] },
        ],
      },
    },
    "document-not-needed",
  ],
  [
    "a question on one article that takes two",
    { single: { ...single, facts: question.facts, derivations: [] } },
    "several-articles",
  ],
  [
    "a computed value without its derivation",
    { question: { ...question, derivations: [] } },
    "unsupported-value",
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
    "a correction that changes more than its errors",
    { correction: { ...correction, corrected: `${correction.corrected} It is deep.` } },
    "not-verbatim",
  ],
  [
    "errors that one article puts right",
    {
      correction: {
        ...correction,
        corrected: correction.corrected.replace("on 9 June 2025", "after the summer"),
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
  expect(provenTasks(told, materialOf(quoting, golds)).lost).toMatchObject([
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
const tables = { pool: [withheld], documents: [first, second, third] };

test("one request makes the tasks; a story that bears none is declined with the reason", async () => {
  const ask = async (given: Reply) => {
    const { context, asked } = scriptedContext(tables, { "crud/story": [given] });
    return { asked, outcome: await storyTasksStage.each(story, context as never) };
  };
  const { asked, outcome } = await ask(reply);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.variables.withheld.published).toBe("2025-06-03");
  expect(
    asked[0]?.variables.articles.map(({ published }: { published: string }) => published),
  ).toEqual(golds.map(({ published }) => published));
  expect(storyTasks.row.parse(outcome.rows[0]).tasks).toHaveLength(5);
  expect((await ask({ ...reply, ...none, declined: ["Two events."] })).outcome).toMatchObject({
    outcome: "declined",
    detail: "Two events.",
  });
});

const { tasks } = proven({});
const row = {
  ...story,
  articles: golds.map(({ id }) => ({ documentId: id, tells: "same" as const })),
  tasks,
};
const taskOf = (type: StoryTask["type"]) => tasks.find(task => task.type === type)!;
const reading = (over: object) => ({
  number: 1,
  answer: "",
  unsupported: [],
  errors: [],
  clear: true,
  worth: 4,
  ...over,
});
const found = correction.errors.map(({ wrong, right }) => ({ wrong, right }));

test("the reader sees neither answers nor what is not cited near; what it bears out goes on with both marks", async () => {
  const readings = [
    reading({ number: 1, worth: 5 }),
    reading({ number: 2, unsupported: [3] }),
    reading({ number: 3, answer: "64 years: it was built in 1961 and is lifted in 2025." }),
    reading({ number: 4, errors: found }),
    reading({ number: 5, answer: "By a bus over the Corran bridge, until 9 June 2025." }),
  ];
  const { context, asked } = scriptedContext(tables, { "crud/story-reading": [{ readings }] });
  const outcome = await storyDraftsStage.each(row, context as never);
  const shown = JSON.stringify(asked[0]?.variables);
  expect(shown).not.toContain(question.answer);
  expect(shown).not.toContain(correction.corrected);
  const drafts = outcome.rows.map(each => storyDrafts.row.parse(each));
  expect(drafts.map(({ task, read }) => [task.type, task.worth, read])).toEqual([
    ["summarization", 5, 5],
    ["qa-2-documents", 4, 4],
    ["correction", 4, 4],
    ["qa-1-document", 4, 4],
  ]);
  expect(outcome).toMatchObject({ lost: [{ code: "unsupported-fact" }] });
});

test.each<[StoryTask["type"], object | undefined, string | undefined]>([
  ["summarization", undefined, "not-read"],
  ["summarization", { clear: false }, "unclear"],
  ["summarization", { worth: 2 }, "not-worth-asking"],
  ["summarization", {}, undefined],
  ["qa-2-documents", {}, "not-answerable"],
  ["qa-2-documents", { answer: "It was built 60 years before." }, "answers-differ"],
  ["qa-2-documents", { answer: "64 years lie between." }, "answers-differ"],
  ["qa-2-documents", { answer: "Built in 1961: 64 years before." }, undefined],
  ["qa-1-document", { answer: "By a bus, until 9 June 2025." }, undefined],
  ["correction", { errors: found.slice(1) }, "error-not-found"],
  ["correction", { errors: [...found, { wrong: "its hull", right: "its deck" }] }, "further-error"],
  ["correction", { errors: found }, undefined],
  [
    "correction",
    {
      errors: [
        { wrong: "of 90 centimetres", right: "a hole 40 centimetres wide" },
        {
          wrong: "A storm had struck it",
          right:
            "It was, by the harbour master's word, where the patch had been, not a storm's doing",
        },
        { wrong: "lift the ferry after the summer", right: "is to lift it on 9 June 2025" },
      ],
    },
    undefined,
  ],
  [
    "correction",
    { errors: [{ wrong: "90 centimetres", right: "45 centimetres" }, ...found.slice(1)] },
    "error-not-found",
  ],
  [
    "correction",
    { errors: [{ wrong: "90 centimetres", right: "" }, ...found.slice(1)] },
    "error-not-found",
  ],
])("%s: what a reader says (%j) decides: %s", (type, over, code) => {
  const given = over && reading(over);
  expect(readingFault(taskOf(type), given, material)?.code).toBe(code);
});
