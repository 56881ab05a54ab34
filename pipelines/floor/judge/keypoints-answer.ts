// Verdicts on keypoints proved by values, names and exact words; declines an answer if any keypoint remains undecided.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { z } from "zod";
import { keypointVerdictsPrompt } from "../../../schemas/evaluation/prompts.ts";
import { properNames } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { impliesValue } from "../../text/implied-value.ts";
import { matchesValue } from "../../text/value-match.ts";
import { mayBeSameUnit, unitAfter } from "../../text/units.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answererFor } from "../answerer.ts";
import { fillPhrase } from "../wording.ts";
import { shareCovered, distinctiveUnits } from "../tail/content-units.ts";
import type { ParsedSentence } from "../tail/sentence-support.ts";
import { readAnswer, shareIn, withoutValues } from "./read-answer.ts";

type Verdict = Omit<z.input<typeof keypointVerdictsPrompt.reply>["verdicts"][number], "id">;

interface Claim {
  readonly text: string;
  readonly values: readonly Value[];
  /** Values that the question does not already state. */
  readonly newValues: readonly Value[];
  /** Names that are not in the question: single-word names, then all of them. */
  readonly names: readonly string[];
  readonly allNames: readonly string[];
  /** Its words, with their weights. */
  readonly units: ReadonlyMap<string, number>;
  /** Its predicate, or its whole text, folded: searched for verbatim. */
  readonly wording: string;
  /** Whether the question already says all of it. */
  readonly isInQuestion: boolean;
}

interface JudgingContext {
  readonly claims: readonly Claim[];
  readonly parts: readonly ParsedSentence[];
  readonly questionValues: readonly Value[];
  readonly language: Language;
}

/** Weight of words that all claims share, compared with 1 for other words: they name the subject, which an answer need not do. */
const commonWeight = 0.1;
/** Minimum share of words for a part to be on a claim's topic, and for it to repeat the question. */
const minShare = { topic: 0.3, repetition: 0.9 };
/** Minimum length of a wording: shorter ones occur by chance. */
const minWording = { zh: 3, en: 12 };

