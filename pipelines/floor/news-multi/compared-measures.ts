// A question that sets one measure of each article against those of the others: which is larger, and by how much.

import type { Derivation } from "../../../schemas/items/records.ts";
import { contentWords } from "../../text/content-words.ts";
import { checkDerivation } from "../../text/derivation.ts";
import { fold } from "../../text/fold.ts";
import { findValues, type Value } from "../../text/values.ts";
import { findNames } from "../news/news-names.ts";
import { withExplicitDays } from "../news/explicit-days.ts";
import { differenceOf, spanBetween } from "../questions/computed-result.ts";
import { AGE, agesIn } from "./ages.ts";
import type { Language, ReadArticle } from "./asked-facts.ts";
import { framed, listed, sharedNames } from "./event-frame.ts";
import { DAY, datedEventsEn, datedEventsZh } from "./dated-events.ts";
import { hanPersonAtStart } from "./han-persons.ts";
import type { Joined } from "./joined-questions.ts";
import type { Measure } from "./measures.ts";
import { measuresEn } from "./measures-en.ts";
import { measuresZh } from "./measures-zh.ts";

interface Placed extends Measure {
  readonly article: number;
  readonly words: ReadonlySet<string>;
  /** In the label; what is told without them is told of something else. */
  readonly names: readonly string[];
}

/** More of one article are not tried. */
const MOST = 40;

/** Undefined where the articles share too few names, or no measures of theirs go together. */
export function compareMeasures(articles: readonly ReadArticle[], language: Language): Joined | undefined {
  const names = sharedNames(articles, language);
  if (names === undefined) return undefined;
  const measures = articles.map(article => placedMeasures(article, articles, language));
  const [best] = combinations(measures)
    .filter(picked => goTogether(picked) && isOneMatter(picked, names, language))
    .map(picked => ({ picked, joined: join(picked, framed(articles, names, language), articles, language), rank: rankOf(picked) }))
    .filter(({ joined }) => joined !== undefined)
    .sort((a, b) => b.rank - a.rank);
  return best?.joined;
}

function placedMeasures(home: ReadArticle, articles: readonly ReadArticle[], language: Language): Placed[] {
  const found = home.read.flatMap((sentence, at) => [
    ...agesIn(sentence, language),
    ...(language === "zh"
      ? [...measuresZh(sentence), ...datedEventsZh(sentence, sourceOf(home, sentence.number))]
      : [...measuresEn(sentence, home.read[at - 1]), ...datedEventsEn(sentence, sourceOf(home, sentence.number))]),
  ]);
  return found
    .map(measure => ({
      ...measure,
      article: home.article.number,
      words: new Set(contentWords(measure.label, language)),
      names: findNames(measure.label, language).map(({ text }) => text),
    }))
    .filter((measure, at, all) => all.findIndex(({ label }) => label === measure.label) === at && isOnlyHere(measure, home, articles, language))
    .slice(0, MOST);
}

const sourceOf = ({ article }: ReadArticle, wanted: number): string => article.sentences.find(({ number }) => number === wanted)?.text ?? "";

/** No other article has the value, and nothing else is told by much the same words, be it in the same article. */
function isOnlyHere(measure: Placed, home: ReadArticle, articles: readonly ReadArticle[], language: Language): boolean {
  return articles.every(article =>
    article.article.sentences.every(({ number, text }) => {
      if (article === home && number === measure.sentence) return true;
      const values = findValues(text, language).filter(({ kind }) => kind !== "date" || measure.matter === DAY);
      const same = values.filter(value => value.kind === measure.amount.kind && isOfUnit(text, value, measure));
      const likeness = sharedShare(measure.words, contentWords(text, language));
      if (measure.matter === DAY) return article === home || (likeness < 0.5 && (likeness < 0.2 || !saysDay(text, measure, article, language)));
      // "55 million" says what "55 million pounds" says; a small number is met by chance.
      const told = values.some(({ canonical }) => Number(canonical.split(" ")[0]) === measure.amount.order);
      if (article !== home && told && (measure.amount.order >= 20 || likeness >= 0.3)) return false;
      return measure.matter === AGE || likeness < 0.6 || same.length === 0 || measure.names.some(name => !text.includes(name));
    }),
  );
}

