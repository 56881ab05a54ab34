// The one or two terms that stand for a question: what it names, best where its evidence has it, too.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { contentWords, isFunctionWord } from "../../text/content-words.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { taggedWords } from "./tagged-words.ts";
import { nameParts } from "./answer-claims.ts";
import { isFillerEn, withoutFillersZh } from "./filler-words.ts";

type Language = "zh" | "en";

interface Term {
  readonly text: string;
  readonly score: number;
  /** Sentences of the evidence that have it. */
  readonly stands: number;
}

/** In characters: what is longer is a clause, and beyond `enough` a longer term tells no more than a shorter. */
const LONGEST = { zh: 16, en: 40 };
const ENOUGH = { zh: 6, en: 18 };
/** Words a term has at most. */
const MOST_WORDS = { zh: 5, en: 3 };

/** "the case against Clara Bellwether before the … Court", "…医院患者施某某", "…法院审理的黄某某一案". */
const HOLDS_PERSON = {
  zh: /(?:患者|审理的)(?<who>\p{Script=Han}{2,4}?)(?:一案)?$/u,
  en: /\b(?:patient|against) (?<who>[\p{L}’'. -]+?)(?: of | before |$)/u,
};
const CALENDAR =
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|^(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
/** jieba's parts of speech of what a term is made of. */
const NOMINAL = /^(?:n|nr|nrt|nrfg|ns|nt|nz|ng|vn|eng|j|b|x|l|k|s)$/;

/** What the question calls a document: a person where its name holds one, else its whole name. */
export function nameIn(question: string, document: string, language: Language): string | undefined {
  const parts = nameParts(document);
  const persons = parts.flatMap(part => HOLDS_PERSON[language].exec(part)?.groups?.["who"] ?? []);
  return [...persons, document, ...parts].find(name => name !== "" && question.includes(name));
}

interface Candidate {
  readonly text: string;
  readonly bonus: number;
}

const runsOf = <T>(items: readonly T[], most: number): T[][] =>
  items.flatMap((_, from) =>
    Array.from({ length: Math.min(most, items.length - from) }, (_, more) =>
      items.slice(from, from + more + 1),
    ),
  );

/** Words that stand side by side and may make a term together. */
function nounsZh(question: string): string[] {
  const runs: string[][] = [[]];
  for (const { text, tag } of taggedWords(question)) {
    if (NOMINAL.test(tag) && /^[\p{Script=Han}A-Za-z0-9-]+$/u.test(text) && !/^\d+$/.test(text))
      runs.at(-1)?.push(text);
    else runs.push([]);
  }
  const terms = runs.flatMap(run => runsOf(run, MOST_WORDS.zh)).map(run => run.join(""));
  return terms.filter(
    text =>
      text.length > 1 && withoutFillersZh(text).length > 0 && contentWords(text, "zh").length > 0,
  );
}

function nounsEn(question: string): string[] {
  const pieces = question
    .split(/[^\p{L}\p{N}’' -]+|\s-\s/u)
    .flatMap(piece => split(piece.trim().split(/\s+/)));
  const terms = pieces.flatMap(piece => runsOf(piece, MOST_WORDS.en)).map(words => words.join(" "));
  return terms.filter(
    text =>
      text.length > 3 &&
      !CALENDAR.test(text) &&
      !/ \p{Ll}+ing$/u.test(text) &&
      text.split(" ").some(word => !isFillerEn(word.toLowerCase())),
  );
}

/** Names, and nouns beside them. */
function candidates(question: string, language: Language): Candidate[] {
  const names = eventKeys(question, language).flatMap(({ kind, text, strength }) =>
    kind === "number" || CALENDAR.test(text)
      ? []
      : [{ text, bonus: language === "en" && text.includes(" ") ? 2 * strength : strength }],
  );
  return [
    ...names,
    ...(language === "zh" ? nounsZh(question) : nounsEn(question)).map(text => ({
      text,
      bonus: 0,
    })),
  ];
}

/** Runs without words of grammar, numbers and verbs that are told by their ending. */
function split(words: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    const isNone =
      isFunctionWord(word) ||
      /\d|^\p{Ll}+(?:ed|ly)$|^(?:what|how|why|when|where|whose|whom|million|billion|percent|pounds|euros|dollars|francs)$/iu.test(
        word,
      );
    if (isNone) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs;
}

const isLatin = (sign: string | undefined): boolean =>
  sign !== undefined && /(?!\p{Script=Han})[\p{L}\p{N}\p{M}]/u.test(sign);

/** Where a term stands in a text, both in lower case; not within another Latin word. */
function placesOf(text: string, term: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    const isCut =
      (isLatin(term[0]) && isLatin(text[at - 1])) ||
      (isLatin(term.at(-1)) && isLatin(text[at + term.length]));
    if (!isCut) places.push(at);
  }
  return places;
}

/** All terms of the question, the best first: those of the evidence before others, names before words, often and early said before seldom and late. */
function rankedTerms(
  question: string,
  evidence: readonly NumberedSentence[],
  language: Language,
): Term[] {
  const folded = evidence.map(({ text }) => text.toLowerCase());
  const lower = question.toLowerCase();
  const rated = candidates(question, language)
    .filter(
      ({ text }) =>
        /\p{L}{2}/u.test(text) &&
        text.length <= LONGEST[language] &&
        placesOf(lower, text.toLowerCase()).length > 0,
    )
    .map(({ text, bonus }) => {
      const term = text.toLowerCase();
      const stands = folded.filter(sentence => placesOf(sentence, term).length > 0).length;
      const asked = placesOf(lower, term);
      const size = Math.min(fold(text).length, ENOUGH[language]) / ENOUGH[language];
      const early = (asked[0] ?? 0) / (2 * lower.length);
      return {
        text,
        stands,
        score:
          (stands * 3) / evidence.length +
          (stands > 0 ? 1.5 : 0) +
          bonus +
          size +
          Math.min(asked.length, 3) * 0.3 -
          early,
      };
    });
  return rated.sort((a, b) => b.score - a.score);
}

const isOfAny = (text: string, names: readonly string[]): boolean =>
  names
    .map(name => name.toLowerCase())
    .some(name => name.includes(text.toLowerCase()) || text.toLowerCase().includes(name));

/** The terms of a question: its documents' names where their sentences have them, else what it shares with the sentences. */
export function coarseTerms(
  question: string,
  evidence: readonly NumberedSentence[],
  language: Language,
): string[] {
  const documents = [...new Set(evidence.map(({ document }) => document))].filter(
    name => name !== "",
  );
  const names = [
    ...new Set(documents.flatMap(document => nameIn(question, document, language) ?? [])),
  ];
  const standing = names.filter(name => evidence.some(({ text }) => text.includes(name)));
  const words = rankedTerms(question, evidence, language).filter(
    ({ text }) => !isOfAny(text, [...names, ...documents]),
  );
  const [best] = words;
  if (names.length === 0) return best ? [best.text] : [];
  if (names.length === standing.length && names.length <= 2) return names;
  const throughout =
    words.find(({ stands }) => stands === evidence.length) ??
    (names.length > 2 ? words.find(({ stands }) => stands > 0) : undefined);
  if (names.length === 1)
    return [...names, ...(best && best.stands * 2 >= evidence.length ? [best.text] : [])];
  return throughout ? [throughout.text] : names.slice(0, 2);
}
