// A query becomes the articles that the web has on it, each cleaned and held to what all articles are held to.

import { expect, test } from "vitest";
import { webArticlesStage } from "../../pipelines/crud/web-articles.ts";
import { ReplyError } from "../../pipelines/engine/errors.ts";
import { type QueryRow, WebArticleRow } from "../../schemas/crud/records.ts";
import { crudSettings as crud } from "../support/crud-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";

const query: QueryRow = {
  id: "q-1",
  planId: "p-1",
  heldOutId: "d-1",
  language: "en",
  purpose: "event",
  text: "new lock opens",
};
const sentence = (about: string) =>
  `${about} was opened on Tuesday, and three barges went through it before noon, as the harbour board had hoped. `;
const body = (about: string, times = 12) => sentence(about).repeat(times).trim();
const result = (name: string) => ({
  url: `https://www.news.example/${name}`,
  title: `Title ${name}`,
  published: "2024-05-01",
});
const page = (text: string, more = {}) => ({
  declined: null,
  text,
  headline: null,
  published: null,
  source: null,
  ...more,
});
const none = { declined: "robots", text: "", headline: null, published: null, source: null };

type Page = ReturnType<typeof page> | typeof none | Error;

async function run(pages: Record<string, Page>, settings = crud) {
  const { context, asked } = scriptedContext(
    {},
    {
      "crud/web-search": [{ results: Object.keys(pages).map(result) }],
      "crud/web-page": ({ url }: { url: string }) => {
        const found = pages[url.split("/").at(-1) ?? ""];
        if (found instanceof Error) throw found;
        return found ?? none;
      },
    },
  );
  const outcome = await webArticlesStage(settings).each(query, context);
  return {
    rows: outcome.rows.map(row => WebArticleRow.parse(row)),
    outcome: outcome.outcome,
    asked,
  };
}

test("each page's article is a row, in the order of the results, dated and named by the page before the search", async () => {
  const { rows } = await run({
    a: page(body("Lock A"), {
      headline: "Lock A opens",
      published: "2024-05-03T10:00:00Z",
      source: "The Gazette",
    }),
    b: page(body("Lock B")),
  });
  expect(
    rows.map(({ queryId, article }) => [
      queryId,
      article.headline,
      article.published,
      article.source,
      article.provenance.source,
    ]),
  ).toEqual([
    ["q-1", "Lock A opens", "2024-05-03", "The Gazette", "https://www.news.example/a"],
    ["q-1", "Title b", "2024-05-01", "news.example", "https://www.news.example/b"],
  ]);
  expect(rows[0]?.article.text).toBe(body("Lock A"));
});

test("pages without article, too short, too long, too old or in the other language are left out", async () => {
  const { rows, outcome } = await run(
    {
      a: none,
      b: page(body("Lock B", 3)),
      c: page(body("Lock C", 100)),
      d: page("云麓市槐荫图书馆正式开馆，当天接待读者三千人。".repeat(30)),
      e: page(body("Lock E"), { published: "2023-01-01" }),
      f: page(body("Lock F"), { published: "2024-06-01" }),
    },
    { ...crud, since: "2024-01-01" },
  );
  expect([outcome, rows.map(({ article }) => article.provenance.source)]).toEqual([
    "made",
    ["https://www.news.example/f"],
  ]);
});

const down = new ReplyError("technical", "timeout", "no whole reply", null);

test("a page that only now cannot be had is gone without; where all are so, the row fails and is tried again", async () => {
  expect((await run({ a: down, b: page(body("Lock B")) })).rows).toHaveLength(1);
  await expect(run({ a: down, b: down })).rejects.toBe(down);
});

test("what is wrong with more than a page is not passed over", async () => {
  const bug = new TypeError("no such thing");
  await expect(run({ a: page(body("Lock A")), b: bug })).rejects.toBe(bug);
});
