// The one or two terms that stand for a question: what it names, best where its evidence has it, too.

import type { NumberedSentence } from "../../../schemas/items/prompts.ts";
import { contentWords, isFunctionWord } from "../../text/content-words.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { findNames, taggedWords, type TaggedWord } from "./names-in-text.ts";
import { plainVerb } from "./verbs-en.ts";
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
const HOLDS_PERSON = { zh: /(?:患者|审理的)(?<who>\p{Script=Han}{2,4}?)(?:一案)?$/u, en: /\b(?:patient|against) (?<who>[\p{L}’'. -]+?)(?: of | before |$)/u };
const CALENDAR = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|^(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
/** jieba's parts of speech of what a term is made of. */
const NOMINAL = /^(?:n|nr|nrt|nrfg|ns|nt|nz|ng|vn|eng|j|b|x|l|k|s)$/;
const NAME_TAG = /^(?:nr|nrt|nrfg|nt|nz)$/;
/** Words that jieba takes for nouns and that begin no term, and bare places, which datelines name. */
const BEGINS_NO_TERM = /^(?:委托|本报|记者|据|其中|平均|全年|最|同比|环比|今年|去年|人民法院$|[万亿])/;
/** Verbs by their tag that name a matter behind a noun: 营业收入, 资产处置. */
const NAMES_MATTER = /^(?:收入|支出|处置|重组|收购|融资|投资|检查|诊断|鉴定|分红|派息|修订|管理|服务|治疗|保护|试验|评价)$/;

const MERELY_DONE = /^(?:完成|进行|开展|召开|发生|实现|记载|显示|提到|比较)$/;

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
  items.flatMap((_, from) => Array.from({ length: Math.min(most, items.length - from) }, (_, more) => items.slice(from, from + more + 1)));

/** Words that stand side by side and may make a term together. */
function nounRuns(words: readonly TaggedWord[]): TaggedWord[][] {
  const runs: TaggedWord[][] = [[]];
  for (const word of words) {
    const last = runs.at(-1);
    const isNominal = NOMINAL.test(word.tag) || NAMES_MATTER.test(word.text) || (word.tag === "zg" && word.text.length === 1);
    const counts = word.tag === "q" && word.text.length === 1 && (last?.length ?? 0) > 0;
    if ((isNominal || counts) && /^[\p{Script=Han}A-Za-z0-9-]+$/u.test(word.text) && !/^\d+$/.test(word.text)) last?.push(word);
    else runs.push([]);
  }
  return runs;
}

/** A short noun with what is done before it: 公诉机关, 呼吸频率. */
const shortNouns = (words: readonly TaggedWord[]): string[] =>
  words.flatMap(({ text, tag }, at) => {
    const before = words[at - 1];
    return before && tag.startsWith("n") && text.length === 2 && before.tag.startsWith("v") && before.text.length === 2 && !MERELY_DONE.test(before.text)
      ? [before.text + text]
      : [];
  });

function candidatesZh(question: string): Candidate[] {
  const words = taggedWords(question);
  const names = findNames(question, "zh").map(({ text, kind }) => ({ text: text.replace(/^[《“]|[》”]$/g, ""), bonus: kind === "place" || kind === "other" ? 0.5 : 1.5 }));
  const runs = nounRuns(words).flatMap(run => runsOf(run, MOST_WORDS.zh));
  const nouns = runs.map(run => ({ text: run.map(({ text }) => text).join(""), bonus: run.some(({ tag }) => NAME_TAG.test(tag)) ? 0.7 : 0 }));
  const acts = shortNouns(words).map(text => ({ text, bonus: 0 }));
  return [...names, ...nouns, ...acts].filter(
    ({ text }) => text.length > 1 && withoutFillersZh(text).length > 0 && contentWords(text, "zh").length > 0 && !BEGINS_NO_TERM.test(text),
  );
}

function candidatesEn(question: string): Candidate[] {
  const names = eventKeys(question, "en").flatMap(({ kind, text, strength }) =>
    kind === "number" || CALENDAR.test(text) ? [] : [{ text, bonus: text.includes(" ") ? 2 * strength : strength }],
  );
  const pieces = question.split(/[^\p{L}\p{N}’' -]+|\s-\s/u).flatMap(piece => split(piece.trim().split(/\s+/)));
  const nouns = pieces.flatMap(piece => runsOf(piece, MOST_WORDS.en)).map(words => ({ text: words.join(" "), bonus: 0 }));
  return [...names, ...nouns].filter(
    ({ text }) => text.length > 3 && !CALENDAR.test(text) && !/ \p{Ll}+ing$/u.test(text) && text.split(" ").some(word => !isFillerEn(word.toLowerCase())),
  );
}

/** Runs without words of grammar, numbers and verbs that are told by their ending. */
function split(words: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (
      isFunctionWord(word) ||
      plainVerb(word) !== undefined ||
      /\d/.test(word) ||
      /^\p{Ll}+(?:ed|ly)$/u.test(word) ||
      /^(?:what|how|why|when|where|whose|whom|million|billion|percent|pounds|euros|dollars|francs)$/i.test(word)
    )
      runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs;
}

const isLatin = (sign: string | undefined): boolean => sign !== undefined && /(?!\p{Script=Han})[\p{L}\p{N}\p{M}]/u.test(sign);

/** Where a term stands in a text, both in lower case; not within another Latin word. */
function placesOf(text: string, term: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    const isCut = (isLatin(term[0]) && isLatin(text[at - 1])) || (isLatin(term.at(-1)) && isLatin(text[at + term.length]));
    if (!isCut) places.push(at);
  }
  return places;
}

/** All terms of the question, the best first: those of the evidence before others, names before words, often and early said before seldom and late. */
function rankedTerms(question: string, evidence: readonly NumberedSentence[], language: Language): Term[] {
  const folded = evidence.map(({ text }) => text.toLowerCase());
  const lower = question.toLowerCase();
  const found = language === "zh" ? candidatesZh(question) : candidatesEn(question);
  const rated = found
    .filter(({ text }) => /\p{L}{2}/u.test(text) && text.length <= LONGEST[language] && placesOf(lower, text.toLowerCase()).length > 0)
    .map(({ text, bonus }) => {
      const term = text.toLowerCase();
      const stands = folded.filter(sentence => placesOf(sentence, term).length > 0).length;
      const asked = placesOf(lower, term);
      const size = Math.min(fold(text).length, ENOUGH[language]) / ENOUGH[language];
      const early = (asked[0] ?? 0) / (2 * lower.length);
      return { text, stands, score: (stands * 3) / evidence.length + (stands > 0 ? 1.5 : 0) + bonus + size + Math.min(asked.length, 3) * 0.3 - early };
    });
  return rated.sort((a, b) => b.score - a.score);
}

const isOfAny = (text: string, names: readonly string[]): boolean =>
  names.map(name => name.toLowerCase()).some(name => name.includes(text.toLowerCase()) || text.toLowerCase().includes(name));

/** The terms of a question: its documents' names where their sentences have them, else what it shares with the sentences. */
export function coarseTerms(question: string, evidence: readonly NumberedSentence[], language: Language): string[] {
  const documents = [...new Set(evidence.map(({ document }) => document))].filter(name => name !== "");
  const names = [...new Set(documents.flatMap(document => nameIn(question, document, language) ?? []))];
  const standing = names.filter(name => evidence.some(({ text }) => text.includes(name)));
  const words = rankedTerms(question, evidence, language).filter(({ text }) => !isOfAny(text, [...names, ...documents]));
  const [best] = words;
  if (names.length === 0) return best ? [best.text] : [];
  if (names.length === standing.length && names.length <= 2) return names;
  const throughout = words.find(({ stands }) => stands === evidence.length) ?? (names.length > 2 ? words.find(({ stands }) => stands > 0) : undefined);
  if (names.length === 1) return [...names, ...(best && best.stands * 2 >= evidence.length ? [best.text] : [])];
  return throughout ? [throughout.text] : names.slice(0, 2);
}
