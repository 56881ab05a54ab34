// What a headline says that runs into an article's text proves nothing, and stands in no evidence.

import { expect, test } from "vitest";
import { storyDraftsStage } from "../../pipelines/crud/story-drafts.ts";
import {
  materialOf,
  withoutHeadlines,
  openingOffset,
  sentencesStating,
} from "../../pipelines/crud/story-material.ts";
import { storyTasksStage } from "../../pipelines/crud/story-tasks.ts";
import type { Reply } from "../../pipelines/crud/story-proofs.ts";
import { storyTasks } from "../../schemas/crud/stories/records.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { golds, reply, withheld } from "./story-rows.ts";

const headline = "Wreck to be up by 9 June! Crane: we lift it whole ";
const [first, plain, third] = golds as [typeof withheld, typeof withheld, typeof withheld];
const run = { ...plain, text: headline + plain.text };
const documents = [first, run, third];
const tables = {
  pool: [withheld],
  documents,
  neighbours: [],
  stories: [
    {
      id: "s1",
      language: "en" as const,
      domain: "news",
      heldOutId: withheld.id,
      documentIds: documents.map(({ id }) => id),
    },
  ],
};

test("its text begins where its first words stand behind something, near its beginning", () => {
  expect(openingOffset(run, " A floating crane ")).toBe(headline.length);
  for (const words of ["Wreck to be up", "A crane that floats", "", undefined])
    expect(openingOffset(run, words)).toBeUndefined();
  const late = { ...run, text: `${"Aye. ".repeat(60)}A floating crane.` };
  expect(openingOffset(late, "A floating crane")).toBeUndefined();
});

test("sentences keep their numbers and places, and begin where the text does", () => {
  const whole = materialOf(withheld, documents);
  const own = withoutHeadlines(whole, new Map([[run.id, headline.length]]));
  const of = ({ sentences }: typeof own) =>
    sentences.filter(({ documentId }) => documentId === run.id);
  expect(of(whole).map(({ number }) => number)).toEqual([7, 8, 9, 10]);
  expect(of(own).map(({ number }) => number)).toEqual([8, 9, 10]);
  for (const { start, end, text } of of(own)) expect(run.text.slice(start, end)).toBe(text);
  expect(of(own)[0]?.text).toMatch(/^A floating crane/);
});

/** One more sentence stands before those of the later articles. */
const shift = <Part extends { sentences: number[] }>(part: Part): Part => ({
  ...part,
  sentences: part.sentences.map(number => (number >= 7 ? number + 1 : number)),
});
const singleOf = ({ singles: [single] }: Reply) => single as NonNullable<typeof single>;
const none = { continuation: null, summary: null, questions: [], correction: null };

async function tasksOf(sentences: number[] | undefined) {
  const single = singleOf(reply);
  const [bus, crane] = single.answer.map(shift) as [Part, Part];
  type Part = (typeof single.answer)[number];
  const answer = [bus, { ...crane, sentences: sentences ?? crane.sentences }];
  const articles = reply.articles.map(article =>
    article.number === 2 ? { ...article, opens: "A floating crane" } : article,
  );
  const { context } = scriptedContext(tables, {
    "crud/story": [
      { stories: [{ ...reply, ...none, articles, singles: [{ ...single, answer }] }] },
    ],
  });
  const sheet = { id: "sheet", language: "en" as const, domain: "news", storyIds: ["s1"] };
  return storyTasksStage.each(sheet, context as never);
}

test("evidence is without the headline, and a fact that the headline alone has does not stand", async () => {
  const [row] = (await tasksOf(undefined)).rows.map(each => storyTasks.row.parse(each));
  const [story] = row?.stories ?? [];
  expect(story?.articles[1]).toMatchObject({ documentId: run.id, opens: headline.length });
  const spans = story?.tasks.flatMap(({ claims }) => claims.flatMap(claim => claim.spans)) ?? [];
  expect(spans.map(({ start }) => start)).toContain(headline.length);
  expect(Math.min(...spans.map(({ start }) => start))).toBe(headline.length);
  expect(await tasksOf([7])).toMatchObject({ outcome: "rejected", code: "not-in-corpus" });
});

test("the second reader sees the text without it, at the same places", async () => {
  const [row] = (await tasksOf(undefined)).rows.map(each => storyTasks.row.parse(each));
  const { context, asked } = scriptedContext(tables, { "crud/story-reading": [{ readings: [] }] });
  await storyDraftsStage.each(row!, context as never);
  const shown = JSON.stringify(asked[0]?.variables);
  expect(shown).toContain("A floating crane from Port Renwick");
  expect(shown).not.toContain("we lift it whole");
  const own = withoutHeadlines(
    materialOf(withheld, documents),
    new Map([[run.id, headline.length]]),
  );
  const claims = row?.stories[0]?.tasks.flatMap(task => task.claims) ?? [];
  expect(sentencesStating(claims, own)).toHaveLength(2);
});
