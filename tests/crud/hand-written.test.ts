// Replies that a careful reader wrote by hand, from the requests alone, on the project's own news: each stage takes them as they are.

import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { cleanArticle } from "../../pipelines/crud/clean-article.ts";
import { correctionStage } from "../../pipelines/crud/correction.ts";
import { eventsStage } from "../../pipelines/crud/events.ts";
import { toDocument } from "../../pipelines/crud/news-document.ts";
import { qaMultiStage } from "../../pipelines/crud/qa-multi.ts";
import { qaSingleStage } from "../../pipelines/crud/qa-single.ts";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { readArticles } from "../../pipelines/intake/articles.ts";
import type { ArticleRow, CrudPlanRow } from "../../schemas/crud/records.ts";
import type { CrudTask } from "../../schemas/items/item-types.ts";
import { root } from "../support/cli.ts";
import { aCrudPlan } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { HandWritten, handWritten } from "../support/hand-written.ts";

const Case = HandWritten.extend({
  prompt: z.enum(["crud/events", "crud/qa-single", "crud/qa-multi", "crud/correction"]),
  language: z.literal("en"),
  /** Their headlines, in the order in which the request showed them. */
  articles: z.array(z.string()).min(1),
});
const cases = handWritten(import.meta.dirname, Case);

const seeds = new Map<string, ArticleRow>();
for await (const raw of readArticles({ paths: [join(root, "seeds/crud/news")], licence: null })) {
  const article = raw instanceof InputFailure ? null : cleanArticle(raw);
  const title = article?.headline ?? article?.annotation?.headLine;
  if (article && title !== undefined && !seeds.has(title)) seeds.set(title, article);
}

const stages = {
  "crud/events": { stage: eventsStage, type: (): CrudTask => "summarization" },
  "crud/qa-single": { stage: qaSingleStage, type: (): CrudTask => "qa-1-document" },
  "crud/qa-multi": {
    stage: qaMultiStage,
    type: (count: number): CrudTask => (count === 2 ? "qa-2-documents" : "qa-3-documents"),
  },
  "crud/correction": { stage: correctionStage, type: (): CrudTask => "correction" },
} as const;

test.each(cases)("$file is taken at once", async ({ prompt, articles: titles, reply }) => {
  const articles = titles.map(title => seeds.get(title)!);
  const { context, asked } = scriptedContext(
    { pool: articles.map(toDocument), articles },
    { [prompt]: [reply] },
  );
  const { stage, type } = stages[prompt];
  const plan: CrudPlanRow = aCrudPlan({
    type: type(titles.length),
    documentIds: articles.map(({ id }) => id),
  });
  expect((await stage.each(plan, context as never)).outcome).toBe("made");
  expect(asked[0]?.complaints).toEqual([undefined]);
});
