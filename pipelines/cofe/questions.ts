// Has a model write questions about a fragment: up to four types in one request, each of which may be declined.

import type { ReplyOf } from "../../schemas/define.ts";
import { cofeQuestionsPrompt } from "../../schemas/cofe/prompts.ts";
import {
  cofePlans,
  type CofePlanRow,
  fragments,
  type FragmentRow,
  titles,
} from "../../schemas/cofe/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { CofeType, type Language } from "../../schemas/items/item-types.ts";
import { type QuestionRow, questions } from "../../schemas/items/records.ts";
import type { Wing } from "../../schemas/wings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import {
  numberSentences,
  type PlacedSentence,
  unknownSentencesProblem,
} from "../items/numbered-sentences.ts";

type Reply = ReplyOf<typeof cofeQuestionsPrompt>;

/** The questions in a reply that are of the requested types. */
const questionsIn = (reply: Reply, types: readonly CofeType[]) =>
  types.flatMap(type => (reply[type] ? [{ type, ...reply[type] }] : []));

const emptyMessage = {
  zh: (type: string) => `${type} 的 question 不能为空；出不了题就写 null。`,
  en: (type: string) => `${type}: the question may not be empty; write null if there is none.`,
};
const duplicateMessage = {
  zh: "几个类型的问题不能相同。",
  en: "No two types may have the same question.",
};

/** Everything wrong with a reply that fits its contract, worded for the model. */
function questionsProblem(
  reply: Reply,
  {
    types,
    sentences,
    language,
  }: { types: readonly CofeType[]; sentences: readonly PlacedSentence[]; language: Language },
): string | undefined {
  const proposed = questionsIn(reply, types);
  const problems = [
    proposed
      .filter(({ question }) => question.trim() === "")
      .map(({ type }) => emptyMessage[language](type)),
    unknownSentencesProblem(
      proposed.flatMap(({ sentences: numbers }) => numbers),
      sentences,
      language,
    ) ?? [],
    new Set(proposed.map(({ question }) => question.trim())).size < proposed.length
      ? duplicateMessage[language]
      : [],
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

/** The fragment's sentences, under its title; the document's date is left out. */
const fragmentSentences = (
  { documentId, start, end }: FragmentRow,
  document: Parameters<typeof numberSentences>[0][number],
): PlacedSentence[] =>
  numberSentences([{ ...document, published: null }], "", { scope: [{ documentId, start, end }] });

interface CofeQuestion {
  readonly type: CofeType;
  readonly question: string;
  /** The title of its document. */
  readonly title: string;
}

function toQuestion(
  plan: CofePlanRow,
  { documentId, start, end }: FragmentRow,
  { type, question, title }: CofeQuestion,
): QuestionRow {
  return {
    // Derived from the fragment, not from its plan: a question requested along with other types is the same question.
    id: rowId("q", plan.fragmentId, type, question),
    wing: "cofe" satisfies Wing,
    type,
    language: plan.language,
    domain: plan.domain,
    question,
    answer: "",
    subjects: [title],
    documentIds: [documentId],
    heldOutIds: [],
    spans: [],
    scope: [{ documentId, start, end }],
    factIds: [],
    derivations: [],
    originId: plan.id,
  };
}

export const cofeQuestionsStage = defineStage({
  name: "cofe/questions",
  module: import.meta.filename,
  prompts: [cofeQuestionsPrompt],
  over: cofePlans,
  lookup: { documents, fragments, titles },
  writes: questions,
  async each(plan, { ask, tables }) {
    const { types, language } = plan;
    const fragment = tables.fragments.get(plan.fragmentId);
    const title = tables.titles.find(fragment.documentId)?.title;
    if (title === undefined)
      return declined<QuestionRow>("no-title", "The title of its document was not found.");
    const sentences = fragmentSentences(fragment, {
      ...tables.documents.get(fragment.documentId),
      name: title,
    });
    if (sentences.length === 0)
      return declined<QuestionRow>("no-sentences", "The fragment has no sentences.");
    const sentenceVariables = sentences.map(({ number, document, text }) => ({
      number,
      document,
      text,
    }));
    const variables = { title, section: fragment.section, sentences: sentenceVariables, types };
    const reply = await ask(cofeQuestionsPrompt, language, variables, {
      check: reply => questionsProblem(reply, { types, sentences, language }),
    });
    const rows = questionsIn(reply, types).map(({ type, question }) =>
      toQuestion(plan, fragment, { type, question: question.trim(), title }),
    );
    return rows.length > 0
      ? made(rows)
      : declined<QuestionRow>(
          "no-question",
          `The fragment supports no question of the types ${types.join(", ")}.`,
        );
  },
});
