// Asks a model for a question that needs every one of two or three articles on one event, in five steps of reasoning.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { qaMultiPrompt } from "../../schemas/crud/prompts.ts";
import { type QaMultiRow, qaMultis } from "../../schemas/crud/drafts.ts";
import { articles, type CrudPlanRow, crudPlans, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import {
  numberSentences,
  spansOf,
  type PlacedSentence,
  unknownSentencesProblem,
} from "../items/numbered-sentences.ts";
import { checkDerivation, unsupportedValues } from "../text/derivation.ts";
import { datesNear } from "../text/news-days.ts";
import { wordingProblems } from "./question-wording.ts";

type Reply = ReplyOf<typeof qaMultiPrompt>;

const emptyMessage = {
  zh: "question 和 answer 都要写；确实出不了题，就在 declined 里说明原因。",
  en: "Give a question and an answer, or say in `declined` why there is none.",
};

const notNeededMessage = {
  zh: (number: number) =>
    `答案没有用到文章 ${number}：support 里要列出它的句子，而且缺了这篇就应当无法作答。`,
  en: (number: number) =>
    `Article ${number} is not needed: cite its sentences in support, and make the question depend on it.`,
};
const misplacedMessage = {
  zh: (number: number, article: number) => `句子 ${number} 不在文章 ${article} 里。`,
  en: (number: number, article: number) => `Sentence ${number} is not in article ${article}.`,
};

interface ShownArticles {
  readonly documentIds: readonly string[];
  readonly sentences: readonly PlacedSentence[];
  readonly language: Language;
}

function supportProblems(
  { support }: Reply,
  { documentIds, sentences, language }: ShownArticles,
): string[] {
  const unusedArticles = documentIds.flatMap((_, index) =>
    support.some(({ article, sentences: numbers }) => article === index + 1 && numbers.length > 0)
      ? []
      : notNeededMessage[language](index + 1),
  );
  const misplacedSentences = support.flatMap(({ article, sentences: numbers }) =>
    numbers.flatMap(number => {
      const sentence = sentences.find(row => row.number === number);
      return sentence && sentence.documentId !== documentIds[article - 1]
        ? misplacedMessage[language](number, article)
        : [];
    }),
  );
  return [...unusedArticles, ...misplacedSentences];
}

/** Everything that is wrong with a reply that fits its contract, worded for the model. */
function qaMultiProblem(reply: Reply, shownArticles: ShownArticles): string | undefined {
  if (reply.declined) return undefined;
  const { question, answer, support, derivations } = reply;
  const { sentences, language } = shownArticles;
  if (question.trim() === "" || answer.trim() === "") return emptyMessage[language];
  const numbers = support.flatMap(row => row.sentences);
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  const inventedValues = unsupportedValues(
    answer,
    [...citedSentences.map(({ text }) => text), question, ...citedSentences.map(datesNear)],
    derivations,
    language,
  );
  const problems = [
    unknownSentencesProblem(numbers, sentences, language) ?? [],
    supportProblems(reply, shownArticles),
    wordingProblems(question, answer, language),
    derivations.flatMap(derivation => checkDerivation(derivation, language) ?? []),
    inventedValues.length > 0
      ? {
          zh: `所给句子里没有${inventedValues.join("、")}，也没有说明怎样算出。`,
          en: `Neither stated in the sentences you cite nor derived: ${inventedValues.join(", ")}.`,
        }[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

interface PlanArticles {
  readonly rows: readonly DocumentRow[];
  readonly headlineOf: (id: string) => string | null;
  readonly sentences: readonly PlacedSentence[];
}

function toVariables(
  { shared }: CrudPlanRow,
  { rows, headlineOf, sentences }: PlanArticles,
): VariablesOf<typeof qaMultiPrompt> {
  const shownArticles = rows.map(({ id, published }, index) => ({
    number: index + 1,
    headline: headlineOf(id),
    published,
    sentences: sentences
      .filter(({ documentId }) => documentId === id)
      .map(({ number, text }) => ({ number, text })),
  }));
  return { articles: shownArticles, shared };
}

export const qaMultiStage = defineStage({
  name: "crud/qa-multi",
  module: import.meta.filename,
  prompts: [qaMultiPrompt],
  over: crudPlans,
  lookup: { pool, articles },
  writes: qaMultis,
  only: ({ type }) => type === "qa-2-documents" || type === "qa-3-documents",
  async each(plan, { ask, tables }) {
    const { id: planId, documentIds, language, domain } = plan;
    const rows = documentIds.map(id => tables.pool.get(id));
    const sentences = numberSentences(rows, plan.shared.join(" "));
    const variables = toVariables(plan, {
      rows,
      sentences,
      headlineOf: id => tables.articles.find(id)?.headline ?? null,
    });
    const reply = await ask(qaMultiPrompt, language, variables, {
      check: reply => qaMultiProblem(reply, { documentIds, sentences, language }),
    });
    if (reply.declined) return declined<QaMultiRow>("no-good-question", reply.declined);
    const [question, answer] = [reply.question.trim(), reply.answer.trim()];
    return made([
      {
        id: rowId("qa", planId, question),
        planId,
        language,
        domain,
        question,
        answer,
        documentIds,
        spans: spansOf(
          reply.support.flatMap(row => row.sentences),
          sentences,
        ),
        thoughts: reply.thoughts,
        derivations: reply.derivations,
      },
    ]);
  },
});
