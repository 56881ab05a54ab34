// One round of refinement: an overlooked sentence is added, a claim that no sentence supports is dropped.

import { refinementPrompt } from "../../../schemas/items/prompts.ts";
import type { Derivation } from "../../../schemas/items/records.ts";
import { findValues, type Value } from "../../text/values.ts";
import { says } from "../../text/same-value.ts";
import { claimedSentences, joinClaims } from "./answer-claims.ts";
import { answers, type AnswerContext } from "../answerer.ts";
import { findDerivation } from "./found-derivations.ts";
import {
  bestFor,
  coveredBy,
  readClaim,
  readSentences,
  saysFor,
  saysValue,
  type ReadClaim,
  type ReadSentence,
} from "./sentence-support.ts";
import { isUnanswerable } from "./tail-references.ts";
import { unanswerableAnswer } from "../../../schemas/formats/dragonball.ts";

type Language = "zh" | "en";

interface Round {
  readonly language: Language;
  readonly question: readonly Value[];
  readonly cited: ReadSentence[];
  readonly others: readonly ReadSentence[];
  readonly answered: readonly Value[];
  readonly derivations: Derivation[];
  readonly changes: string[];
}

const isCited = (value: Value, { cited, question }: Round): boolean =>
  cited.some(sentence => saysValue(sentence, value)) || question.some(known => says(known, value));

/** Whether the claim may stay; a sentence or a derivation found for it is noted. */
function settle(claim: ReadClaim, round: Round): boolean {
  return claim.values
    .filter(value => !isCited(value, round))
    .every(value => derive(value, round) || addSentence(claim, value, round));
}

function derive(value: Value, round: Round): boolean {
  const known = round.answered.filter(
    other =>
      other.canonical !== value.canonical &&
      round.cited.some(sentence => saysValue(sentence, other)),
  );
  const found = findDerivation(value, known, round.language);
  if (found !== undefined) round.derivations.push(found);
  return found !== undefined;
}

/** A full date or a long number is met by chance nowhere. */
const isDistinctive = ({ kind, canonical }: Value): boolean =>
  kind === "date" ? canonical.length === 10 : (canonical.match(/\d/g) ?? []).length >= 4;

/** The overlooked sentence must be of the claim's document and speak of the same thing. */
function addSentence(claim: ReadClaim, value: Value, round: Round): boolean {
  const able = round.others.filter(
    sentence =>
      saysFor(claim, sentence, value) &&
      (isDistinctive(value) || coveredBy(claim, [sentence]) >= 0.2),
  );
  const best = bestFor(claim, able);
  if (best === undefined) return false;
  round.cited.push(best);
  round.changes.push(
    round.language === "zh"
      ? `补充第${best.number}句：其中写有“${value.text}”。`
      : `Added sentence ${best.number}: it states "${value.text}".`,
  );
  return true;
}

const dropped = (claim: ReadClaim, language: Language): string =>
  language === "zh"
    ? `删去没有依据的说法：${claim.text}`
    : `Removed, since no sentence supports it: ${claim.text}`;

/** The answer without the claims that could not stay; a sentence that lost none keeps its wording. */
function keepSupported(
  answer: string,
  all: readonly ReadSentence[],
  round: Round,
  question: string,
): string {
  const { language } = round;
  const sentences = claimedSentences(answer, language).map(({ text, claims, end }) => {
    const kept = claims.filter(claim => {
      const read = readClaim(claim, all, { language, question, answer });
      const stays = settle(read, round);
      if (!stays) round.changes.push(dropped(read, language));
      return stays;
    });
    if (kept.length === claims.length) return text;
    return kept.length === 0 ? "" : joinClaims(kept, end, language);
  });
  return sentences.filter(text => text !== "").join(language === "zh" ? "" : " ");
}

/** Of the sentences only those that still support something of a shortened answer. */
function stillNeeded(
  answer: string,
  cited: readonly ReadSentence[],
  { language, question }: { language: Language; question: string },
): ReadSentence[] {
  const claims = claimedSentences(answer, language)
    .flatMap(({ claims }) => claims)
    .map(text => readClaim(text, cited, { language, question, answer }));
  return cited.filter(sentence =>
    claims.some(
      claim =>
        claim.values.some(value => saysValue(sentence, value)) ||
        coveredBy(claim, [sentence]) >= 0.3,
    ),
  );
}

type Variables = Parameters<
  Parameters<
    typeof answers<(typeof refinementPrompt)["variables"], (typeof refinementPrompt)["reply"]>
  >[1]
>[0];

function refine({ question, answer, cited, others }: Variables, { language }: AnswerContext) {
  if (isUnanswerable(answer, language))
    return { answer, sentences: [], derivations: [], changes: [] };
  const [read, rest] = [readSentences(cited, language), readSentences(others, language)];
  const round: Round = {
    language,
    question: findValues(question, language),
    cited: [...read],
    others: rest,
    answered: findValues(answer, language),
    derivations: [],
    changes: [],
  };
  const kept = keepSupported(answer, [...read, ...rest], round, question);
  const numbers = (sentences: readonly ReadSentence[]) =>
    [...new Set(sentences.map(({ number }) => number))].sort((a, b) => a - b);
  if (kept === "")
    return {
      answer: unanswerableAnswer[language],
      sentences: [],
      derivations: [],
      changes: round.changes,
    };
  // What was derived before stays known where nothing changed: only a shortened answer says its derivations anew.
  if (round.changes.length === 0)
    return { answer, sentences: numbers(round.cited), derivations: [], changes: [] };
  const needed =
    kept === answer ? round.cited : stillNeeded(kept, round.cited, { language, question });
  const derivations = round.derivations.filter(({ result }) => kept.includes(result));
  return { answer: kept, sentences: numbers(needed), derivations, changes: round.changes };
}

export const refinementAnswerer = answers(refinementPrompt, refine);
