// Picks keywords: terms that question and evidence share, and from each sentence what the answer tells of it.

import { keywordsPrompt, type NumberedSentence } from "../../../schemas/items/prompts.ts";
import { answers } from "../answerer.ts";
import { nameParts } from "./answer-claims.ts";
import { coarseTerms, nameIn } from "./keyword-terms.ts";
import { anyElements, tellingElements } from "./keyword-phrases.ts";
import { readSaid, type Sharing } from "./keyword-tokens.ts";

type Language = "zh" | "en";

/** A summary of many facts has no more information points than these. */
const MOST_LISTS = 10;

/** What a semicolon parts tells of different things. */
const partsOf = (text: string): string[] =>
  text
    .split(/[;；]/)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part));

/** Documents' names as the question has them, whole and the persons in them, the longest first. */
function namesOf(
  question: string,
  evidence: readonly NumberedSentence[],
  language: Language,
): string[] {
  const documents = [...new Set(evidence.map(({ document }) => document))];
  const names = documents.flatMap(document =>
    [nameIn(question, document, language) ?? [], ...nameParts(document)].flat(),
  );
  return [...new Set(names)]
    .filter(name => question.includes(name))
    .sort((a, b) => b.length - a.length);
}

function fineLists(
  question: string,
  answer: string,
  evidence: readonly NumberedSentence[],
  language: Language,
): string[][] {
  const sharing: Sharing = {
    answer: readSaid(answer, language),
    question: readSaid(question, language),
    names: namesOf(question, evidence, language),
    language,
  };
  const lists = evidence
    .flatMap(({ text }) => partsOf(text).map(part => tellingElements(part, sharing)))
    .filter(list => list.length > 0);
  const any =
    lists.length > 0
      ? lists
      : evidence
          .map(({ text }) => anyElements(partsOf(text)[0] ?? text, sharing))
          .filter(list => list.length > 0);
  const distinct = any.filter(
    (list, at) => any.findIndex(other => other.join("\n") === list.join("\n")) === at,
  );
  return distinct.slice(0, MOST_LISTS);
}

export const keywordsAnswerer = answers(
  keywordsPrompt,
  ({ question, answer, evidence }, { language }) => {
    const fine = fineLists(question, answer, evidence, language);
    const coarse = coarseTerms(question, evidence, language).filter(term =>
      evidence.some(({ text }) => text.includes(term)),
    );
    return { coarse: coarse.length > 0 ? coarse : fine.flat().slice(0, 1), fine };
  },
);