/** Of numbers, those that count the same. */
function isOfUnit(text: string, { kind, end }: Value, { amount, whole }: Placed): boolean {
  const counted = amount.kind === "number" ? whole.slice(amount.text.length).trim() || amount.unit.replace("number ", "") : "";
  return (
    kind !== "number" ||
    counted === AGE ||
    text
      .slice(end)
      .trimStart()
      .startsWith(counted.split(" ")[0] ?? "")
  );
}

/** The day in words, or a day without its year, or a day of the week that may be meant. */
function saysDay(text: string, { amount }: Placed, { article }: ReadArticle, language: Language): boolean {
  const written = { published: article.published, dateline: article.published };
  return findValues(withExplicitDays(text, written, language), language).some(
    ({ kind, canonical }) => kind === "date" && (canonical.slice(0, 10) === amount.canonical.slice(0, 10) || canonical === `-${amount.canonical.slice(4, 10)}`),
  );
}

function sharedShare(words: ReadonlySet<string>, others: readonly string[]): number {
  const found = new Set(others);
  return [...words].filter(word => found.has(word)).length / Math.max(1, words.size);
}

function combinations(measures: readonly (readonly Placed[])[]): Placed[][] {
  return measures.reduce<Placed[][]>(
    (all, own) =>
      all.flatMap(picked => own.filter(each => picked.every(other => other.matter === each.matter && other.amount.unit === each.amount.unit)).map(each => [...picked, each])),
    [[]],
  );
}

/** More than so many times the other is no comparison anybody would make. */
const FARTHEST = 50;

const goTogether = (picked: readonly Placed[]): boolean =>
  (picked[0]?.matter === DAY || Math.max(...picked.map(({ amount }) => amount.order)) <= FARTHEST * Math.min(...picked.map(({ amount }) => amount.order))) &&
  new Set(picked.map(({ amount }) => amount.order)).size === picked.length &&
  new Set(picked.map(({ label }) => fold(label))).size === picked.length;

/** Sums told in words that have hardly one in common are set against each other by nobody. */
const LEAST_LIKE = 0.2;

/** Whether the measures are of one matter: ages by what is no mere place, days by their event, numbers by like words. */
function isOneMatter([first, ...others]: readonly Placed[], names: readonly string[], language: Language): boolean {
  if (first === undefined || first.matter === DAY) return true;
  if (first.matter === AGE) return names.some(name => !maybePlace(name, language));
  return others.every(({ words }) => Math.max(sharedShare(first.words, [...words]), sharedShare(words, [...first.words])) >= LEAST_LIKE);
}

/** A foreign name in Chinese is as likely a town's as a person's. */
function maybePlace(name: string, language: Language): boolean {
  const [found] = findNames(name, language);
  return found?.text === name && (found.kind === "place" || (language === "zh" && found.kind === "person" && hanPersonAtStart(name) !== name));
}

/** Ages first; then what is told in like words, and shortly. */
function rankOf(picked: readonly Placed[]): number {
  const [first, ...others] = picked;
  const likeness = others.reduce((sum, { words }) => sum + sharedShare(first?.words ?? new Set(), [...words]), 0);
  const length = picked.reduce((sum, { label }) => sum + label.length, 0);
  return (first?.matter === AGE ? 2 : first?.matter === DAY ? 0.5 : 0) + likeness - length / 400;
}

function join(picked: readonly Placed[], frame: string, articles: readonly ReadArticle[], language: Language): Joined | undefined {
  const order = [...picked].sort((a, b) => b.amount.order - a.amount.order);
  const [most, least] = [order[0], order.at(-1)];
  if (most === undefined || least === undefined) return undefined;
  const derivation = differenceBetween(most, least, language);
  if (checkDerivation(derivation, language) !== undefined || articles.some(({ folded }) => folded.includes(fold(derivation.result)))) return undefined;
  const zh = language === "zh";
  const worded = zh ? inChinese(picked, most, derivation.result) : inEnglish(picked, most, derivation.result);
  return {
    question: frame + worded.question,
    answer: worded.answer,
    support: picked.map(({ article, sentence }) => ({ article, sentences: [sentence] })).sort((a, b) => a.article - b.article),
    derivations: [derivation],
    rebuilt: {
      differences: picked.map(({ article, told }) => (zh ? `第${article}篇：${told}。` : `Article ${article}: ${told}.`)).join(zh ? "" : " "),
      question: worded.first,
      rebuilt: zh
        ? "各篇各给出一个同类的数值，没有哪一篇给出两个：要把它们放在一起比较、计算，缺一篇就算不出来。"
        : "Each article gives one value of the same kind, and none gives two: they have to be compared and reckoned together, which cannot be done without any one of them.",
    },
  };
}

