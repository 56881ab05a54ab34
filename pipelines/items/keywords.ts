// Finds the terms by which retrieved chunks are judged without labels: one or two for the whole, and verbatim spans for each information point.

import { isReverse } from "../../schemas/items/item-types.ts";
import { keywordsPrompt } from "../../schemas/items/prompts.ts";
import {
  type AnswerRow,
  answers,
  type KeywordRow,
  type Keywords,
  keywords,
  type Evidence,
  type ReferenceFact,
} from "../../schemas/items/records.ts";
import { defineStage, made, type Outcome, rejected } from "../engine/stage.ts";
import {
  evidenceFor,
  type KeywordsReply,
  readKeywords,
  type FineKeyword,
  isOverlong,
  locate,
} from "./read-keywords.ts";
import { toShownEvidence } from "./numbered-sentences.ts";
import { eventKeys } from "../text/event-keys.ts";
import { fold } from "../text/fold.ts";
import { findValues } from "../text/values.ts";

type Language = AnswerRow["language"];

/** Maximum number of terms in a list, and of coarse terms. */
const maxTerms = { fine: 3, coarse: 2 };
/** Minimum characters in a term: a single digit or letter occurs anywhere. */
const minTermLength = 2;
/** Length range of a shared stretch, in characters: shorter ones occur by chance, longer ones are sentences. */
const stretchLength = { zh: { min: 4, max: 16 }, en: { min: 12, max: 60 } };

/** The longest run of whole words of a text that a piece of evidence also has: the whole text however short, or a part within the length range. */
function sharedStretch(text: string, piece: Evidence, language: Language): FineKeyword | undefined {
  const { min, max } = stretchLength[language];
  const whole = text.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, "");
  if (whole.length >= minTermLength && whole.length < min) return locate(whole, piece);
  for (let length = Math.min(max, whole.length); length >= min; length--)
    for (let start = 0; start + length <= whole.length; start++) {
      const stretch = whole.slice(start, start + length);
      const isTrimmed = !/[\p{P}\s]$|^[\p{P}\s]/u.test(stretch);
      const found = isTrimmed && piece.text.includes(stretch) && locate(stretch, piece);
      if (found) return found;
    }
  return undefined;
}

/** The terms that are not inside another one. */
const outermost = (terms: readonly FineKeyword[]): FineKeyword[] =>
  terms.filter(
    (term, index) =>
      !terms.some(
        (other, otherIndex) =>
          otherIndex !== index &&
          other.span.start <= term.span.start &&
          other.span.end >= term.span.end &&
          (otherIndex < index || other.text.length > term.text.length),
      ),
  );

/** The values and names of a claim that are in a piece of evidence or, if there are none, their longest common stretch. */
function termsIn(claim: string, piece: Evidence, language: Language): FineKeyword[] {
  const texts = [...findValues(claim), ...eventKeys(claim, language)]
    .map(({ text }) => text)
    .filter(text => text.length >= minTermLength);
  const located = texts.flatMap(text => locate(text, piece) ?? []);
  const terms = outermost(located.filter(({ text }) => !isOverlong(text, language)));
  if (terms.length > 0) return terms.slice(0, maxTerms.fine);
  const stretch = sharedStretch(claim, piece, language);
  return stretch ? [stretch] : [];
}

/** The terms from the piece of evidence that shares the most terms with a fact. */
function listFor(
  { claim, evidence: numbers }: ReferenceFact,
  { evidence, language }: AnswerRow,
): FineKeyword[] {
  const lists = evidence
    .filter(({ number }) => numbers.includes(number))
    .map(piece => termsIn(claim, piece, language));
  return lists.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The names in the question and the answer that most pieces of evidence contain. */
function coarseOf({ question, answer, evidence, language }: AnswerRow): string[] {
  const names = eventKeys(`${question.question}\n${answer}`, language)
    .filter(({ kind }) => kind !== "number")
    .map(({ text, key }) => ({
      text,
      pieceCount: evidence.filter(piece => fold(piece.text).includes(key)).length,
    }))
    .filter(({ pieceCount }) => pieceCount > 0)
    .sort((a, b) => b.pieceCount - a.pieceCount || b.text.length - a.text.length);
  if (names.length > 0) return names.slice(0, maxTerms.coarse).map(({ text }) => text);
  return evidence.flatMap(piece => sharedStretch(answer, piece, language)?.text ?? []).slice(0, 1);
}

/** Coarse and fine keywords; lists are empty if facts and sentences share nothing. */
const factKeywords = (answer: AnswerRow): Pick<Keywords, "coarse" | "fine"> => ({
  coarse: coarseOf(answer),
  fine: answer.facts.map(fact => listFor(fact, answer)).filter(({ length }) => length > 0),
});

/** Reports faults to the model once, and once more if nothing is usable; after that, only drops what is faulty. */
function complainTwice(answer: AnswerRow): (reply: KeywordsReply) => string | undefined {
  let complaintCount = 0;
  return reply => {
    const { coarse, fine, problem } = readKeywords(answer, reply);
    const isUsable = coarse.length > 0 && fine.length > 0;
    if (problem === undefined || complaintCount >= (isUsable ? 1 : 2)) return undefined;
    complaintCount++;
    return problem;
  };
}

function keywordRow(
  { id, language }: AnswerRow,
  { coarse, fine }: Pick<Keywords, "coarse" | "fine">,
): Outcome<KeywordRow> {
  if (fine.length === 0)
    return rejected("no-fine-keywords", "No list of fine keywords was found in its references.");
  if (coarse.length === 0)
    return rejected("no-coarse-keywords", "No coarse keyword was found in its references.");
  return made([{ id: `${id}/keywords`, answerId: id, language, coarse, fine }]);
}

export const keywordsStage = defineStage({
  name: "items/keywords",
  module: import.meta.filename,
  prompts: [keywordsPrompt],
  over: answers,
  writes: keywords,
  // The answer to an unanswerable question is in no passage.
  only: ({ question }) => question.type !== "unanswerable",
  async each(answer, { ask }) {
    const { question, answer: text, facts, language } = answer;
    const evidence = evidenceFor(answer);
    if (evidence.length === 0)
      return rejected<KeywordRow>("no-evidence", "No sentence of the corpus is its evidence.");
    // The question's author named the sentence of each fact, so no model is called.
    if (question.claims) return keywordRow(answer, factKeywords(answer));
    const statedText = isReverse(question.type)
      ? facts
          .filter(fact => fact.evidence.length > 0)
          .map(({ claim }) => claim)
          .join("\n")
      : text;
    const variables = {
      type: question.type,
      question: question.question,
      answer: statedText,
      evidence: toShownEvidence(question, evidence),
    };
    const reply = await ask(keywordsPrompt, language, variables, { check: complainTwice(answer) });
    return keywordRow(answer, readKeywords(answer, reply));
  },
});
