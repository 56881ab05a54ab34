// Five scores of an answer by what code can find: each fault sets how much a scale may still have.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { unsupportedValues } from "../../text/derivation.ts";
import { fold } from "../../text/fold.ts";
import { languageOf } from "../../text/language.ts";
import { findValues } from "../../text/values.ts";
import { isWanted, wantedBy } from "../tail/asked-value.ts";
import { unitsOf } from "../tail/content-units.ts";
import { findDerivation } from "../tail/found-derivations.ts";

type Language = "zh" | "en";
type Scale = "fluency" | "accuracy" | "relevance" | "readability" | "practicality";

interface Scored {
  readonly title: string;
  readonly sentences: readonly NumberedSentence[];
  readonly type: string;
  readonly question: string;
  readonly answer: string;
}

interface Fault {
  readonly most: Partial<Record<Scale, number>>;
  readonly words: Readonly<Record<Language, string>>;
}

const useless = { accuracy: 1, relevance: 1, practicality: 1 } as const;
const faults = {
  empty: { most: { fluency: 1, readability: 1, ...useless }, words: { zh: "没有答案。", en: "There is no answer." } },
  refusal: { most: useless, words: { zh: "答案说答不出。", en: "The answer says that there is none." } },
  echo: { most: { relevance: 1 }, words: { zh: "答案只是重复问题。", en: "The answer says the question again." } },
  otherLanguage: { most: { fluency: 1, readability: 2 }, words: { zh: "答案不是中文。", en: "The answer is not in English." } },
  otherWords: { most: { accuracy: 2 }, words: { zh: "答案的许多话句子里没有。", en: "Much of the answer is not in the sentences." } },
  someOtherWords: { most: { accuracy: 4 }, words: { zh: "答案有些话句子里没有。", en: "Some of the answer is not in the sentences." } },
  lacksValue: { most: { relevance: 2 }, words: { zh: "答案没有所问的数值或日期。", en: "The answer lacks the number or date that was asked for." } },
  oneSided: { most: { relevance: 2 }, words: { zh: "答案只有一方或一步。", en: "The answer has one side or one step only." } },
  wholeFragment: { most: { relevance: 3, readability: 4 }, words: { zh: "答案几乎照搬全段。", en: "The answer copies nearly the whole fragment." } },
  tableRow: { most: { fluency: 2, readability: 4 }, words: { zh: "答案照搬表格行。", en: "The answer copies a table row." } },
  markup: { most: { fluency: 3 }, words: { zh: "答案里留有标记符号。", en: "The answer has signs of markup in it." } },
  cutOff: { most: { fluency: 3, readability: 4 }, words: { zh: "答案没有说完。", en: "The answer breaks off." } },
  repeats: { most: { fluency: 3, readability: 3 }, words: { zh: "答案有重复的句子。", en: "The answer repeats itself." } },
  leans: { most: { readability: 4, practicality: 4 }, words: { zh: "答案开头所指不明。", en: "The answer begins with something it has not named." } },
  overlong: { most: { relevance: 3, readability: 3, practicality: 3 }, words: { zh: "答案太长。", en: "The answer is too long." } },
} satisfies Record<string, Fault>;

/** A sum of several steps may be right without code finding out how. */
const unchecked = (values: readonly string[]): Fault => ({
  most: { accuracy: 4 },
  words: { zh: `${values.join("、")}未能验算。`, en: `${values.join(", ")} could not be computed again.` },
});

const unsupported = (values: readonly string[]): Fault => ({
  most: { accuracy: 1 },
  words: { zh: `句子里没有${values.join("、")}。`, en: `The sentences do not have ${values.join(", ")}.` },
});

const refusals = {
  zh: /^(?:抱歉|对不起)|无法(?:回答|作答|确定|得知)|(?:资料|文档|原文|句子|文中)(?:里|中)?(?:没有|未)(?:提|说|给|涉)/,
  en: /\b(?:unable to answer|cannot be (?:answered|determined)|(?:do|does) not (?:say|mention|state|specify|answer)|no (?:answer|information) (?:is|was) (?:given|available|provided))/i,
};
/** A pronoun for what the question named is no fault; these are said by the document of itself. */
const leaning = {
  zh: /^(?:该(?:公司|院|案|项目|产品)|上述|我们|我[司院]|本(?:公司|院|文|报告|次))/,
  en: /^(?:we|our|this (?:company|document|report|article)|the above)/i,
};
const computes = {
  zh: /[共总]|合计|平均|相差|差额|倍|增[长加]|下降|减少/,
  en: /\b(?:totals?|sum|average|difference|differ|times|increase[sd]?|decrease[sd]?|rose|fell|together|altogether|in all)\b/i,
};
const longestAnswer = { zh: 900, en: 2500 };
const unended = { zh: 40, en: 100 };
/** What an answer's words share with title, question and sentences at least where much is not there, and where some is not. */
const leastShared = { much: 0.5, some: 0.75 };
const fewestToJudge = 6;