function differenceBetween(most: Placed, least: Placed, language: Language): Derivation {
  if (most.matter === DAY) return spanBetween(least.amount, most.amount, language);
  if (most.matter !== AGE) return differenceOf(most.amount, least.amount, language);
  const years = most.amount.order - least.amount.order;
  return { operation: "difference", operands: [most.amount.text, least.amount.text], result: language === "zh" ? `${years}岁` : `${years} ${years === 1 ? "year" : "years"}` };
}

interface Worded {
  readonly question: string;
  readonly answer: string;
  /** Before the parts were made one. */
  readonly first: string;
}

function inChinese(picked: readonly Placed[], most: Placed, result: string): Worded {
  const told = picked.map(each => each.told).join("，");
  const many = picked.length > 2;
  if (most.matter === AGE) {
    const people = picked.map(({ label }) => label);
    return {
      question: `${people.slice(0, -1).join("、")}和${people.at(-1) ?? ""}${many ? "几人中谁最年长，比最年轻的大多少岁" : "两人谁年长，大多少岁"}？`,
      answer: `${told}；${many ? `最年长的是${most.label}，比最年轻的大${result}` : `${most.label}年长，大${result}`}。`,
      first: `${people.join("、")}各多少岁？`,
    };
  }
  if (most.matter === DAY) {
    const days = picked.map(({ label }) => label);
    return {
      question: many ? `${days.slice(0, -1).join("、")}和${days.at(-1) ?? ""}，三者中最早与最晚相隔多少天？` : `${days.join("与")}相隔多少天？`,
      answer: `${told}；${many ? "最早与最晚" : "两者"}相隔${result}。`,
      first: `${picked.map(({ label }) => label).join("、")}各是哪一天？`,
    };
  }
  return {
    question: `${picked.map(({ label }) => label).join("；")}；${many ? "其中最大的数比最小的数多多少" : "前后两个数相差多少"}？`,
    answer: `${picked.map(each => each.told).join("；")}；${many ? "最大的数比最小的数多" : "两者相差"}${result}。`,
    first: picked.map(({ label }) => `${label}？`).join(""),
  };
}

function inEnglish(picked: readonly Placed[], most: Placed, result: string): Worded {
  const labels = picked.map(({ label }) => label);
  const many = picked.length > 2;
  const told = listed(picked.map(each => each.told));
  if (most.matter === AGE)
    return {
      question:
        `who is ${many ? "the oldest" : "older"}, ${listed(labels, "or")}, and by how many years ${many ? "is that person older than the youngest of them" : ""}`.trim() + "?",
      answer: `${told}; ${most.label} is ${many ? "the oldest" : "the older"}, ${many ? `${result} older than the youngest` : `by ${result}`}.`,
      first: `How old are ${listed(labels)}?`,
    };
  if (most.matter === DAY)
    return {
      question: many ? `how many days lie between the first and the last of these three: ${listed(labels)}?` : `how many days lie between ${listed(labels)}?`,
      answer: `${capital(told)}; ${result} ${result.startsWith("1 ") ? "lies" : "lie"} between ${many ? "the first and the last" : "them"}.`,
      first: `What are ${listed(labels)}?`,
    };
  return {
    question: `which is ${many ? "the largest" : "larger"}, ${listed(labels, "or")}, and by how much does it exceed ${many ? "the smallest of them" : "the other"}?`,
    answer: `${capital(told)}; ${most.label} is the ${many ? "largest, and exceeds the smallest" : "larger"} by ${result}.`,
    first: `What are ${listed(labels)}?`,
  };
}

const capital = (text: string): string => text.replace(/^\p{Ll}/u, letter => letter.toUpperCase());
