// Asks the news answerers about an article of the fixtures.

import { eventsPrompt, qaSinglePrompt } from "../../../schemas/crud/prompts.ts";
import type { ReplyOf } from "../../../schemas/define.ts";
import { questEvalPrompt } from "../../../schemas/items/prompts.ts";
import { newsAnswerers } from "../../../pipelines/floor/news/news.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";
import type { Article } from "./fixtures/articles.ts";

export type Language = "zh" | "en";

const reply = (name: string, variables: object, language: Language): object =>
  newsAnswerers.find(({ prompt }) => prompt.name === name)!.answer(variables as never, { language, draw: drawFrom(1), domains: [] });

/** Parsed by the contract, so that a reply it would not take fails the test. */
export const eventsOf = (article: Article, language: Language): ReplyOf<typeof eventsPrompt> => eventsPrompt.reply.parse(reply(eventsPrompt.name, article, language));

export const sentencesOf = (article: Article, language: Language) => splitSentences(article.text, language).map(({ text }, at) => ({ number: at + 1, document: "article", text }));

export const questionOn = (article: Article, language: Language): ReplyOf<typeof qaSinglePrompt> =>
  qaSinglePrompt.reply.parse(reply(qaSinglePrompt.name, { headline: article.headline, published: article.published, sentences: sentencesOf(article, language) }, language));

export const checksOf = (text: string, language: Language): ReplyOf<typeof questEvalPrompt>["entries"] =>
  questEvalPrompt.reply.parse(reply(questEvalPrompt.name, { text }, language)).entries;
