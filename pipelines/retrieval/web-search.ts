// A search engine on the web behind the interface of a model, so that what it found is journaled like any reply.

import { z } from "zod";
import { webPagePrompt, webSearchPrompt } from "../../schemas/crud/prompts.ts";
import { ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { languageOf } from "../text/language.ts";

/** What was not had, and whether asking later may bring it. */
interface NotHad {
  readonly code: string;
  readonly detail: string;
  readonly passing: boolean;
}

interface FoundPage {
  readonly text: string;
  readonly headline: string | null;
  readonly published: string | null;
  readonly source: string | null;
}

export interface SearchSettings {
  /** Address of a SearXNG-compatible search, without `/search`. */
  readonly search: string;
  /** The text of the endpoint's reply. */
  readonly ask: (
    address: string,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string } | NotHad>;
  /** The article on a page. */
  readonly readPage: (address: string, signal: AbortSignal) => Promise<FoundPage | NotHad>;
}

/** Results that are handed on: more than any stage looks at. */
const maxResults = 40;
/** Characters of one title: what is longer is not a title. */
const maxTitle = 300;

// Other engines' fields are many; a result that lacks these is left out, not the reply.
const Result = z.object({
  url: z.url({ protocol: /^https?$/ }),
  title: z.string().catch(""),
  publishedDate: z.string().nullish().catch(null),
});
const Results = z.object({ results: z.array(z.unknown()) });

const languageCodes = { zh: "zh-CN", en: "en" };

/** Where a query is sent (https://docs.searxng.org/dev/search_api.html). */
export function searchAddress(search: string, query: string, language: "zh" | "en"): string {
  const url = new URL(search);
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/search$/, "")}/search`;
  for (const [name, value] of Object.entries({
    q: query,
    format: "json",
    language: languageCodes[language],
    categories: "news",
  }))
    url.searchParams.set(name, value);
  return url.href;
}

const technical = ({ code, detail }: Pick<NotHad, "code" | "detail">) =>
  new ReplyError("technical", code, detail, null);

// A title in another language is an article in it, of no use to this item. One without words, like a name, is either.
const fits = (title: string, language: "zh" | "en") =>
  !/\p{L}/u.test(title) || languageOf(title) === language;

function resultsOf(text: string, language: "zh" | "en") {
  const reply = Results.safeParse(parseJson(text)).data;
  if (!reply)
    throw technical({
      code: "no-search-reply",
      detail:
        "The search answers in another form than SearXNG's JSON; its settings must allow the format json.",
    });
  const results = reply.results.flatMap(result => Result.safeParse(result).data ?? []);
  const distinct = results.filter(
    ({ url }, index) => results.findIndex(other => other.url === url) === index,
  );
  return distinct
    .filter(({ title }) => fits(title, language))
    .slice(0, maxResults)
    .map(({ url, title, publishedDate }) => ({
      url,
      title: title.slice(0, maxTitle),
      published: publishedDate ?? null,
    }));
}

const refusedFormat =
  "; a SearXNG server answers 403 where search.formats in its settings lacks json";

async function searched(
  { search, ask }: SearchSettings,
  { variables, language }: ModelRequest,
  signal: AbortSignal,
) {
  const { query } = webSearchPrompt.variables.parse(variables);
  const reply = await ask(searchAddress(search, query, language), signal);
  // A search that cannot be asked is never an answer: the row is tried again on the next run.
  if ("code" in reply)
    throw technical({
      ...reply,
      detail: `${reply.detail}${/\b403\b/.test(reply.detail) ? refusedFormat : ""}`,
    });
  return { results: resultsOf(reply.text, language) };
}

const noPage = { text: "", headline: null, published: null, source: null };

async function read(
  { readPage }: SearchSettings,
  { variables, language }: ModelRequest,
  signal: AbortSignal,
) {
  const page = await readPage(webPagePrompt.variables.parse(variables).url, signal);
  if ("code" in page) {
    if (page.passing) throw technical(page);
    return { ...noPage, declined: page.code };
  }
  if (languageOf(page.text) !== language) return { ...noPage, declined: "other-language" };
  const { text, headline, published, source } = page;
  return { declined: null, text, headline, published, source };
}

/** A model that answers the prompts of a web search and none else. Its replies cost nothing. */
export function searchModel(settings: SearchSettings): Model {
  const answers: Record<string, typeof searched | typeof read> = {
    [webSearchPrompt.name]: searched,
    [webPagePrompt.name]: read,
  };
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const answer = answers[request.prompt.name];
    if (!answer)
      throw new ReplyError(
        "contract",
        "no-search-answer",
        `${request.prompt.name} is nothing to search the web for.`,
        null,
      );
    const reply = await answer(settings, request, signal);
    return {
      text: JSON.stringify(reply),
      finish: "stop",
      usage: { inputTokens: 0, outputTokens: 0 },
    };
  };
  return {
    name: `search:${new URL(settings.search).host}`,
    settings: { temperature: null, seed: null },
    paid: false,
    complete,
  };
}
