// Judges each answer of the wing: first the checks that all wings share, then the paper's acceptance review.

import { reviewPrompt } from "../../schemas/cofe/prompts.ts";
import { documents } from "../../schemas/items/documents.ts";
import { answers, keywords, verdicts } from "../../schemas/items/records.ts";
import { defineStage } from "../engine/stage.ts";
import { titledDocumentsOf, numberSentences } from "../items/numbered-sentences.ts";
import { findFaults, verdictOf } from "../items/answer-checks.ts";
import { askReview } from "./review.ts";

export const cofeVerdictsStage = defineStage({
  name: "cofe/verdicts",
  module: import.meta.filename,
  prompts: [reviewPrompt],
  judges: true,
  over: answers,
  lookup: { documents, keywords },
  writes: verdicts,
  async each(answer, { ask, tables }) {
    const { question } = answer;
    const documentsById = new Map(question.documentIds.map(id => [id, tables.documents.get(id)]));
    const faults = findFaults(answer, documentsById);
    const [title = ""] = question.subjects;
    const sentences = numberSentences(
      titledDocumentsOf(question, tables.documents.get),
      question.question,
      { scope: question.scope },
    );
    // An answer that the code already rejects is not sent for review, so it costs nothing.
    const { reasons, keywordRejections } =
      faults.length > 0
        ? { reasons: faults, keywordRejections: {} }
        : await askReview(ask, {
            answer,
            title,
            sentences,
            keywords: tables.keywords.where("answerId", answer.id)[0],
          });
    return verdictOf(answer, reasons, keywordRejections);
  },
});
