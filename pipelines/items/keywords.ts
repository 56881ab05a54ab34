// Finds the terms by which retrieved chunks are judged without labels: one or two for the whole, and verbatim spans for each information point.

import { isReverse } from "../../schemas/items/item-types.ts";
import { keywordsPrompt } from "../../schemas/items/prompts.ts";
import {
  type AnswerRow,
  answers,
  type KeywordRow,
  type Keywords,
  keywords,
} from "../../schemas/items/records.ts";
import { defineStage, made, type Outcome, rejected } from "../engine/stage.ts";
import { factKeywords } from "./fact-keywords.ts";
import { evidenceFor, type KeywordsReply, readKeywords } from "./keyword-places.ts";
import { toShownEvidence } from "./numbered-sentences.ts";

/** Complains once about any fault, and once more if nothing is usable; after that, only drops what is faulty. */
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
