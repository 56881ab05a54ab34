// Questions over several articles whose parts depend on one another: through a name that one article tells, or by reckoning.

import type { Derivation } from "../../../../schemas/items/records.ts";
import type { Thoughts } from "../../../../schemas/crud/records.ts";
import { checkDerivation } from "../../../text/derivation.ts";
import { fold } from "../../../text/fold.ts";
import { contentWords } from "../../../text/content-words.ts";
import { findValues } from "../../../text/values.ts";
import { dayInWords } from "../news/calendar-days.ts";
import { hasFullDay } from "../news/explicit-days.ts";
import { findNames } from "../news/news-names.ts";
import { differenceOf } from "../questions/computed-result.ts";
import type { FactAmount } from "../questions/fact-amount.ts";
import type { AskedFact, Language, ReadArticle } from "./asked-facts.ts";
import { compareMeasures } from "./compared-measures.ts";
import { type Described, describedNames, tells } from "./described-names.ts";

export interface Joined {
  readonly question: string;
  readonly answer: string;
  readonly support: { article: number; sentences: number[] }[];
  readonly derivations: Derivation[];
  readonly rebuilt: Pick<Thoughts, "differences" | "question" | "rebuilt">;
}

const bare = (question: string): string => question.replace(/[？?]$/, "");
const small = (question: string): string => question.replace(/^(?:How|What|Which|Who|When|Where|By|On|In)\b/, word => word.toLowerCase());

/** The first way that works: a name that one article describes and the others tell more of, values to reckon with, or facts of one name that only together are the answer. */
export const joinQuestions = (articles: readonly ReadArticle[], language: Language): Joined | undefined => bridged(articles, language) ?? compareMeasures(articles, language);

function bridged(articles: readonly ReadArticle[], language: Language): Joined | undefined {
  for (const home of articles) {
    const others = articles.filter(article => article !== home);
    for (const described of describedNames(home, language)) {
      if (others.some(other => tells(other, described))) continue;
      const facts = others.map(other => factOn(other, described, { language, sole: true }));
      const whole = facts.filter(fact => fact !== undefined);
      // Whoever guesses the name from another article still lacks what only this one says of it.
      const own = factOn({ ...home, facts: home.facts.filter(fact => fact.sentence !== described.sentence) }, described, { language, sole: false });
      if (whole.length === others.length && own !== undefined) whole.unshift(own);
      if (whole.length === facts.length + (own === undefined ? 0 : 1) && (own !== undefined || !isWidelyKnown(described)))
        return throughName({ described, facts: whole, published: home.article.published, language });
    }
  }
  return undefined;
}

/** A country or a province is told by much else. */
const isWidelyKnown = ({ pronoun }: Described): boolean => /^(?:该国|该省|该市)$/.test(pronoun);

/** A fact of the article whose question opens with the name, asked with what stands in its place. */
function factOn({ facts }: ReadArticle, { name, pronoun }: Described, { language, sole }: { language: Language; sole: boolean }): AskedFact | undefined {
  for (const fact of facts) {
    if (fact.keyInfo.includes(name)) continue;
    const called = calledIn(fact.question, name, language);
    if (called === undefined || fact.question.split(called).length !== 2) continue;
    // Another name in it would find the article without the first answer.
    if (sole && findNames(fact.question, language).some(({ text }) => text !== called && text !== name)) continue;
    return { ...fact, question: fact.question.replace(called, pronoun) };
  }
  return undefined;
}

/** What goes with a name in one report and is left out in the next. */
const FORM = "(?:全省|省|市|县|区|集团|公司|股份|科技|汽车|股份有限公司|有限公司)?";

/** How the question writes the name that it opens with; undefined where that is another. */
function calledIn(question: string, name: string, language: Language): string | undefined {
  if (language === "en") return [name, name.split(" ").at(-1) ?? name].find(each => isSubject(question, each, language));
  const core = name.replace(new RegExp(`${FORM}$`, "u"), "");
  const same = findNames(question, "zh").find(({ text }) => core.length >= 2 && text.startsWith(core) && new RegExp(`^${FORM}$`, "u").test(text.slice(core.length)));
  return [same?.text, name].find(each => each !== undefined && isSubject(question, each, language));
}

/** The question is about the name: it opens with it, at most a day or an office before it. */
function isSubject(question: string, name: string, language: Language): boolean {
  if (language === "en") return findNames(question, "en").some(({ text }) => text === name);
  const at = question.indexOf(name);
  return (
    at >= 0 &&
    at <= 14 &&
    !/^[、和与及的·]/.test(question.slice(at + name.length)) &&
    !/[\p{Script=Han}·]*[的与和、]$/u.test(question.slice(0, at)) &&
    (question.slice(0, at).trim() === "" || /(?:日|月|年|据|，)$/.test(question.slice(0, at)))
  );
}

