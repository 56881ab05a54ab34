// Whether an answer says an item's keypoints, as far as code can tell: their values and names.

import type { PackedItem } from "../../../schemas/formats/pack.ts";
import { questionTypeNames, questionTypes } from "../../../schemas/items/question-types.ts";
import { properNames } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { declines } from "../../text/refusals.ts";
import { readRivalAnswers } from "../../text/rival-answers.ts";
import { isSaid } from "../../text/said-value.ts";
import { says } from "../../text/same-value.ts";
import { opensSentence } from "../../text/sentence-openings.ts";
import { findValues, type Value } from "../../text/values.ts";

interface SaidKeypoint {
  readonly id: string;
  readonly claim: string;
  /** Values and names of the claim that the answer does not have; null of a claim without any that its question has not. */
  readonly missing: readonly string[] | null;
}

export interface SaidAnswer {
  /** Those that are asked for. */
  readonly keypoints: readonly SaidKeypoint[];
  /** A known wrong answer that it gives: what kind of trap, and the answer. */
  readonly trap: { readonly trap: string; readonly answer: string } | null;
  /** Of a question that cannot be answered: whether it says so; null of all others. */
  readonly declined: boolean | null;
}

/** Letters of a word by which a longer name is known. */
const longWord = 4;

/** Whole, or by one of its longer words that the question does not have. */
function isNamed(name: string, answer: string, question: string): boolean {
  if (answer.includes(fold(name))) return true;
  const words = name.split(/\s+/).map(word => fold(word.replace(/[^\p{L}\p{N}]+$/u, "")));
  return (
    words.length > 1 &&
    words.some(word => word.length >= longWord && !question.includes(word) && answer.includes(word))
  );
}

/** Names that stand in the evidence as in the claim: what begins a sentence or is met in a dictionary alone is none. */
function namesIn(claim: string, { question, evidence, language }: PackedItem): string[] {
  const asked = fold(question);
  const known = evidence.map(({ text }) => fold(text));
  const names = properNames(claim, language);
  // "Visitors may stay" begins with a name only if the evidence has it so within a sentence, too.
  const isOpening = (name: string) =>
    language === "en" &&
    claim.startsWith(name) &&
    !/\s/.test(name) &&
    evidence.every(({ text }) => opensSentence(text, name));
  const isPart = (name: string) => names.some(other => other !== name && other.includes(name));
  return names.filter(name => {
    const key = fold(name);
    const words = key.split(/\s+/).filter(word => word.length >= longWord);
    return (
      key.length >= (language === "zh" ? 3 : 2) &&
      !isPart(name) &&
      !isOpening(name) &&
      !asked.includes(key) &&
      !words.some(word => asked.includes(word)) &&
      known.some(text => text.includes(key))
    );
  });
}

/** GB, kW, mAh: a unit that is written in capitals and not read as one, behind a bare number. */
const UNIT = /^\s?((?=[a-zµ]{0,3}[A-Z])[A-Za-zµ]{1,4})(?![A-Za-z])/u;

/** Whether a bare number has one such unit here and another one there. */
function hasOtherUnit(
  found: Value,
  sought: Value,
  { claim, answer }: { readonly claim: string; readonly answer: string },
): boolean {
  if (found.kind !== "number" || sought.kind !== "number") return false;
  const [one, other] = [UNIT.exec(claim.slice(sought.end)), UNIT.exec(answer.slice(found.end))];
  return one?.[1] !== undefined && other?.[1] !== undefined && fold(one[1]) !== fold(other[1]);
}

function missingOf(claim: string, item: PackedItem, answer: string): string[] | null {
  const { question, language } = item;
  const asked = findValues(question, language);
  const values = findValues(claim, language).filter(
    value => value.kind !== "ordinal" && !asked.some(known => says(known, value)),
  );
  const names = namesIn(claim, item);
  if (values.length + names.length === 0) return null;
  const said = findValues(answer, language);
  const folded = fold(answer);
  return [
    ...values
      .filter(value => {
        const alike = said.filter(found => isSaid(found, value));
        return alike.length === 0
          ? !folded.includes(fold(value.text))
          : alike.every(found => hasOtherUnit(found, value, { claim, answer }));
      })
      .map(({ text }) => text),
    ...names.filter(name => !isNamed(name, folded, fold(question))),
  ];
}

function trapOf(item: PackedItem, said: string): SaidAnswer["trap"] {
  const { answer: other, question, language, wrongAnswers = [] } = item;
  const fallen = wrongAnswers.find(({ answer: one, trap }) =>
    readRivalAnswers({ one, other, question, language, isList: trap === "partial" })?.(said),
  );
  return fallen ? { trap: fallen.trap, answer: fallen.answer } : null;
}

const needAllPoints = new Set<string>(
  questionTypeNames.filter(name => "allPoints" in questionTypes[name]),
);

/** Where a conclusion is asked for, an answer may leave out what it was drawn from (114 days, not both dates), unless its type says otherwise. */
const askedFor = ({ keypoints, type }: PackedItem): PackedItem["keypoints"] => {
  const conclusions = keypoints.filter(({ kind }) => kind === "conclusion");
  return conclusions.length === 0 || needAllPoints.has(type) ? keypoints : conclusions;
};

export interface SaidOptions {
  /** All keypoints are asked for, also those that a conclusion was drawn from. */
  readonly full?: boolean | undefined;
}

/** No model is asked. What an answer says in other words than values and names is not decided here. */
export function saidAnswer(
  item: PackedItem,
  answer: string,
  { full = false }: SaidOptions = {},
): SaidAnswer {
  if (item.type === "unanswerable")
    return { keypoints: [], trap: null, declined: declines(answer, item.language) };
  return {
    keypoints: (full ? item.keypoints : askedFor(item)).map(({ id, claim }) => ({
      id,
      claim,
      missing: missingOf(claim, item, answer),
    })),
    trap: trapOf(item, answer),
    declined: null,
  };
}
