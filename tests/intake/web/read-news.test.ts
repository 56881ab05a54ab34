// News from feeds, sitemaps and lists: every article once, in the order of the sources, every failure its own.

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { InputFailure } from "../../../pipelines/engine/pipeline.ts";
import { type NewsOptions, readNews } from "../../../pipelines/intake/web/read-news.ts";
import { RawArticleRow } from "../../../schemas/crud/records.ts";
import { freshFolder } from "../../support/folder.ts";
import { encodedAs } from "../../support/page-server.ts";
import { visits } from "./visits.ts";

const folder = freshFolder();
const { server, webWith } = visits();

const words = (about: string) =>
  `${about} was opened on Tuesday, and three barges went through it before noon, as the harbour board had hoped. `
    .repeat(6)
    .trim();
const article = (about: string, head = "") => ({
  body: `<html><head><title>${about} opens</title>${head}</head><body><article><p>${words(about)}</p></article></body></html>`,
});
const item = (path: string, inner = "") =>
  `<item><title>${path}</title><link>${server().origin}${path}</link>${inner}</item>`;
const rss = (items: string) => ({
  headers: { "content-type": "application/rss+xml" },
  body: `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The Gazette</title>${items}</channel></rss>`,
});
const content = (about: string) =>
  `<content:encoded><![CDATA[<p>${words(about)}</p>]]></content:encoded>`;
const at = (...paths: string[]) => paths.map(path => `${server().origin}${path}`);

async function read(options: Partial<NewsOptions>) {
  const rows: RawArticleRow[] = [];
  const failures: InputFailure[] = [];
  const web = webWith({ pause: 0 });
  for await (const row of readNews({ web, licence: "CC0", since: null, ...options })) {
    if (row instanceof InputFailure) failures.push(row);
    else rows.push(RawArticleRow.parse(row));
  }
  return {
    rows,
    failures: failures.map(({ id, code }) => [
      id.replace(server().origin, "").replace(folder(), ""),
      code,
    ]),
    openings: rows.map(({ text }) => text.split(" was")[0]),
  };
}

test("an entry with its text is taken as it is, one without from its page, in the feed's order", async () => {
  Object.assign(server().pages, {
    "/feed": rss(
      item("/a") +
        item("/b", `<pubDate>Fri, 03 May 2024 10:00:00 GMT</pubDate>${content("Lock B")}`) +
        item("/c", "<pubDate>Sat, 04 May 2024 10:00:00 GMT</pubDate>"),
    ),
    "/a": article(
      "Lock A",
      '<meta property="og:site_name" content="The Site"><meta property="article:published_time" content="2024-05-02">',
    ),
    "/c": article("Lock C"),
  });
  const { rows, failures } = await read({ feeds: at("/feed") });
  expect(failures).toEqual([]);
  const expected = [
    ["Lock A", "Lock A opens", "2024-05-02", "The Site", "/a"],
    ["Lock B", "/b", "Fri, 03 May 2024 10:00:00 GMT", "The Gazette", "/b"],
    ["Lock C", "Lock C opens", "Sat, 04 May 2024 10:00:00 GMT", "The Gazette", "/c"],
  ] as const;
  expect(rows).toMatchObject(
    expected.map(([about, headline, published, source, path]) => ({
      text: words(about),
      headline,
      published,
      source,
      domain: "news",
      provenance: { source: `${server().origin}${path}`, licence: "CC0" },
    })),
  );
  expect(server().requestedPaths).not.toContain("/b");
});

test("what is wrong with one source or page is a failure of that one", async () => {
  const paths = ["/a", "/missing", "/empty", "/forbidden", "/picture"];
  Object.assign(server().pages, {
    "/feed": rss(paths.map(path => item(path)).join("")),
    "/html": { body: "<html><body>Welcome</body></html>" },
    "/torn": { body: "<rss version='2.0'><channel><item></rss>" },
    "/robots.txt": { body: "User-agent: *\nDisallow: /forbidden" },
    "/a": article("Lock A"),
    "/empty": { body: "<html><body><p>Nothing here.</p></body></html>" },
    "/picture": { headers: { "content-type": "image/png" }, body: "x" },
  });
  const { openings, failures } = await read({
    feeds: [
      ...at("/gone", "/html", "/torn", "/feed"),
      folder("none.xml"),
      "http://127.0.0.1:1/feed",
    ],
    sitemaps: at("/html"),
  });
  expect(openings).toEqual(["Lock A"]);
  expect(failures).toEqual([
    ["/gone", "http-status"],
    ["/html", "no-feed"],
    ["/torn", "no-feed"],
    ["/none.xml", "unreadable-file"],
    ["http://127.0.0.1:1/feed", "refused-address"],
    ["/missing", "http-status"],
    ["/empty", "no-article"],
    ["/forbidden", "robots"],
    ["/picture", "wrong-type"],
  ]);
});