function throughName({ described, facts, published, language }: { described: Described; facts: readonly AskedFact[]; published: string | null; language: Language }): Joined {
  const day = published === null || hasFullDay(described.question, language) ? "" : language === "zh" ? `据${dayInWords(published, "zh")}的报道，` : "";
  const parts = [day + described.question, ...facts.map(({ question }) => small(bare(question)))];
  const zh = language === "zh";
  return {
    question: zh ? `${parts.join("，")}？` : `${listed(parts)}?`,
    answer: [described.statement, ...facts.map(({ statement }) => statement)].join(zh ? "" : " "),
    support: supportOf([described, ...facts]),
    derivations: [],
    rebuilt: {
      differences: differencesOf([described, ...facts], language),
      question: facts.map(({ question }) => question).join(zh ? "" : " "),
      rebuilt: zh
        ? `接合点是“${described.name}”：只有先答出前一问，才知道“${described.pronoun}”指谁。`
        : `The point of contact is ${described.name}: only the first answer tells whom “${described.pronoun}” means.`,
    },
  };
}

const listed = (parts: readonly string[]): string => (parts.length === 2 ? parts.join(", and ") : `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1) ?? ""}`);

function supportOf(facts: readonly { article: number; sentence: number }[]): Joined["support"] {
  const numbers = [...new Set(facts.map(({ article }) => article))].sort((a, b) => a - b);
  return numbers.map(article => ({ article, sentences: [...new Set(facts.filter(fact => fact.article === article).map(({ sentence }) => sentence))].sort((a, b) => a - b) }));
}

const differencesOf = (facts: readonly { article: number; statement: string }[], language: Language): string =>
  [...facts]
    .sort((a, b) => a.article - b.article)
    .map(({ article, statement }) => (language === "zh" ? `第${article}篇：${statement}` : `Article ${article}: ${statement}`))
    .join(language === "zh" ? "" : " ");

interface Measured {
  readonly fact: AskedFact;
  readonly amount: FactAmount;
}

/** One amount from each article, all of one kind and unit and of one matter, set against each other. */
function reckoned(articles: readonly ReadArticle[], language: Language): Joined | undefined {
  const [first, ...others] = articles.map(({ facts }) => facts.flatMap(fact => measured(fact, language)));
  for (const start of first ?? []) {
    const picked = others.map(facts => facts.find(other => reckonsWith(start, other, language)));
    const whole = [start, ...picked.filter(each => each !== undefined)];
    if (whole.length < articles.length || new Set(whole.map(({ amount }) => amount.order)).size < whole.length) continue;
    const joined = byDifference(whole, articles, language);
    if (joined !== undefined) return joined;
  }
  return undefined;
}

function measured(fact: AskedFact, language: Language): Measured[] {
  const [value, ...more] = findValues(fact.keyInfo, language);
  if (value === undefined || more.length > 0 || /[约近超逾余多]|about|around|nearly|almost|some|over|more than|up to|at least/.test(fact.keyInfo)) return [];
  if (fact.about !== "amount" && fact.about !== "count" && fact.about !== "share") return [];
  const [number = "", unit = ""] = value.canonical.split(" ");
  const after = fact.statement.slice(fact.statement.indexOf(fact.keyInfo) + fact.keyInfo.length);
  // "29.2亿立方" goes on with "米".
  const tail = fact.keyInfo.slice(value.end) + (/立方$|平方$/.test(fact.keyInfo) ? (/^(?:米每秒|米\/秒|米|公里|千米)/.exec(after)?.[0] ?? "") : "");
  return [
    {
      fact,
      amount: { kind: value.kind, text: value.text, canonical: value.canonical, order: Number(number), unit: `${value.kind} ${unit}${tail.trim()}`, whole: value.text + tail },
    },
  ];
}

/** The same measure of two things: "产量" and "产量", "vehicles" and "vehicles". What falls is not set against what rises. */
function reckonsWith(a: Measured, b: Measured, language: Language): boolean {
  if (a.amount.unit !== b.amount.unit || a.fact.about !== b.fact.about) return false;
  const [left, right] = [measureOf(a.fact, language), measureOf(b.fact, language)];
  return left !== "" && left === right && subjectOf(a.fact, language) !== subjectOf(b.fact, language) && [a, b].every(({ fact }) => subjectOf(fact, language) !== undefined);
}

