// A web search in the place of a model, tested against a server that answers as SearXNG does.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resultOrFailure } from "../../pipelines/intake/web/web-failure.ts";
import { readPage } from "../../pipelines/intake/web/pages.ts";
import { openWeb, type Web } from "../../pipelines/intake/web/web.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { buildRequest } from "../../pipelines/llm/request.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { searchAddress, searchModel } from "../../pipelines/retrieval/web-search.ts";
import { webPagePrompt, webSearchPrompt } from "../../schemas/crud/prompts.ts";
import { layeredPaths } from "../../pipelines/run/package-files.ts";
import { openPageServer, type PageServer } from "../support/page-server.ts";

let engine: PageServer;
let site: PageServer;
let web: Web;
let model: Model;
beforeEach(async () => {
  [engine, site] = [await openPageServer(), await openPageServer()];
  web = openWeb({ userAgent: "ragwright/0 (+test)", allowHosts: [site.host], pause: 0 });
  model = searchModel({
    baseAddress: `${engine.origin}/`,
    ask: async (address, signal) => {
      const page = await resultOrFailure(() => web.get(address, { endpoint: true, signal }));
      return "code" in page ? page : { text: page.bytes.toString("utf8") };
    },
    readPage: (address, signal) => readPage(web, address, signal),
  });
});
afterEach(async () => {
  await web.close();
  await Promise.all([engine.close(), site.close()]);
});

const never = new AbortController().signal;
const asker = () =>
  createAsk({
    model,
    templates: createTemplates(layeredPaths("prompts")),
    stage: "crud/web-articles",
    signal: never,
  })({ row: "r1", onCall: () => {} });
const search = (query: string, language: "zh" | "en" = "en") =>
  asker()(webSearchPrompt, language, { query });
const page = (path: string, language: "zh" | "en" = "en") =>
  asker()(webPagePrompt, language, { url: path.startsWith("/") ? `${site.origin}${path}` : path });
const found = (...results: unknown[]) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    query: "q",
    number_of_results: 0,
    results,
    answers: [],
    unresponsive_engines: [],
  }),
});

test("the query goes to the search with its language, as news and for JSON", () => {
  const told = new URL(searchAddress("https://search.example/searx/", "槐荫 图书馆&开馆", "zh"));
  expect(told.pathname).toBe("/searx/search");
  expect(Object.fromEntries(told.searchParams)).toEqual({
    q: "槐荫 图书馆&开馆",
    format: "json",
    language: "zh-CN",
    categories: "news",
  });
  expect(
    [
      searchAddress("https://search.example", "a", "en"),
      searchAddress("https://search.example/search", "a", "en"),
    ].map(address => new URL(address).pathname),
  ).toEqual(["/search", "/search"]);
});

describe("a search", () => {
  test("gives its results in their order with what is needed of them, each once", async () => {
    engine.pages["/search"] = found(
      {
        url: "https://a.example/1",
        title: "Lock opens",
        content: "…",
        engine: "x",
        score: 3,
        publishedDate: "2024-05-03T10:00:00",
      },
      { url: "https://b.example/2", title: "Barges pass" },
      { url: "https://a.example/1", title: "Lock opens" },
    );
    expect((await search("lock")).results).toEqual([
      { url: "https://a.example/1", title: "Lock opens", published: "2024-05-03T10:00:00" },
      { url: "https://b.example/2", title: "Barges pass", published: null },
    ]);
    expect(engine.requestedPaths).toEqual([
      "/search?q=lock&format=json&language=en&categories=news",
    ]);
  });

  test("leaves out what is not a page, and what is in the other language; a reply in it is no reason to ask again", async () => {
    const english = "The library is open, and it was built by the town with money from the board";
    engine.pages["/search"] = found(
      { url: "javascript:alert(1)", title: "x" },
      { url: "ftp://a.example/1", title: "x" },
      { title: "x" },
      7,
      null,
      { url: "https://a.example/1", title: english },
      { url: "https://a.example/2", title: "槐荫图书馆开馆" },
    );
    expect((await search("槐荫图书馆", "zh")).results.map(({ url }) => url)).toEqual([
      "https://a.example/2",
    ]);
    expect((await search("library")).results.map(({ title }) => title)).toEqual([english]);
    expect(engine.requestedPaths).toHaveLength(2);
  });

  test.each([
    ["is down", { status: 502 }, "http-status", /502/],
    ["speaks no JSON", { body: "<html>results</html>" }, "no-search-reply", /json format/],
    ["answers in another form", { body: '{"hits":[]}' }, "no-search-reply", /json format/],
    ["does not allow JSON", { status: 403 }, "http-status", /search\.formats/],
  ])("that %s is a technical failure", async (_, reply, code, message) => {
    engine.pages["/search"] = reply;
    await expect(search("lock")).rejects.toMatchObject({
      name: "ReplyError",
      kind: "technical",
      code,
      message: expect.stringMatching(message),
    });
  });
});

describe("a page", () => {
  const text =
    "The harbour board opened the new lock on Tuesday, and three barges went through it before noon. "
      .repeat(6)
      .trim();
  const html = {
    body: `<html><head><title>Lock opens</title></head><body><article><p>${text}</p></article></body></html>`,
  };

  test("comes as its article", async () => {
    site.pages["/a"] = html;
    expect(await page("/a")).toEqual({
      declined: null,
      text,
      headline: "Lock opens",
      published: null,
      source: null,
    });
  });

  test("without article, forbidden, gone, private, or in the other language is declined with its code", async () => {
    Object.assign(site.pages, {
      "/robots.txt": { body: "User-agent: *\nDisallow: /no" },
      "/empty": { body: "<p>x</p>" },
      "/a": html,
    });
    const declined = await Promise.all([
      page("/empty"),
      page("/no"),
      page("/gone", "zh"),
      page(`http://localhost:${site.port}/a`),
      page("/a", "zh"),
    ]);
    expect(declined.map(reply => [reply.declined, reply.text])).toEqual(
      ["no-article", "robots", "http-status", "refused-address", "other-language"].map(code => [
        code,
        "",
      ]),
    );
  });

  test("of a site that is down for now is a technical failure", async () => {
    site.pages["/a"] = { status: 500 };
    await expect(page("/a")).rejects.toMatchObject({ kind: "technical", code: "http-status" });
  });
});

test("its name tells the host and no place, and it costs nothing", async () => {
  engine.pages["/search"] = found();
  expect([model.name, model.paid, model.settings]).toEqual([
    `search:${engine.host}`,
    false,
    { temperature: null, seed: null },
  ]);
});

test("a prompt that is not a search is none of its business, and a stopped run asks nothing", async () => {
  const request = buildRequest(model, {
    stage: "x",
    row: "r1",
    tryNumber: 1,
    prompt: { ...webPagePrompt, name: "items/answer" },
    language: "en",
    variables: {},
    messages: [],
    replySchema: {},
    sample: 0,
  });
  await expect(model.complete(request, never)).rejects.toMatchObject({
    kind: "contract",
    code: "no-search-answer",
  });
  const reason = new Error("stopped");
  await expect(model.complete(request, AbortSignal.abort(reason))).rejects.toBe(reason);
});
