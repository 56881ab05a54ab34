// Puts a web search engine behind the interface of a model, so that its results are journaled like any reply.

import { z } from "zod";
import { webPagePrompt, webSearchPrompt } from "../../schemas/crud/prompts.ts";
import { ReplyError } from "../engine/errors.ts";
import { parseJson } from "../engine/lines.ts";
import type { Model, ModelReply, ModelRequest } from "../llm/model.ts";
import { languageOf } from "../text/language.ts";

/** Why something could not be fetched, and whether that may succeed later. */
interface FetchFailure {
  readonly code: string;
  readonly detail: string;
  readonly isTransient: boolean;
}

interface FoundPage {
  readonly text: string;
  readonly headline: string | null;
  readonly published: string | null;
  readonly source: string | null;
}

export interface SearchSettings {
  /** Address of a SearXNG-compatible search, without `/search`. */
  readonly baseAddress: string;
  /** Fetches the text of the endpoint's reply. */
  readonly ask: (
    address: string,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string } | FetchFailure>;
  /** Reads the article on a page. */
  readonly readPage: (address: string, signal: AbortSignal) => Promise<FoundPage | FetchFailure>;
}

/** Maximum number of results that are passed on: more than any stage uses. */
const maxResults = 40;
/** Maximum length of a title, in characters; a longer one is truncated. */
const maxTitleLength = 300;

// Engines add many other fields. A result without the fields below is left out; the reply is still used.
const Result = z.object({
  url: z.url({ protocol: /^https?$/ }),
  title: z.string().catch(""),
  publishedDate: z.string().nullish().catch(null),
});
const Results = z.object({ results: z.array(z.unknown()) });

const languageCodes = { zh: "zh-CN", en: "en" };

/** The address that a query is sent to (https://docs.searxng.org/dev/search_api.html). */
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

const technicalError = ({ code, detail }: Pick<FetchFailure, "code" | "detail">) =>
  new ReplyError("technical", code, detail, null);

// A title in another language means an article in that language, which this item cannot use. A title without letters fits either language.
const isInLanguage = (title: string, language: "zh" | "en") =>
  !/\p{L}/u.test(title) || languageOf(title) === language;

function resultsOf(text: string, language: "zh" | "en") {
  const reply = Results.safeParse(parseJson(text)).data;
  if (!reply)
    throw technicalError({
      code: "no-search-reply",
      detail:
        "The search server did not reply with SearXNG JSON; the json format must be enabled in its settings.",
    });
  const results = reply.results.flatMap(result => Result.safeParse(result).data ?? []);
  const uniqueResults = results.filter(
    ({ url }, index) => results.findIndex(other => other.url === url) === index,
  );
  return uniqueResults
    .filter(({ title }) => isInLanguage(title, language))
    .slice(0, maxResults)
    .map(({ url, title, publishedDate }) => ({
      url,
      title: title.slice(0, maxTitleLength),
      published: publishedDate ?? null,
    }));
}

const refusedFormatNote =
  "; a SearXNG server answers 403 if search.formats in its settings lacks json";

async function runSearch(
  { baseAddress, ask }: SearchSettings,
  { variables, language }: ModelRequest,
  signal: AbortSignal,
) {
  const { query } = webSearchPrompt.variables.parse(variables);
  const reply = await ask(searchAddress(baseAddress, query, language), signal);
  // A failed search never counts as an answer: the next run tries the row again.
  if ("code" in reply)
    throw technicalError({
      ...reply,
      detail: `${reply.detail}${/\b403\b/.test(reply.detail) ? refusedFormatNote : ""}`,
    });
  return { results: resultsOf(reply.text, language) };
}

const emptyPage = { text: "", headline: null, published: null, source: null };

async function readArticle(
  { readPage }: SearchSettings,
  { variables, language }: ModelRequest,
  signal: AbortSignal,
) {
  const page = await readPage(webPagePrompt.variables.parse(variables).url, signal);
  if ("code" in page) {
    if (page.isTransient) throw technicalError(page);
    return { ...emptyPage, declined: page.code };
  }
  if (languageOf(page.text) !== language) return { ...emptyPage, declined: "other-language" };
  const { text, headline, published, source } = page;
  return { declined: null, text, headline, published, source };
}

/** A model that answers only the prompts of a web search. Its replies cost nothing. */
export function searchModel(settings: SearchSettings): Model {
  const answers: Record<string, typeof runSearch | typeof readArticle> = {
    [webSearchPrompt.name]: runSearch,
    [webPagePrompt.name]: readArticle,
  };
  const complete = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    signal.throwIfAborted();
    const answer = answers[request.prompt.name];
    if (!answer)
      throw new ReplyError(
        "contract",
        "no-search-answer",
        `${request.prompt.name} is not a prompt that a web search can answer.`,
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
    name: `search:${new URL(settings.baseAddress).host}`,
    settings: { temperature: null, seed: null },
    paid: false,
    complete,
  };
}
