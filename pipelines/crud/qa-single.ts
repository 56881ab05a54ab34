// Asks a model for a factual question on one article ("Read").

import type { ReplyOf } from "../../schemas/define.ts";
import { qaSinglePrompt } from "../../schemas/crud/prompts.ts";
import { type QaSingleRow, qaSingles } from "../../schemas/crud/drafts.ts";
import { articles, crudPlans, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import {
  numberSentences,
  spansOf,
  type PlacedSentence,
  toShownSentence,
  unknownSentencesProblem,
} from "../items/numbered-sentences.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { datesNear } from "../text/news-days.ts";
import { wordingProblems } from "./question-wording.ts";

type Reply = ReplyOf<typeof qaSinglePrompt>;

const emptyMessage = {
  zh: "question、answer、sentences 都要写；确实出不了题，就在 declined 里说明原因。",
  en: "Give question, answer and sentences, or say in `declined` why there is no question.",
};

/** Everything that is wrong with a reply that fits its contract, worded for the model. */
function qaSingleProblem(
  reply: Reply,
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): string | undefined {
  if (reply.declined) return undefined;
  const { question, answer, sentences: numbers } = reply;
  if (question.trim() === "" || answer.trim() === "" || numbers.length === 0)
    return emptyMessage[language];
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const inventedValues = unsupportedValues(
    answer,
    [...citedSentences.map(({ text }) => text), question, ...citedSentences.map(datesNear)],
    [],
    language,
  );
  const problems = [
    unknownSentencesProblem(numbers, sentences, language) ?? [],
    wordingProblems(question, answer, language),
    inventedValues.length > 0
      ? {
          zh: `所给句子里没有${inventedValues.join("、")}。`,
          en: `The sentences you cite do not say ${inventedValues.join(", ")}.`,
        }[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

export const qaSingleStage = defineStage({
  name: "crud/qa-single",
  module: import.meta.filename,
  prompts: [qaSinglePrompt],
  over: crudPlans,
  lookup: { pool, articles },
  writes: qaSingles,
  only: ({ type }) => type === "qa-1-document",
  async each({ id: planId, documentIds, language, domain }, { ask, tables }) {
    const rows = documentIds.map(id => tables.pool.get(id));
    const sentences = numberSentences(rows, "");
    const variables = {
      headline: tables.articles.find(documentIds[0] ?? "")?.headline ?? null,
      published: rows[0]?.published ?? null,
      sentences: sentences.map(toShownSentence),
    };
    const reply = await ask(qaSinglePrompt, language, variables, {
      check: reply => qaSingleProblem(reply, { sentences, language }),
    });
    if (reply.declined) return declined<QaSingleRow>("no-good-question", reply.declined);
    const [question, answer, thoughts] = [
      reply.question.trim(),
      reply.answer.trim(),
      reply.thoughts.trim(),
    ];
    const row = { id: rowId("qa", planId, question), planId, language, domain, documentIds };
    const spans = spansOf(reply.sentences, sentences);
    return made([{ ...row, question, answer, spans, thoughts }]);
  },
});
