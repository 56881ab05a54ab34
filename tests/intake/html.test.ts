// A page becomes the text a reader sees: headings marked, a table row a line, nothing of scripts and menus.

import { expect, test } from "vitest";
import { htmlToText } from "../../pipelines/intake/html.ts";

const paragraph = "Alder Mills was founded in Corrie on 3 May 1998 and has spun wool ever since, with looms that were bought second-hand, mended and kept. ".repeat(4);
const page = (body: string, title = "Alder Mills") => `<!doctype html><html><head><title>${title}</title><style>p{color:red}</style></head><body>${body}</body></html>`;

test("navigation, scripts, styles and forms are left out", () => {
  const text = htmlToText(
    page(
      `<nav><a href="/">Home</a></nav><script>track("x")</script><article><h1>Alder Mills</h1><p>${paragraph}</p><form><button>Subscribe</button></form></article><noscript>No script</noscript>`,
    ),
  );
  expect(text).toContain(paragraph.trim());
  expect(text).not.toMatch(/Home|track|color|Subscribe|No script/);
});

test("headings keep their level and stand alone", () => {
  const text = htmlToText(page(`<article><h1>Alder Mills</h1><p>${paragraph}</p><h2>The <em>board</em></h2><p>${paragraph}</p></article>`));
  expect(text).toMatch(/\n\n## The board\n\n/);
});

test("each table row is one line with its cells parted, without the scripts in them", () => {
  const text = htmlToText(
    page(`<article><p>${paragraph}</p><table><tr><th>Year</th><th>Revenue</th></tr><tr><td>2021<script>hide()</script></td><td>US$30\n million</td></tr></table></article>`),
  );
  expect(text).toContain("Year | Revenue\n");
  expect(text).toContain("2021 | US$30 million");
});

test("a table that lays out the page keeps its paragraphs apart", () => {
  const text = htmlToText("<body><table><tr><td><p>First.</p><p>Second.</p><table><tr><td>Staff</td><td>214</td></tr></table></td></tr></table></body>");
  expect(text).toMatch(/First\.\n+Second\.\n+Staff \| 214/);
});

test("preformatted lines stay lines, other white space is one space", () => {
  expect(htmlToText("<body><p>One\n   line</p><pre>a\nb</pre></body>")).toMatch(/One line\n+a\nb/);
});

test("a page of facts that no article can be told from is kept whole, entities decoded", () => {
  const text = htmlToText("<body><dl><dt>公司名称</dt><dd>白鹭渡轮 &amp; 有限公司</dd><dt>成立日期</dt><dd>2009年4月</dd></dl></body>");
  expect(text).toMatch(/公司名称\n+白鹭渡轮 & 有限公司\n+成立日期\n+2009年4月/);
});

test.each(["", "<!-- nothing -->", "<script>x</script>"])("%j has no text", html => {
  expect(htmlToText(html)).toBe("");
});

test.each(["plain words", "<p>plain words"])("%j is read without html and body", html => {
  expect(htmlToText(html)).toBe("plain words");
});