test("an article of several feeds comes once: by its address, by its page's own name, and by its words", async () => {
  Object.assign(server().pages, {
    "/1": rss(item("/a") + item("/b")),
    "/2": rss(
      item("/a?utm_source=feed") +
        item("/a#top") +
        item("/alias") +
        item("/copy") +
        item("/b", content("Lock B")),
    ),
    "/a": article("Lock A"),
    "/alias": article("Lock A, again", '<link rel="canonical" href="/a">'),
    "/copy": article("Lock A"),
  });
  const { openings, failures } = await read({ feeds: [...at("/1", "/2"), ...at("/1")] });
  expect([openings, failures]).toEqual([["Lock A", "Lock B"], []]);
  expect(server().requestedPaths.filter(path => path.startsWith("/a?") || path === "/b")).toEqual(
    [],
  );
});

test("an index of sitemaps, packed or not, leads to its pages, the newest first; what is older than asked for is not fetched", async () => {
  const url = (path: string, more = "") => `<url><loc>${server().origin}${path}</loc>${more}</url>`;
  Object.assign(server().pages, {
    "/index.xml": {
      body: `<sitemapindex>${["/news.xml.gz", "/old.xml", "/index.xml", "/lost.xml"].map(path => `<sitemap><loc>${server().origin}${path}</loc>${path === "/old.xml" ? "<lastmod>2023-01-01</lastmod>" : ""}</sitemap>`).join("")}<sitemap><loc>file:///etc/passwd</loc></sitemap></sitemapindex>`,
    },
    "/news.xml.gz": {
      headers: { "content-type": "application/gzip" },
      body: gzipSync(
        `<urlset xmlns:news="n">${url("/undated")}${url("/may", "<lastmod>2024-05-30</lastmod>")}${url("/june", "<news:news><news:publication_date>2024-06-01</news:publication_date></news:news>")}${url("/april", "<lastmod>2024-04-30</lastmod>")}</urlset>`,
      ),
    },
  });
  for (const name of ["undated", "may", "june", "april"])
    server().pages[`/${name}`] = article(name);
  const { rows, openings, failures } = await read({
    sitemaps: at("/index.xml"),
    since: "2024-05-01",
  });
  expect([openings, failures]).toEqual([
    ["june", "may", "undated"],
    [["/lost.xml", "http-status"]],
  ]);
  // When a page was changed says nothing of when it was published.
  expect(rows.map(({ published }) => published)).toEqual(["2024-06-01", null, null]);
  expect(server().requestedPaths).not.toContain("/april");
  expect(server().requestedPaths).not.toContain("/old.xml");
});

test("a list names pages, with comments; a line that is not an address is a failure of that line", async () => {
  const list = folder("list.txt");
  writeFileSync(
    list,
    `# pages\r\n${server().origin}/a  # the first\r\n\r\nnot an address\r\n${server().origin}/b#part\r\n`,
  );
  Object.assign(server().pages, {
    "/a": article("Lock A"),
    "/b": article("Lock B"),
    "/c": article("Lock C"),
  });
  expect(await read({ urls: [list, ...at("/c")] })).toMatchObject({
    openings: ["Lock A", "Lock B", "Lock C"],
    failures: [["/list.txt:4", "bad-url"]],
  });
});

test("a feed and its pages may be saved in files, in Chinese and in any charset", async () => {
  const sentence = "9月9日，云麓市槐荫图书馆正式开馆，当天接待读者三千人，市民可凭身份证借书。";
  const text = sentence.repeat(10);
  const file = folder("feed.xml");
  const feed = `<?xml version="1.0" encoding="gb2312"?><rss version="2.0"><channel><title>云麓日报</title><item><title>开馆</title><link>${server().origin}/a</link></item></channel></rss>`;
  writeFileSync(file, encodedAs("gb18030", feed));
  const page = `<html><head><meta charset="gbk"><title>槐荫图书馆开馆</title></head><body><article><p>${text}</p></article></body></html>`;
  server().pages["/a"] = { body: encodedAs("gb18030", page) };
  expect((await read({ feeds: [file] })).rows).toMatchObject([
    { text, headline: "槐荫图书馆开馆", source: "云麓日报" },
  ]);
});

test("no more than two thousand articles are taken, the first of all", async () => {
  const items = Array.from({ length: 2001 }, (_, at) => item(`/${at}`, content(`Lock ${at}`)));
  server().pages["/feed"] = rss(items.join(""));
  const { openings, failures } = await read({ feeds: at("/feed") });
  expect([openings.length, openings.at(-1)]).toEqual([2000, "Lock 1999"]);
  expect(failures).toEqual([["listed articles", "too-many-articles"]]);
});
