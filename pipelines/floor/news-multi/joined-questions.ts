// Questions over several articles whose parts depend on one another: through a name that one article tells, or by reckoning.

import type { Derivation } from "../../../schemas/items/records.ts";
import type { Thoughts } from "../../../schemas/crud/records.ts";
import { dayInWords } from "../news/calendar-days.ts";
import { hasFullDay } from "../news/explicit-days.ts";
import { findNames } from "../news/news-names.ts";
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

/** The first way that works: a name that one article describes and the others tell more of, or values to be set against each other. */
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
