// Out of a page comes its article with headline, day and site, or the reason why there is none.

import { describe, expect, test } from "vitest";
import { articleOfReply, extractArticle } from "../../../pipelines/intake/web/pages.ts";

const sentence =
  "The harbour board opened the new lock on Tuesday, and three barges went through it before noon. ";
const body = `<article><h1>Lock opens</h1><p>${sentence.repeat(4)}</p><h2>Cost</h2><p>${sentence.repeat(4)}</p></article>`;
const page = (head = "", inner = body) =>
  `<!doctype html><html><head><title>Lock opens</title>${head}</head><body><nav><a href="/">Home</a><a href="/sport">Sport</a></nav>${inner}</body></html>`;
const address = "https://www.news.example/world/lock";
const published = (head: string, inner?: string, at = address) =>
  extractArticle(page(head, inner), at)?.published;
const meta = (attribute: string, content: string) => `<meta ${attribute} content="${content}">`;
const reply = (html: string | Buffer, contentType = "text/html; charset=utf-8") =>
  articleOfReply({ url: address, contentType, bytes: Buffer.from(html as string) });

test("the text is plain: without menu, headline and marks", () => {
  const article = extractArticle(page(meta('property="og:site_name"', "The Gazette")), address);
  expect(article).toMatchObject({ headline: "Lock opens", source: "The Gazette", url: address });
  expect(article?.text).toMatch(/^The harbour board[\s\S]*\n\nCost\n\nThe harbour board/);
  expect(article?.text).not.toMatch(/Home|Sport|#/);
});

test("a Chinese page is read like an English one", () => {
  const text = "9月9日，云麓市槐荫图书馆正式开馆，当天接待读者三千人，市民可凭身份证借书。".repeat(
    8,
  );
  const html = `<html><head><title>槐荫图书馆开馆</title></head><body><div class="info">2024年09月09日 10:20 来源：云麓日报</div><div id="content"><p>${text}</p><p>${text}</p></div><div class="footer"><a href="/">首页</a></div></body></html>`;
  expect(extractArticle(html, "http://news.example/n1")).toMatchObject({
    headline: "槐荫图书馆开馆",
    published: "2024年09月09日 10:20",
    text: expect.stringContaining(text),
  });
});

describe("the day of publication", () => {
  const ld =
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Lock opens","datePublished":"2024-05-03T10:00:00+08:00"}</script>';

  test.each([
    ["JSON-LD", "2024-05-03T10:00:00+08:00", ld],
    [
      "the article's own property",
      "2024-05-04T10:00:00Z",
      meta('property="article:published_time"', "2024-05-04T10:00:00Z"),
    ],
    [
      "a name that Chinese sites use",
      "2024-05-05 08:00",
      meta('name="PubDate"', "2024-05-05 08:00"),
    ],
  ])("is taken from %s in the head", (_, day, head) => {
    expect(published(head)).toBe(day);
  });

  test.each([
    [
      "a time marked as such",
      "2024-05-06",
      `<time datetime="2020-01-01">old</time><span itemprop="datePublished" content="2024-05-06">6 May</span>${body}`,
    ],
    [
      "the article's time",
      "2024-05-07",
      `<aside><time datetime="2020-01-01">x</time></aside>${body.replace("<h1>", '<time datetime="2024-05-07">7 May</time><h1>')}`,
    ],
    ["the page's only time", "2024-05-08", `<time datetime="2024-05-08">8 May</time>${body}`],
  ])("is taken from %s", (_, day, inner) => {
    expect(published("", inner)).toBe(day);
  });

  test.each([
    ["/2024/05/09/lock", "2024-05-09"],
    ["/2024-05/09/content_1.htm", "2024-05-09"],
    ["/n1/2024/0509/c1004-1.html", "2024-05-09"],
    ["/a/20240509/1.html", "2024-05-09"],
    ["/article/20249999/x", null],
    ["/id/120240509", null],
    ["/2024/lock", null],
  ])("where the page names none, by the address %s is %s", (path, day) => {
    expect(published("", body, `https://news.example${path}`)).toBe(day);
  });
});

test("a page's own name for itself counts on its own host alone", () => {
  const canonical = (href: string) =>
    extractArticle(page(`<link rel="canonical" href="${href}">`), address)?.canonical;
  expect([
    canonical("/world/lock-1"),
    canonical("https://other.example/a"),
    canonical("/"),
    canonical("http://["),
    extractArticle(page(), address)?.canonical,
  ]).toEqual(["https://www.news.example/world/lock-1", null, null, null, null]);
});

test.each([
  ["nothing", ""],
  ["a notice", page("", "<p>Page not found.</p>")],
  ["a list of links", page("", `<ul>${`<li><a href="/x">${sentence}</a></li>`.repeat(30)}</ul>`)],
  ["scripts alone", page("", `<script>${"var x = 1;".repeat(1000)}</script><div id="root"></div>`)],
  ["elements without end", "<div>".repeat(100_000)],
  ["tags without number", `<p>${"<b>x</b>".repeat(50_000)}`],
  ["list items without number", `<ul>${"<li></li>".repeat(7000)}`],
  ["attributes without number", `<div ${"a=1 ".repeat(100_000)}>x</div>`],
  ["characters by name without number", `<p>${"&amp;".repeat(300_000)}`],
  ["text without end", `<p>${"word, ".repeat(400_000)}`],
  ["opening brackets", "<".repeat(300_000)],
  ["a parser's puzzle", `<html><body>${"<a".repeat(20_000)}<table><tr><svg><style><!--</body>`],
])("a page of %s has no article", (_, html) => {
  expect(reply(html)).toMatchObject({ code: "no-article", isTransient: false });
});

test("what is not a page, or not in letters, says so", () => {
  expect(reply("%PDF-1.7", "application/pdf")).toMatchObject({ code: "wrong-type" });
  expect(reply(Buffer.from([0, 1, 2, 0, 255, 254, 0, 0]))).toMatchObject({
    code: "unknown-encoding",
  });
});
