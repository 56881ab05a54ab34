// What an answer does with one claim: covers it, contradicts it, or neither. Strict, and blind to whatever values, names and words do not show.

import { eventKeys } from "../../../text/event-keys.ts";
import { fold } from "../../../text/fold.ts";
import { says } from "../../../text/same-value.ts";
import { sameUnit, unitAfter } from "../../../text/units.ts";
import { findValues, type Value } from "../../../text/values.ts";
import { shareCovered, unitsOf } from "../tail/content-units.ts";
import type { ReadSentence } from "../tail/sentence-support.ts";
import { declines, isCannotAnswer } from "./declining.ts";
import { type ReadAnswer, shareIn, valuesAndUnits } from "./read-answer.ts";
import { newStretches } from "./what-is-new.ts";

type Language = "zh" | "en";

export interface ClaimVerdict {
  readonly verdict: "covered" | "contradicted" | "neither";
  readonly reason: string;
}

export interface Judging {
  readonly question: string;
  readonly answer: ReadAnswer;
  /** All claims on the answer: what one of them says contradicts no other. */
  readonly claims: readonly string[];
  readonly language: Language;
}

/** The share of a claim's new words that an answer must have: fewer where it says the claim's values, or has all its words so far. */
const STATED = { byWords: 0.6, withValues: 0.4, nearby: 0.55 };
/** What all claims share names their subject, which an answer need not; the question's words need not be said again. */
const WEIGHT = { common: 0.1, asked: 0.5, fresh: 1 };
/** A part speaks of the claim's matter with this share of its words, so weighed. */
const ON_THE_MATTER = 0.3;
/** A part that has less of the claim's words than the best one by more than this speaks of something else. */
const AS_NEAR = 0.75;

const words = {
  covered: { zh: (part: string) => `回答说：“${part}”。`, en: (part: string) => `The answer says: "${part}".` },
  contradicted: {
    zh: (part: string, said: string, sought: string) => `回答说“${part}”，要点是${sought}，回答是${said}。`,
    en: (part: string, said: string, sought: string) => `The answer says "${part}": ${said}, where the keypoint has ${sought}.`,
  },
  neither: { zh: "回答没有说全这个要点。", en: "The answer does not say all of it." },
  saysSo: { zh: "回答也说无法回答。", en: "The answer says so, too." },
  definite: { zh: "回答给出了具体的说法。", en: "The answer states something definite." },
};

const yearOf = ({ kind, canonical }: Value): string | undefined => (kind === "date" ? /^\d{4}/.exec(canonical)?.[0] : undefined);
const quoted = ({ text }: ReadSentence): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

interface Sought {
  /** What the question does not say already. */
  readonly values: readonly Value[];
  /** What it does say: the answer need not, but may not say otherwise. */
  readonly told: readonly Value[];
  readonly names: readonly string[];
  readonly news: ReadonlySet<string>;
  /** Its words, and how much each tells. */
  readonly units: ReadonlyMap<string, number>;
  readonly claim: string;
}

function seek(claim: string, { question, claims, language }: Judging): Sought {
  const told = findValues(question, language);
  const { values, units } = valuesAndUnits(claim, language);
  const others = claims.filter(other => other !== claim).map(other => unitsOf(other, language));
  const isCommon = (unit: string) => others.length > 0 && others.every(other => other.has(unit));
  const news = newUnits(claim, units, question, language);
  return {
    values: values.filter(value => !told.some(known => says(known, value))),
    told: values.filter(value => told.some(known => says(known, value))),
    // In Chinese the new words are the names, too.
    names: language === "en" ? newNames(claim, question) : [],
    news,
    units: new Map([...units].map(unit => [unit, isCommon(unit) ? WEIGHT.common : news.has(unit) ? WEIGHT.fresh : WEIGHT.asked])),
    claim,
  };
}

function newUnits(claim: string, units: ReadonlySet<string>, question: string, language: Language): Set<string> {
  const asked = unitsOf(question, language);
  const fresh = language === "zh" ? unitsOf(newStretches(claim, question).join(" "), "zh") : units;
  return new Set([...units].filter(unit => fresh.has(unit) && !asked.has(unit)));
}

/** Names of an English claim that the question does not have, word by word. Any word may open a sentence with a capital. */
function newNames(claim: string, question: string): string[] {
  const asked = fold(question);
  const keys = eventKeys(claim, "en").filter(({ kind, text }) => kind === "name" && !/\s/.test(text) && !claim.startsWith(text));
  return keys.map(({ key }) => key).filter(key => !asked.includes(key));
}

