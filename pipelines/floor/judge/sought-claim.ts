// What a claim asks of an answer: its values and names beyond the question, its wording, and how it differs from the claims beside it.

import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { unitsOf } from "../tail/content-units.ts";
import { valuesAndUnits } from "./read-answer.ts";

type Language = "zh" | "en";

/** What another claim of the same answer is about and this one is not, and the reverse, in the question's words. */
export interface Rival {
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

export interface Sought {
  /** What the question does not say already. */
  readonly values: readonly Value[];
  /** What it does say: the answer need not, but may not say otherwise. */
  readonly told: readonly Value[];
  readonly names: readonly string[];
  /** Its words, and how much each tells. */
  readonly units: ReadonlyMap<string, number>;
  /** What it says of its matter, or all of it, folded: this is looked for word for word. */
  readonly wording: string;
  /** The wording is the claim itself, of which another order of words says as much. */
  readonly isWhole: boolean;
  /** A comparison that the question has already: whoever asks does not say which. */
  readonly isOpen: boolean;
  readonly rivals: readonly Rival[];
  readonly claim: string;
}

/** The question and all claims on it, read once: each claim is held against the others. */
export interface ReadClaims {
  readonly question: string;
  readonly language: Language;
  /** Values of the question. */
  readonly told: readonly Value[];
  readonly all: readonly ReadClaim[];
}

interface ReadClaim {
  readonly text: string;
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
  /** Its telling words that the question has. */
  readonly asked: ReadonlySet<string>;
}

export function readClaims(
  claims: readonly string[],
  question: string,
  language: Language,
): ReadClaims {
  const asked = unitsOf(question, language);
  const all = claims.map(text => ({
    text,
    values: findValues(text, language),
    units: unitsOf(text, language),
    asked: new Set(
      [...valuesAndUnits(text.replace(KIND[language], " "), language).units].filter(unit =>
        asked.has(unit),
      ),
    ),
  }));
  return { question, language, told: findValues(question, language), all };
}

/** What all claims share names their subject, which an answer need not: it weighs so much, all else 1. */
const COMMON = 0.1;
/** Fewer words than these may differ by chance. */
const TELLING = 2;

/** "According to the report, …": says where it stands, and nothing of the matter. */
const SOURCE = {
  zh: /^(?:(?:根据|据|按照?|依据|依照|就)[^，,]{1,80}[，,]|[^，,]{1,80}?(?:记载|显示|写明|载明|写到|提到|指出|表明)[，,：:]?)/,
  en: /^(?:(?:according to|as|based on|on)\b.{1,160}?(?:, (?=the\b)|: ))/i,
};
const PREDICATE = {
  zh: /(?:记为|写作|[为是：])[“"]?([^为是：“”"]+)[”"]?[。.]?$/,
  en: /\b(?:was recorded as|were recorded as|gives? .{1,80}? as|was|were|is|are|states:)\s+[“"]?(.+?)[”"]?\.?$/i,
};
const CONCLUDES = {
  zh: /更[高低早晚多少大小长短]|最[高低早晚多少大小长短]|[早晚高低多少大小]于|在先/,
  en: /\b(?:earlier|later|higher|lower|larger|smaller|greater|longer|shorter|more|less|fewer|older|younger|earliest|latest|highest|lowest|largest|smallest|longest|shortest|most|least|exceeds?)\b/i,
};
/** They name the kind of a value, which the value shows itself. */
const KIND = {
  zh: /日期|时间|金额|数额|数量|总额/g,
  en: /\b(?:date|time|amount|number|value)\b/gi,
};

export function seek(at: number, { question, language, told, all }: ReadClaims): Sought {
  const { text: claim, values } = all[at] ?? nothing;
  const { units } = valuesAndUnits(claim, language);
  const isTold = (value: Value) => told.some(known => says(known, value));
  const others = all.filter(({ text }) => text !== claim);
  const isCommon = (unit: string) =>
    others.length > 0 && others.every(other => other.units.has(unit));
  const bare = claim.replace(SOURCE[language], "");
  const said = PREDICATE[language].exec(bare)?.[1] ?? "";
  const hasWords = valuesAndUnits(said, language).units.size > 0;
  // A value is met with any subject: it is not read word for word.
  const isValue = !hasWords && findValues(said, language).length > 0;
  const isWhole = said === "" || isValue;
  const wording = fold(isWhole ? bare : said);
  return {
    values: values.filter(value => !isTold(value)),
    told: values.filter(value => value.kind !== "ordinal" && isTold(value)),
    names: language === "en" ? newNames(bare, question) : [],
    units: new Map([...units].map(unit => [unit, isCommon(unit) ? COMMON : 1])),
    wording,
    isWhole,
    isOpen: CONCLUDES[language].test(claim) && (isWhole || fold(question).includes(wording)),
    rivals: rivalsOf(at, all),
    claim,
  };
}

const nothing: ReadClaim = { text: "", values: [], units: new Set(), asked: new Set() };

/** Names of an English claim that the question does not have, word by word. Any word may open a sentence with a capital. */
function newNames(claim: string, question: string): string[] {
  const asked = fold(question);
  const keys = eventKeys(claim, "en").filter(
    ({ kind, text }) => kind === "name" && !/\s/.test(text) && !claim.startsWith(text),
  );
  return keys.map(({ key }) => key).filter(key => !asked.includes(key));
}

/** Claims that are on another subject than this one: each has words of the question that the other lacks. */
function rivalsOf(at: number, all: readonly ReadClaim[]): Rival[] {
  const here = all[at]?.asked ?? nothing.asked;
  const rivals = all.map(({ asked: there }) => ({
    own: new Set([...here].filter(unit => !there.has(unit))),
    others: new Set([...there].filter(unit => !here.has(unit))),
  }));
  return rivals.filter(({ own, others }) => own.size >= TELLING && others.size >= TELLING);
}
