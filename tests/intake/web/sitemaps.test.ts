// Sitemaps in their forms: pages, news, indexes, plain lists; and what is none.

import { expect, test } from "vitest";
import { readSitemap } from "../../../pipelines/intake/web/sitemaps.ts";

const page = { published: null, headline: null, changed: null };

test("pages come with their days, news with the day and headline of the article", () => {
  const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
    <url><loc>https://news.example/a?x=1&amp;y=2</loc><lastmod>2024-05-03</lastmod></url>
    <url><loc><![CDATA[https://news.example/b?x=1&y=2]]></loc><news:news><news:publication><news:name>G</news:name></news:publication><news:publication_date>2024-05-04T10:00:00Z</news:publication_date><news:title>Tom &#38; J&#x4e2d;</news:title></news:news></url>
    <url><image:image><image:loc>https://img.example/1.jpg</image:loc><image:title>No</image:title></image:image><loc>
      https://news.example/c </loc></url><url><lastmod>2024</lastmod></url></urlset>`;
  expect(readSitemap(xml)).toEqual({
    kind: "pages",
    pages: [
      { ...page, address: "https://news.example/a?x=1&y=2", changed: "2024-05-03" },
      {
        ...page,
        address: "https://news.example/b?x=1&y=2",
        published: "2024-05-04T10:00:00Z",
        headline: "Tom & J中",
      },
      { ...page, address: "https://news.example/c" },
    ],
  });
});

test("an index leads to further sitemaps, also with a prefix on every name", () => {
  const xml =
    '<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc>https://news.example/1.xml.gz</sm:loc><sm:lastmod>2024-05-03</sm:lastmod></sm:sitemap></sm:sitemapindex>';
  expect(readSitemap(xml)).toEqual({
    kind: "index",
    sitemaps: [{ ...page, address: "https://news.example/1.xml.gz", changed: "2024-05-03" }],
  });
});

test("a text with an address a line is a sitemap, any other text is none", () => {
  expect(readSitemap("https://news.example/a\r\n\nhttps://news.example/b\n")).toEqual({
    kind: "pages",
    pages: [
      { ...page, address: "https://news.example/a" },
      { ...page, address: "https://news.example/b" },
    ],
  });
  expect(
    [
      "",
      "Not found",
      "<html><body>x</body></html>",
      "https://a.example\nwords",
      "<rss><channel/></rss>",
    ].map(readSitemap),
  ).toEqual(Array(5).fill(undefined));
});

test("a broken sitemap gives what of it is whole", () => {
  const cut = "<urlset><url><loc>https://news.example/a</loc></url><url><loc>https://news.exa";
  expect(readSitemap(cut)).toEqual({
    kind: "pages",
    pages: [{ ...page, address: "https://news.example/a" }],
  });
  expect(readSitemap(`<urlset>${"<url><loc>".repeat(200_000)}`)).toEqual({
    kind: "pages",
    pages: [],
  });
});
