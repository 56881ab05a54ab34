// One factual question on an article: the one most worth asking among those that mean this article alone.

import { qaSinglePrompt } from "../../../schemas/crud/prompts.ts";
import { fold } from "../../text/fold.ts";
import { answers } from "../answerer.ts";
import { readNews, whyNoReport, type NewsSentence } from "./article-reading.ts";
import { dayInWords } from "./calendar-days.ts";
import { hasFullDay, isVagueInTime } from "./explicit-days.ts";
import { type FactualQuestion, worth } from "./factual-question.ts";
import { findNames } from "./news-names.ts";
import { questionsEn } from "./questions-en.ts";
import { questionsZh } from "./questions-zh.ts";
import { refusalText } from "./refusals.ts";

type Language = "zh" | "en";

interface Candidate extends FactualQuestion {
  readonly number: number;
  readonly score: number;
}

const nothing = (declined: string) => ({ declined, thoughts: "", question: "", answer: "", sentences: [] });

/** The question with the day of the report, where it names no day itself and does not ask for one. */
function framed(question: string, published: string | null, language: Language): string {
  if (published === null) return question;
  const day = dayInWords(published, language);
  return language === "zh" ? `据${day}的报道，${question}` : question.replace(/\?$/, `, according to a report of ${day}?`);
}

/** Whether another sentence gives another value in the same words: then there is no one right answer. */
function isContested({ keyInfo, statement }: FactualQuestion, sentences: readonly NewsSentence[]): boolean {
  const at = statement.indexOf(keyInfo);
  const lead = fold(statement.slice(0, at)).slice(-8);
  if (lead.length < 4) return false;
  const said = sentences.flatMap(({ text }) => fold(text).split(lead).slice(1));
  return said.some(after => !after.startsWith(fold(keyInfo).slice(0, 12)));
}

/** Names beside the one that is asked for: they tell the article from others. */
const namesIn = ({ question, keyInfo }: FactualQuestion, language: Language): number => findNames(question, language).filter(name => !keyInfo.includes(name.text)).length;

function candidateOf(found: FactualQuestion, sentence: NewsSentence, { language, published }: { language: Language; published: string | null }): Candidate[] {
  if (isVagueInTime(found.question, language)) return [];
  if (language === "zh" && /同比|环比/.test(found.question) && !hasFullDay(found.question, language)) return [];
  const dated = hasFullDay(found.question, language);
  const names = namesIn(found, language);
  if (names < (found.about === "day" ? 2 : dated || published !== null ? 1 : 2)) return [];
  const question = dated || found.about === "day" ? found.question : framed(found.question, published, language);
  // A day of its own is worth more than the report's; early sentences tell the event itself.
  const score =
    worth[found.about] +
    (dated ? 3 : 0) +
    Math.min(names, 3) -
    (/^.{0,40}?[还也]/.test(found.question) && language === "zh" ? 1 : 0) -
    (/\b(?:on|in|for|at|of) the \p{Ll}+[?,]/u.test(found.question) ? 2 : 0) -
    sentence.number * 0.3 -
    Math.abs(question.length - (language === "zh" ? 45 : 120)) / (language === "zh" ? 30 : 80);
  return [{ ...found, question, number: sentence.number, score }];
}

const REASONS = {
  zh: { amount: "金额", count: "数量", share: "比例", duration: "时长", day: "日期", place: "地点", person: "人物", organisation: "单位", title: "名称" },
  en: {
    amount: "an amount",
    count: "a count",
    share: "a share",
    duration: "a length of time",
    day: "a day",
    place: "a place",
    person: "a person",
    organisation: "an organisation",
    title: "a name",
  },
} as const;

const thoughtsOn = ({ about }: FactualQuestion, language: Language): string =>
  language === "zh" ? `问一项${REASONS.zh[about]}；主体名称和日期使问题只指这一篇报道。` : `It asks for ${REASONS.en[about]}; names and day tell this article from all others.`;

export const qaSingleAnswerer = answers(qaSinglePrompt, ({ published, sentences }, { language }) => {
  const read = readNews(sentences, published, language);
  const refusal = whyNoReport(read, language);
  if (refusal !== null) return nothing(refusalText(refusal, language));
  const asked = language === "zh" ? questionsZh : questionsEn;
  const usable = read.filter(sentence => !sentence.boilerplate && !sentence.quoted);
  const candidates = usable
    .flatMap(sentence => asked(sentence.text).flatMap(found => candidateOf(found, sentence, { language, published })))
    .filter(candidate => !isContested(candidate, read))
    .sort((a, b) => b.score - a.score || a.number - b.number);
  const [best] = candidates;
  if (best === undefined) return nothing(refusalText("no-fact", language));
  return { declined: null, thoughts: thoughtsOn(best, language), question: best.question, answer: best.statement, sentences: [best.number] };
});