/** What is measured: the last word before the question word in Chinese, the words behind it in English. */
function measureOf({ question }: AskedFact, language: Language): string {
  if (language === "en")
    return contentWords(/^(?:How (?:much|many)|By what percentage) (.+?) (?:did|does|do|was|were|is|are|has|have|had|will)\b/.exec(question)?.[1] ?? "", "en").join(" ");
  const before = (question.split(/百?分?之?多少/)[0] ?? "").split(/[，；]/).at(-1) ?? "";
  const measure = before.replace(/(?:[为达是到了约共至近超]|高达|达到|总计|合计|累计)+$/u, "");
  return measure.length < 4 ? "" : measure.slice(-2);
}

/** The name a question opens with; a sector of the economy is none. */
function subjectOf({ question }: AskedFact, language: Language): string | undefined {
  const [first] = findNames(question, language);
  return first === undefined || /^第[一二三]/.test(first.text) || first.start > (language === "zh" ? 14 : question.length) ? undefined : first.text;
}

function byDifference(picked: readonly Measured[], articles: readonly ReadArticle[], language: Language): Joined | undefined {
  const order = [...picked].sort((a, b) => a.amount.order - b.amount.order);
  const [least, most] = [order[0], order.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const derivation = differenceOf(most.amount, least.amount, language);
  if (checkDerivation(derivation, language) !== undefined || articles.some(({ folded }) => folded.includes(fold(derivation.result)))) return undefined;
  const facts = picked.map(({ fact }) => fact);
  const zh = language === "zh";
  const last = lastPart(picked.length, language);
  const told = zh
    ? `${picked.length > 2 ? "最大与最小" : "两者"}相差${derivation.result}。`
    : `The difference ${picked.length > 2 ? "between the largest and the smallest " : ""}is ${derivation.result}.`;
  const parts = facts.map(({ question }) => bare(question));
  // A price or a change without its day is true on that day alone.
  if (least.fact.about === "share" && !parts.every(part => hasFullDay(part, language))) return undefined;
  return {
    question: zh ? `${[...parts, last].join("，")}？` : `${listed([...parts.map((part, at) => (at === 0 ? part : small(part))), last])}?`,
    answer: [...facts.map(({ statement }) => statement), told].join(zh ? "" : " "),
    support: supportOf(facts),
    derivations: [derivation],
    rebuilt: {
      differences: differencesOf(facts, language),
      question: facts.map(({ question }) => question).join(zh ? "" : " "),
      rebuilt: zh ? "各篇给出同类的数值，最后一问要把它们放在一起计算。" : "Each article gives a value of the same kind; the last part has to be reckoned from them all.",
    },
  };
}

function lastPart(count: number, language: Language): string {
  if (language === "zh") return count > 2 ? "其中最大与最小的相差多少" : "两者相差多少";
  return count > 2 ? "by how much do the largest and the smallest differ" : "by how much do the two figures differ";
}

/**
 * The weakest way: each article alone has one fact of a name they share. No part is answered by another article, but
 * none waits for the answer to another either.
 */
function ofOneName(articles: readonly ReadArticle[], language: Language): Joined | undefined {
  const [first, ...others] = articles;
  const usable = ({ about, question }: AskedFact): boolean =>
    about !== "duration" && about !== "day" && !/^第[一二三]/.test(question) && (about !== "share" || hasFullDay(question, language));
  for (const start of first?.facts.filter(usable) ?? []) {
    for (const { text: name } of findNames(start.question, language)) {
      if (name.length < (language === "zh" ? 3 : 6) || COMMON.test(name)) continue;
      const rest = others.map(({ facts }) => facts.find(fact => usable(fact) && fact.question.includes(name) && fold(fact.question) !== fold(start.question)));
      const whole = [start, ...rest.filter(fact => fact !== undefined)];
      if (whole.length === articles.length) return sideBySide(whole, name, language);
    }
  }
  return undefined;
}

/** Names so common that facts of them belong to no one event. */
const COMMON = /^(?:中国|全国|美国|国际|世界)|^(?:China|Britain|London|Europe|the United)/;

function sideBySide(facts: readonly AskedFact[], name: string, language: Language): Joined {
  const zh = language === "zh";
  const parts = facts.map(({ question }) => bare(question));
  return {
    question: zh ? `${parts.join("，")}？` : `${listed(parts.map((part, at) => (at === 0 ? part : small(part))))}?`,
    answer: facts.map(({ statement }) => statement).join(zh ? "" : " "),
    support: supportOf(facts),
    derivations: [],
    rebuilt: {
      differences: differencesOf(facts, language),
      question: facts.map(({ question }) => question).join(zh ? "" : " "),
      rebuilt: zh
        ? `各问都关于“${name}”，各由一篇单独回答，合起来才是完整的答案。`
        : `Every part is about ${name}; each is answered by one article alone, and only together are they the answer.`,
    },
  };
}
