// The single facts of several articles that can be asked for, each known from one article alone.

import { fold } from "../../text/fold.ts";
import { findValues } from "../../text/values.ts";
import { readNews, whyNoReport, type NewsSentence } from "../news/article-reading.ts";
import { hasFullDay, isVagueInTime } from "../news/explicit-days.ts";
import type { FactualQuestion } from "../news/factual-question.ts";
import { questionsEn } from "../news/questions-en.ts";
import { questionsZh } from "../news/questions-zh.ts";
import { namedFacts, toldFacts } from "./told-facts.ts";

export type Language = "zh" | "en";

export interface Article {
  readonly number: number;
  readonly published: string | null;
  readonly sentences: readonly { readonly number: number; readonly text: string }[];
}

export interface AskedFact extends FactualQuestion {
  readonly article: number;
  readonly sentence: number;
}

export interface ReadArticle {
  readonly article: Article;
  readonly read: readonly NewsSentence[];
  /** The whole text, folded. */
  readonly folded: string;
  readonly facts: readonly AskedFact[];
}

/** The articles read, or why one of them is no report. */
export function readArticles(articles: readonly Article[], language: Language): ReadArticle[] | string {
  const read = articles.map(article => readNews(article.sentences, article.published, language));
  const refusal = read.map(sentences => whyNoReport(sentences, language)).find(reason => reason !== null);
  if (refusal !== undefined) return refusal;
  const folded = articles.map(({ sentences }) => fold(sentences.map(({ text }) => text).join("\n")));
  return articles.map((article, at) => {
    const others = folded.filter((_, place) => place !== at);
    const facts = (read[at] ?? []).flatMap(sentence => factsIn(sentence, article.number, language)).filter(fact => isOnlyHere(fact, others, language));
    return { article, read: read[at] ?? [], folded: folded[at] ?? "", facts };
  });
}

function factsIn(sentence: NewsSentence, article: number, language: Language): AskedFact[] {
  if (sentence.boilerplate || sentence.quoted) return [];
  const found = language === "zh" ? [...questionsZh(sentence.text), ...toldFacts(sentence.text), ...namedFacts(sentence.text)] : questionsEn(sentence.text);
  return found.filter(fact => !isUnclear(fact, language)).map(fact => ({ ...fact, article, sentence: sentence.number }));
}

const isUnclear = ({ question }: FactualQuestion, language: Language): boolean =>
  isVagueInTime(question, language) || (language === "zh" && /同比|环比|较上年|比上年/.test(question) && !hasFullDay(question, "zh"));

/** No other article has what is asked for, be it in other digits, nor gives another value behind the same words. */
function isOnlyHere({ keyInfo, statement }: FactualQuestion, others: readonly string[], language: Language): boolean {
  const sought = fold(keyInfo);
  const numbers = findValues(keyInfo, language).map(({ text }) => fold(text));
  if (sought === "" || others.some(text => text.includes(sought) || (numbers.length > 0 && numbers.every(number => text.includes(number))))) return false;
  const lead = fold(statement.slice(0, statement.indexOf(keyInfo))).slice(-20);
  return lead.length < 6 || !others.some(text => text.includes(lead));
}
