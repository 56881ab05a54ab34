// What a claim asks of an answer: its values, names and words beyond the question, and how it differs from the claims beside it.

import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import { findValues, type Value } from "../../text/values.ts";
import { isConclusive } from "../tail/claim-kinds.ts";
import { unitsOf } from "../tail/content-units.ts";
import { valuesAndUnits } from "./read-answer.ts";
import { newStretches } from "./what-is-new.ts";

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
  readonly news: ReadonlySet<string>;
  /** Characters of a Chinese name that pairs do not show, since the question has the rest of it: 伏某某 beside 倪某某. */
  readonly singles: readonly string[];
  /** Its words, and how much each tells. */
  readonly units: ReadonlyMap<string, number>;
  /** The words that say what its value is of, without whom it is about. */
  readonly matter: ReadonlySet<string>;
  /** What it says of its matter, folded; empty where that cannot be told. */
  readonly predicate: string;
  readonly isPredicateTold: boolean;
  /** It says in which order things stand: not stated by whoever names them. */
  readonly isOrder: boolean;
  /** It says which of two is more: not stated by whoever asks. */
  readonly isConclusion: boolean;
  readonly rivals: readonly Rival[];
  readonly claim: string;
}

/** The question and all claims on it, read once: each claim is held against the others. */
export interface ReadClaims {
  readonly question: string;
  readonly language: Language;
  /** Values of the question. */
  readonly told: readonly Value[];
  readonly asked: ReadonlySet<string>;
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
  return { question, language, told: findValues(question, language), asked, all };
}

/** What all claims share names their subject, which an answer need not; the question's words need not be said again. */
const WEIGHT = { common: 0.1, asked: 0.5, fresh: 1 };
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
const ORDER = {
  zh: /顺序|依次|由早到晚|先后/,
  en: /\border\b.{0,40}\b(?:is|was)\b|\bin order of\b|\bearliest to (?:the )?latest\b/i,
};
/** They name the kind of a value, which the value shows itself. */
const KIND = {
  zh: /日期|时间|金额|数额|数量|总额/g,
  en: /\b(?:date|time|amount|number|value)\b/gi,
};

export function seek(at: number, { question, language, told, asked, all }: ReadClaims): Sought {
  const { text: claim, values } = all[at] ?? nothing;
  const { units } = valuesAndUnits(claim, language);
  const isTold = (value: Value) => told.some(known => says(known, value));
  const others = all.filter(({ text }) => text !== claim);
  const isCommon = (unit: string) =>
    others.length > 0 && others.every(other => other.units.has(unit));
  const bare = claim.replace(SOURCE[language], "");
  const said = PREDICATE[language].exec(bare)?.[1] ?? "";
  // A value is met with any subject: it is not read word for word.
  const predicate =
    valuesAndUnits(said, language).units.size === 0 && findValues(said, language).length > 0
      ? ""
      : fold(said);
  const news = newUnits(bare, valuesAndUnits(bare, language).units, { question, language, asked });
  return {
    values: values.filter(value => !isTold(value)),
    told: values.filter(value => value.kind !== "ordinal" && isTold(value)),
    // In Chinese the new words are the names, too.
    names: language === "en" ? newNames(bare, question) : [],
    news,
    singles: language === "zh" ? newSingles(bare, question) : [],
    units: new Map(
      [...units].map(unit => [
        unit,
        isCommon(unit) ? WEIGHT.common : news.has(unit) ? WEIGHT.fresh : WEIGHT.asked,
      ]),
    ),
    matter: matterOf(bare, language),
    predicate,
    isPredicateTold: fold(question).includes(predicate),
    isOrder: ORDER[language].test(claim),
    isConclusion: isConclusive(claim, language),
    rivals: rivalsOf(at, all),
    claim,
  };
}

const nothing: ReadClaim = { text: "", values: [], units: new Set(), asked: new Set() };

function newUnits(
  claim: string,
  units: ReadonlySet<string>,
  { question, language, asked }: Pick<ReadClaims, "question" | "language" | "asked">,
): Set<string> {
  const fresh = language === "zh" ? unitsOf(newStretches(claim, question).join(" "), "zh") : units;
  return new Set([...units].filter(unit => fresh.has(unit) && !asked.has(unit)));
}

/** Names of an English claim that the question does not have, word by word. Any word may open a sentence with a capital. */
function newNames(claim: string, question: string): string[] {
  const asked = fold(question);
  const keys = eventKeys(claim, "en").filter(
    ({ kind, text }) => kind === "name" && !/\s/.test(text) && !claim.startsWith(text),
  );
  return keys.map(({ key }) => key).filter(key => !asked.includes(key));
}

const newSingles = (claim: string, question: string): string[] =>
  newStretches(claim, question).filter(
    piece =>
      piece.length === 1 &&
      /[\p{L}\p{N}]/u.test(piece) &&
      !/[为是的由在被于及和与了有从向]/.test(piece),
  );

/** Of "X's revenue of 2021 was …": revenue. In Chinese what stands behind the last 的 and before the verb. */
function matterOf(claim: string, language: Language): Set<string> {
  const predicate = PREDICATE[language].exec(claim);
  const label = predicate ? claim.slice(0, predicate.index) : claim;
  const plain =
    language === "zh"
      ? label.slice(label.lastIndexOf("的") + 1)
      : label.replace(/(?<=\s)\p{Lu}[\p{L}.'’-]*/gu, " ");
  return valuesAndUnits(plain.replace(KIND[language], " "), language).units;
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
