// Every form of feed gives the same entries; a text counts as the article only where it is whole.

import { describe, expect, test } from "vitest";
import { readEntries } from "../../../pipelines/intake/web/feed-entries.ts";
import { cases } from "../../support/cases.ts";

const whole = "The harbour board opened the new lock on Tuesday, and three barges went through it. "
  .repeat(8)
  .trim();
const entry = {
  address: "https://news.example/lock",
  text: whole,
  headline: "Lock & quay open",
  published: "Fri, 03 May 2024 10:00:00 GMT",
  source: "The Gazette",
};

const rss = (item: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The Gazette</title><link>https://news.example/</link>${item}</channel></rss>`;
const item = (inner: string) =>
  rss(
    `<item><title>Lock &amp; quay open</title><link>https://news.example/lock</link>${inner}</item>`,
  );
const content = (html: string) => `<content:encoded><![CDATA[${html}]]></content:encoded>`;

describe("the forms of feeds", () => {
  test("RSS", () => {
    expect(
      readEntries(item(`<pubDate>${entry.published}</pubDate>${content(`<p>${whole}</p>`)}`), null),
    ).toEqual([entry]);
  });

  test("Atom", () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>The Gazette</title><entry><id>1</id><title type="html">Lock &amp;amp; quay open</title><link rel="self" href="https://news.example/self"/><link href="/lock"/><updated>2024-05-04T00:00:00Z</updated><published>2024-05-03T10:00:00Z</published><content type="html">&lt;p&gt;${whole}&lt;/p&gt;</content></entry></feed>`;
    expect(readEntries(feed, "https://news.example/atom.xml")).toEqual([
      { ...entry, published: "2024-05-03T10:00:00Z" },
    ]);
  });

  test("RDF", () => {
    const feed = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The Gazette</title><link>https://news.example/</link></channel><item><title>Lock &amp; quay open</title><link>https://news.example/lock</link><dc:date>2024-05-03</dc:date></item></rdf:RDF>`;
    expect(readEntries(feed, null)).toEqual([{ ...entry, text: null, published: "2024-05-03" }]);
  });

  test("JSON", () => {
    const known = { id: "1", url: entry.address, title: entry.headline };
    const items = [{ ...known, date_published: "2024-05-03", content_text: whole }];
    const version = "https://jsonfeed.org/version/1.1";
    expect(readEntries(JSON.stringify({ version, title: "The Gazette", items }), null)).toEqual([
      { ...entry, published: "2024-05-03" },
    ]);
  });
});

cases<[text: string]>("intake/web/feed-entries", "%j is not a feed", text => {
  expect(() => readEntries(text, null)).toThrow();
});

test("a text that is cut off, or short, is not the article", () => {
  const textOf = (inner: string) => readEntries(item(inner), null)[0]?.text;
  expect(
    [
      content(`<p>${whole} […]</p>`),
      content(`<p>${whole}</p><a href="/lock">Read more »</a>`),
      content(`<p>${whole}……【阅读全文】</p>`),
      content("<p>Short.</p>"),
      `<description>${whole}</description>`,
    ].map(textOf),
  ).toEqual(Array(5).fill(null));
  expect(textOf(`<description>${whole} ${whole}</description>`)).toBe(`${whole} ${whole}`);
});

test("an entry with neither address nor whole text is nothing, an address that is not a page's is none", () => {
  const addressesIn = (items: string) => readEntries(rss(items), null).map(entry => entry.address);
  expect(
    addressesIn(
      "<item><title>Nothing</title></item><item><title>Mail</title><link>mailto:a@b.example</link></item>",
    ),
  ).toEqual([]);
  expect(
    addressesIn(
      '<item><guid>https://news.example/g</guid></item><item><guid isPermaLink="false">https://news.example/no</guid></item>',
    ),
  ).toEqual(["https://news.example/g"]);
});