/** Numbers and dates that stand nowhere, and follow from none that do. */
function inventedValues({ answer, title, question, sentences }: Scored, language: Language): string[] {
  const sources = [title, question, ...sentences.map(({ text }) => text)];
  const invented = new Set(unsupportedValues(answer, sources, [], language));
  if (invented.size === 0) return [];
  const own = findValues(answer, language);
  const known = own.filter(({ text }) => !invented.has(text));
  const rest = sentences.flatMap(({ text }) => findValues(text, language));
  const follows = (text: string): boolean =>
    own.some(value => value.text === text && (findDerivation(value, known, language) ?? findDerivation(value, rest, language)) !== undefined);
  return [...invented].filter(text => !follows(text));
}

/** The share of an answer's words that stand in title, question or sentences; 1 for too few to tell. */
function shareKnown({ answer, title, question, sentences }: Scored, language: Language): number {
  const units = [...unitsOf(answer, language)];
  const known = unitsOf([title, question, ...sentences.map(({ text }) => text)].join("\n"), language);
  return units.length < fewestToJudge ? 1 : units.filter(unit => known.has(unit)).length / units.length;
}

const lacksValue = ({ question, answer, type }: Scored, language: Language): boolean => {
  const wanted = wantedBy(question, language);
  return type === "factual" && wanted !== "words" && !findValues(answer, language).some(value => isWanted(value, wanted)) && !/\d|[一二三四五六七八九十百千万两]/.test(answer);
};

const clausesIn = (text: string): number =>
  text.split(/[，,；;。、\n→>—]|(?<=[\p{Ll}\d)”"’])\.\s|\b(?:and|while|whereas|but|then|than)\b|而|与|和|比|再|后/u).filter(clause => clause.trim() !== "").length;
const isOneSided = ({ type, answer }: Scored): boolean => (type === "comparative" || type === "tutorial") && clausesIn(answer) < 2;

function copiesAll({ answer, sentences }: Scored): boolean {
  const said = fold(answer);
  return sentences.length > 4 && sentences.filter(({ text }) => said.includes(fold(text))).length > 0.8 * sentences.length;
}

function repeatsItself(answer: string): boolean {
  const pieces = answer.split(/[。！？\n]|[.!?]\s/).map(fold);
  const long = pieces.filter(piece => piece.length > 8);
  return new Set(long).size < long.length;
}

const isCutOff = (answer: string, language: Language): boolean =>
  /[，,、：:（(…]$/.test(answer) || (answer.length > unended[language] && !/[\p{P}\p{N}]$/u.test(answer) && !answer.includes("\n"));

/** All that is found wrong with an answer. */
function faultsOf(scored: Scored, language: Language): Fault[] {
  const answer = scored.answer.trim();
  if (!/[\p{L}\p{N}]/u.test(answer)) return [faults.empty];
  const invented = inventedValues(scored, language);
  const known = shareKnown(scored, language);
  const hasLetters = /\p{L}{2}/u.test(answer);
  const quoted = scored.sentences.some(({ text }) => fold(text).includes(fold(answer)));
  const found: readonly (readonly [boolean, Fault])[] = [
    [refusals[language].test(answer) && !quoted, faults.refusal],
    [fold(answer) === fold(scored.question), faults.echo],
    [hasLetters && languageOf(answer) !== language && !quoted, faults.otherLanguage],
    [invented.length > 0, computes[language].test(`${scored.question}\n${answer}`) ? unchecked(invented) : unsupported(invented)],
    [known < leastShared.much, faults.otherWords],
    [known < leastShared.some, faults.someOtherWords],
    [lacksValue(scored, language), faults.lacksValue],
    [isOneSided(scored), faults.oneSided],
    [copiesAll(scored), faults.wholeFragment],
    [/\S[:：] ?\S.* \| /.test(answer), faults.tableRow],
    [/\*\*|^\s*#+ |\|[ -]*-{3}/m.test(answer), faults.markup],
    [isCutOff(answer, language), faults.cutOff],
    [repeatsItself(answer), faults.repeats],
    [leaning[language].test(answer), faults.leans],
    [answer.length > longestAnswer[language], faults.overlong],
  ];
  return found.filter(([is]) => is).map(([, fault]) => fault);
}

/** Scores of 1 to 5, and what was found wrong in words. What is not accurate or not to the point is of no more use than that. */
export function scoreAnswer(scored: Scored, language: Language): { readonly scores: Readonly<Record<Scale, number>>; readonly found: readonly string[] } {
  const all: readonly Fault[] = faultsOf(scored, language);
  const score = (scale: Scale): number => Math.min(5, ...all.map(({ most }) => most[scale] ?? 5));
  const [accuracy, relevance] = [score("accuracy"), score("relevance")];
  const practicality = Math.min(score("practicality"), accuracy, relevance);
  return { scores: { fluency: score("fluency"), accuracy, relevance, readability: score("readability"), practicality }, found: all.map(({ words }) => words[language]) };
}