const predicatePatterns = {
  zh: /(?:记为|写作|[为是：])[“"]?([^为是：“”"]+)[”"]?[。.]?$/,
  en: /\b(?:was recorded as|were recorded as|was|were|is|are|states:)\s+[“"]?(.+?)[”"]?\.?$/i,
};
/** The keypoint of a question that has no answer. */
const unanswerable = {
  zh: /无法回答/,
  en: /\b(?:do|does|did) not answer\b|\bunable to answer\b|\bcannot (?:be )?answer/i,
};
const denial = /\b(?:not|no|nor|never|none|without)\b|n['’]t\b|[不没未无非]/i;
/** Words that offer a choice: neither option is then stated. */
const choice = /\bor\b|还是/i;

const hasValue = ({ values }: ParsedSentence, sought: Value): boolean =>
  values.some(found => matchesValue(found, sought));

/** How close a part is to a claim's topic; a bare value is on the topic of the question. */
const nearness = ({ units }: Claim, part: ParsedSentence): number =>
  part.units.size === 0 || units.size === 0 ? 1 : shareCovered(units, part.units);

function readClaims(texts: readonly string[], question: string, language: Language): Claim[] {
  const askedValues = findValues(question);
  const foldedQuestion = fold(question);
  const units = texts.map(text => distinctiveUnits(withoutValues(text), language));
  return texts.map((text, index) => {
    const values = findValues(text);
    const newValues = values.filter(
      value => !askedValues.some(askedValue => impliesValue(askedValue, value)),
    );
    const predicate = fold(predicatePatterns[language].exec(text)?.[1] ?? "");
    // A value may occur with any subject, and words of the question prove nothing.
    const isWhole = foldedQuestion.includes(predicate) || findValues(predicate).length > 0;
    const names = properNames(text, language).filter(
      name => !foldedQuestion.includes(fold(name)) && !fold(text).startsWith(fold(name)),
    );
    const isCommon = (unit: string) => units.length > 1 && units.every(other => other.has(unit));
    return {
      text,
      values,
      newValues,
      names: language === "en" ? names.filter(name => !/\s/.test(name)).map(fold) : [],
      allNames: names.map(fold),
      units: new Map(
        [...(units[index] ?? [])].map(unit => [unit, isCommon(unit) ? commonWeight : 1]),
      ),
      wording: isWhole ? fold(text) : predicate,
      isInQuestion: isWhole && newValues.length === 0,
    };
  });
}

/** Whether a claim or part has a closer counterpart: a value counts only for the claim closest to its part, and vice versa. */
function isOutdone(claim: Claim, part: ParsedSentence, { claims, parts }: JudgingContext): boolean {
  const ownNearness = nearness(claim, part);
  const kinds = new Set(claim.newValues.map(({ kind }) => kind));
  return (
    parts.some(
      other =>
        nearness(claim, other) > ownNearness && other.values.some(({ kind }) => kinds.has(kind)),
    ) ||
    claims.some(
      other =>
        nearness(other, part) > ownNearness &&
        other.newValues.some(value =>
          claim.newValues.some(own => impliesValue(value, own) || impliesValue(own, value)),
        ),
    )
  );
}

function isCovered(claim: Claim, part: ParsedSentence, context: JudgingContext): boolean {
  const { wording, newValues, values, names, isInQuestion, units } = claim;
  const isStated = (value: Value) => hasValue(part, value);
  if (!newValues.every(isStated) || !names.every(name => part.folded.includes(name))) return false;
  const isLong =
    wording.length >= minWording[context.language] || nearness(claim, part) >= minShare.topic;
  if (/[\p{L}\p{N}]/u.test(wording) && isLong && part.folded.includes(wording)) return true;
  const hasWords = (share: number) =>
    !choice.test(part.text) &&
    values.every(isStated) &&
    shareIn(new Set(units.keys()), part.units) >= share;
  if (hasWords(1) && isSameStatement(claim, part)) return true;
  if (isInQuestion && values.length === 0)
    return hasWords(1) && denial.test(part.text) === denial.test(claim.text);
  return isInQuestion
    ? hasWords(minShare.repetition)
    : newValues.length > 0 && isOnTopic(claim, part, context) && !isOutdone(claim, part, context);
}

/** Whether a claim and a part with the same words agree in negation and word order. */
function isSameStatement({ text, units, allNames }: Claim, part: ParsedSentence): boolean {
  const foldedClaim = fold(text);
  const words = [...units.keys(), ...allNames]
    .filter(word => foldedClaim.includes(word))
    .toSorted((one, other) => foldedClaim.indexOf(one) - foldedClaim.indexOf(other));
  const positions = words.map(word => part.folded.indexOf(word));
  const isInOrder = positions.every((position, index) => position >= (positions[index - 1] ?? 0));
  return words.length > 1 && isInOrder && denial.test(part.text) === denial.test(text);
}

/** Whether the part is on the claim's topic, or is the whole answer: the same value may belong to another topic. */
const isOnTopic = (claim: Claim, part: ParsedSentence, { parts }: JudgingContext): boolean =>
  parts.length === 1 || nearness(claim, part) >= minShare.topic;

/** Whether one value excludes the other: same kind and unit, and neither implies the other. */
function isAlternative(found: Value, text: string, sought: Value, claim: string): boolean {
  if (found.kind !== sought.kind || found.kind === "ordinal") return false;
  if (matchesValue(found, sought) || matchesValue(sought, found)) return false;
  const units = [unitAfter(text, found.end), unitAfter(claim, sought.end)] as const;
  return found.kind !== "number" || (!units.includes("") && mayBeSameUnit(...units, "1"));
}

/** A part on the claim's topic with a different value, if the claim's own is nowhere in the answer. */
function contradictionIn(claim: Claim, parts: readonly ParsedSentence[], context: JudgingContext) {
  const { claims, questionValues } = context;
  const knownValues = [...questionValues, ...claims.flatMap(({ values }) => values)];
  const isKnown = (found: Value) =>
    knownValues.some(
      knownValue => impliesValue(knownValue, found) || impliesValue(found, knownValue),
    );
  const missingValues = claim.values.filter(
    value => !context.parts.some(part => hasValue(part, value)),
  );
  return missingValues
    .flatMap(value => parts.map(part => ({ part, value })))
    .find(
      ({ part, value }) =>
        nearness(claim, part) >= minShare.topic &&
        part.values.some(
          found => isAlternative(found, part.text, value, claim.text) && !isKnown(found),
        ),
    );
}

/** Whether the answer lacks a value or name that the claim requires, with no other in its place. */
function isMissing({ text, newValues, allNames }: Claim, { parts }: JudgingContext): boolean {
  const isMentioned = (name: string) => {
    const words = name.split(/\s+/);
    return parts.some(({ folded }) => words.some(word => folded.includes(word)));
  };
  if (parts.length === 0) return true;
  const missingValues = newValues.filter(value => !parts.some(part => hasValue(part, value)));
  const hasAlternative = missingValues.some(value =>
    parts.some(part => part.values.some(found => isAlternative(found, part.text, value, text))),
  );
  return !hasAlternative && (missingValues.length > 0 || allNames.some(name => !isMentioned(name)));
}

/** The verdict on an unanswerable question: declining meets the keypoint, stating a value of one's own does not. */
function judgeUnanswerable(
  isDeclined: boolean,
  { parts, questionValues, language }: JudgingContext,
): Verdict | undefined {
  if (isDeclined) return { verdict: "covered", reason: fillPhrase("covered-unknown", language) };
  const isNewValue = (value: Value) => !questionValues.some(known => impliesValue(known, value));
  return parts.some(({ values }) => values.some(isNewValue))
    ? { verdict: "contradicted", reason: fillPhrase("contradicted-unknown", language) }
    : undefined;
}

/** The verdict; undefined if neither values nor names nor exact words prove one. */
function judgeClaim(
  claim: Claim,
  isDeclined: boolean,
  context: JudgingContext,
): Verdict | undefined {
  const { parts, language } = context;
  if (unanswerable[language].test(claim.text)) return judgeUnanswerable(isDeclined, context);
  const coveringPart = parts.find(part => isCovered(claim, part, context));
  const contradiction = contradictionIn(claim, coveringPart ? [coveringPart] : parts, context);
  if (!contradiction && !coveringPart && !isMissing(claim, context)) return undefined;
  const verdict = contradiction ? "contradicted" : coveringPart ? "covered" : "neither";
  const part = (contradiction?.part ?? coveringPart)?.text ?? "";
  return {
    verdict,
    reason: fillPhrase(verdict, language, {
      part: part.length > 80 ? `${part.slice(0, 80)}…` : part,
      value: contradiction?.value.text ?? "",
    }),
  };
}

export const keypointVerdictsAnswerer = answererFor(
  keypointVerdictsPrompt,
  ({ question, answer, keypoints }, { language }) => {
    const { parts, hasDeclinedClause } = readAnswer(answer, language);
    const texts = keypoints.map(({ claim }) => claim);
    const claims = readClaims(texts, question, language);
    const context = { claims, parts, questionValues: findValues(question), language };
    const verdicts = claims.flatMap((claim, index) => {
      const verdict = judgeClaim(claim, hasDeclinedClause, context);
      return verdict ? [{ id: keypoints[index]?.id ?? "", ...verdict }] : [];
    });
    return verdicts.length < claims.length ? undefined : { verdicts };
  },
);