const saysIt = (part: ReadSentence, sought: Value): boolean => part.values.some(found => says(found, sought, yearOf(sought)));

/** How much a part speaks of the claim's matter. */
const nearness = ({ units }: Sought, part: ReadSentence): number => (units.size === 0 ? 1 : shareCovered(units, part.units));

/** What an answer does with a claim. The question's words are taken as said: "in 2019" answers "when was it opened?". */
export function judgeClaim(claim: string, judging: Judging): ClaimVerdict {
  const { answer, language } = judging;
  if (isCannotAnswer(claim, language))
    return answer.silences.length > 0 ? { verdict: "covered", reason: words.saysSo[language] } : { verdict: "contradicted", reason: words.definite[language] };
  const sought = seek(claim, judging);
  // That something is not told is said by a clause that says so.
  const among = declines(claim, language) ? answer.silences : answer.parts;
  const ranked = among.map(part => ({ part, near: nearness(sought, part) }));
  const best = Math.max(0, ...ranked.map(({ near }) => near));
  const parts = ranked.filter(({ near }) => near >= best * AS_NEAR).map(({ part }) => part);
  const covering = coveredBy(sought, parts, among);
  const otherwise = contradiction(sought, covering ? [{ part: covering, near: 1 }] : ranked, judging);
  if (otherwise) return otherwise;
  return covering ? { verdict: "covered", reason: words.covered[language](quoted(covering)) } : { verdict: "neither", reason: words.neither[language] };
}

/** The part that states the claim, alone or with its neighbour; its values stand in parts that are near its matter. */
function coveredBy(sought: Sought, near: readonly ReadSentence[], all: readonly ReadSentence[]): ReadSentence | undefined {
  const { values, names, news, units } = sought;
  if (!values.every(value => near.some(part => saysIt(part, value)))) return undefined;
  // Where the claim adds nothing to the question, the answer must say it in its own words.
  const needed = news.size > 0 || values.length > 0 ? news : new Set(units.keys());
  return near.find(part => {
    const around = all.filter(other => Math.abs(other.number - part.number) <= 1);
    const having = new Set(around.flatMap(other => [...other.units]));
    const hasWords =
      values.length === 0 ? shareIn(needed, having) >= STATED.byWords : news.size < 2 || shareIn(news, having) >= STATED.withValues || nearness(sought, part) >= STATED.nearby;
    return hasWords && names.every(name => around.some(({ folded }) => folded.includes(name)));
  });
}

interface Ranked {
  readonly part: ReadSentence;
  readonly near: number;
}

/** A part on the claim's matter that has another value of the same kind where the claim's is said nowhere. */
function contradiction(sought: Sought, ranked: readonly Ranked[], judging: Judging): ClaimVerdict | undefined {
  const { question, claims, language, answer } = judging;
  const known = [question, ...claims].flatMap(text => findValues(text, language));
  // A bare value answers what was asked.
  const isAnswer = ranked.length === 1 && ranked[0] !== undefined && isBare(ranked[0].part, language);
  for (const value of [...sought.values, ...sought.told]) {
    if (answer.parts.some(part => saysIt(part, value))) continue;
    for (const { part, near } of ranked) {
      if (near < ON_THE_MATTER && !isAnswer) continue;
      const other = part.values.find(found => isInstead(found, part.text, value, sought.claim) && !known.some(said => says(said, found) || says(found, said)));
      if (other) return { verdict: "contradicted", reason: words.contradicted[language](quoted(part), other.text, value.text) };
    }
  }
  return undefined;
}

const isBare = ({ text }: ReadSentence, language: Language): boolean => valuesAndUnits(text, language).units.size <= 2;

/** Both cannot be meant: the same kind and unit, and neither says the other. */
function isInstead(found: Value, text: string, sought: Value, claim: string): boolean {
  if (found.kind !== sought.kind || found.kind === "ordinal" || says(found, sought, yearOf(sought)) || says(sought, found, yearOf(found))) return false;
  const units = [unitAfter(text, found.end), unitAfter(claim, sought.end)] as const;
  return found.kind !== "number" || (units[0] !== "" && units[1] !== "" && sameUnit(units[0], units[1], "1"));
}
