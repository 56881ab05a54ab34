// News from the web, end to end on a server of the test: a feed, pages, a search in SearXNG's form; fetched once, however often the run goes on.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readJournal, readRows } from "../../pipelines/engine/read-run.ts";
import { queries, webArticles } from "../../schemas/crud/records.ts";
import { items } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { ragwright, root } from "../support/cli.ts";
import { openPageServer } from "../support/page-server.ts";
import { recordedRun } from "../support/recorded/run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

interface Article {
  readonly title: string;
  readonly published: string;
  readonly text: string;
}

const articles = ["ellery-tram", "skerrow-ferry", "gannet-bank"].flatMap(name =>
  rowsIn<Article>(join(root, `seeds/crud/news/en/${name}.jsonl`)),
);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const page = ({ title, published, text }: Article) =>
  `<!doctype html><html><head><title>${escaped(title)}</title><meta property="article:published_time" content="${published.replace(" ", "T")}"></head><body><nav>Home</nav><article><h1>${escaped(title)}</h1>${text
    .split("\n")
    .map(line => `<p>${escaped(line)}</p>`)
    .join("")}</article></body></html>`;

const server = await openPageServer({
  "/robots.txt": {
    body: "User-agent: *\nDisallow: /private/\n",
    headers: { "content-type": "text/plain" },
  },
});
afterAll(() => server.close());
const at = (number: number) => `${server.origin}/news/${number}`;
articles.forEach((article, number) => {
  server.pages[`/news/${number}`] = { body: page(article) };
});
// Two of three articles come by the feed; the others are for the search to find.
const fed = articles.flatMap((_, number) => (number % 3 === 2 ? [] : [number]));
const entry = (number: number) =>
  `<item><title>${escaped(articles[number]!.title)}</title><link>${at(number)}</link></item>`;
const rss = (entries: string) => ({
  headers: { "content-type": "application/rss+xml" },
  body: `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>${server.origin}</link><description>d</description>${entries}</channel></rss>`,
});
server.pages["/feed.xml"] = rss(
  `${fed.map(entry).join("")}<item><title>Private</title><link>${server.origin}/private/1</link></item>`,
);
server.pages["/down.xml"] = { status: 503, headers: { "retry-after": "0" } };
const searched: string[] = [];
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z]{5,}/g) ?? []);
const search = (query: string) => {
  searched.push(query);
  const wanted = [...wordsOf(query)];
  const ranked = articles
    .map((article, number) => ({
      number,
      hits: wanted.filter(word => wordsOf(article.text).has(word)).length,
    }))
    .sort((a, b) => b.hits - a.hits);
  return {
    results: ranked.slice(0, 4).map(({ number }) => ({
      url: at(number),
      title: articles[number]!.title,
      publishedDate: articles[number]!.published,
    })),
  };
};

test("a feed, its pages and a web search become a split; a second run fetches and searches nothing", async () => {
  const searching = await openSearch();
  const folder = newFolder();
  const settings = join(folder, "news.yaml");
  writeFileSync(
    settings,
    "method: paper\nitems: 1\nlanguages: [en]\ncrud: { heldOut: 1, support: 0.1, found: 2, leak: { similarity: 0.5, containment: 0.5 }, questEval: false, pause: 0.01 }\nmix: { continuation: 1 }\n",
  );
  const out = join(folder, "out");
  const feeds = [`${server.origin}/feed.xml`, `${server.origin}/down.xml`];
  const flags = {
    feeds,
    search: searching.origin,
    allowHost: [server.host, searching.host],
    settings,
  };
  const run = () => recordedRun({ journey: "crud-web", wing: "crud", directory: out, flags });

  const { waiting, failures } = await run();
  expect([waiting, failures.length]).toEqual([0, 2]);
  // The feed that is down and the page that robots.txt refuses are failures of their own.
  expect(readFileSync(join(out, "failures.jsonl"), "utf8")).toContain("/down.xml");
  expect(server.requestedPaths).not.toContain("/private/1");
  const corpus = [...readRows(out, documents)];
  const found = [...readRows(out, webArticles)];
  expect(found.length).toBeGreaterThan(0);
  expect(corpus.length).toBeGreaterThan(fed.length / 2);
  expect(searched.length).toBe([...readRows(out, queries)].length);
  expect([...readRows(out, items)].length).toBeGreaterThan(0);
  expect(corpus.filter(({ provenance }) => !provenance.source.startsWith(server.origin))).toEqual(
    [],
  );

  const fetched = () => ({
    pages: server.requestedPaths.filter(path => path.startsWith("/news/")).length,
    searched: searched.length,
    items: readFileSync(join(out, "items/items.jsonl"), "utf8"),
  });
  const before = fetched();
  await run();
  expect(fetched()).toEqual(before);
  expect(
    [...readJournal(out, "crud/web-articles").lines.values()].every(
      ({ calls }) => calls.length > 0,
    ),
  ).toBe(true);
  await searching.close();
});

test("without --allow-host a private address is refused, by name, and nothing is fetched", async () => {
  const out = join(newFolder(), "out");
  const before = server.requestedPaths.length;
  const { code } = await ragwright(
    words`run crud --feeds ${new URL("feed.xml", server.origin).href} --out ${out}`,
  );
  expect(code).toBe(1);
  expect(readFileSync(join(out, "failures.jsonl"), "utf8")).toMatch(
    /private|not public|--allow-host/i,
  );
  expect(server.requestedPaths.length).toBe(before);
});

/** SearXNG's JSON over the test's articles. */
async function openSearch() {
  const { createServer } = await import("node:http");
  const endpoint = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("q") ?? "";
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(search(query)));
  });
  await new Promise<void>(resolve => endpoint.listen(0, "127.0.0.1", resolve));
  const { port } = endpoint.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () => new Promise(resolve => endpoint.close(resolve)),
  };
}
