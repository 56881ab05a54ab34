// Trials of each item: without documents, by its question alone, from its references, and without one of its documents.

import { type TrialRow, trials } from "../../../schemas/evaluation/findings.ts";
import { type TruthReference, type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { reverseTasks } from "../../../schemas/items/item-types.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { withSubject } from "../../retrieval/chunk-search.ts";
import { splitSentences } from "../../text/sentences.ts";

type Trial = Pick<TrialRow, "condition" | "documentId" | "passages">;

type NameOf = (documentId: string | undefined) => string;

/** A reference is shown sentence by sentence, each with a full stop: without it, the next name would read as part of it. */
const sentencesOf = (text: string, language: TruthRow["language"]): string[] =>
  splitSentences(text, language).map(({ text: sentence }) =>
    /[\p{Sentence_Terminal}…]["'”’」』）)】*_]*$/u.test(sentence)
      ? sentence
      : `${sentence}${language === "zh" ? "。" : "."}`,
  );

/** A name like "Corrie Hospital_A. Lowe" as a person would write it. */
const written = (name: string, language: TruthRow["language"]): string =>
  name.replaceAll("_", language === "zh" ? "，" : ", ");

/** A sentence alone may not say whom it is about: its document's name precedes it, as in the other prompts. */
const textsOf = (
  references: readonly TruthReference[],
  { nameOf, language }: { nameOf: NameOf; language: TruthRow["language"] },
): string[] => [
  ...new Set(
    references.flatMap(({ text, span }) =>
      sentencesOf(text, language).map(sentence =>
        withSubject({
          subject: written(nameOf(span?.documentId), language),
          text: sentence,
          language,
        }),
      ),
    ),
  ),
];

/** One trial per document of the references; none if there is only one, or if a reference does not name its document. */
function withoutEach(
  { references, language }: Pick<TruthRow, "language"> & { references: readonly TruthReference[] },
  nameOf: NameOf,
): Trial[] {
  const ids = [...new Set(references.map(({ span }) => span?.documentId))];
  if (ids.length < 2 || ids.includes(undefined)) return [];
  return ids.flatMap(documentId =>
    documentId === undefined
      ? []
      : {
          condition: "without-document",
          documentId,
          passages: textsOf(
            references.filter(({ span }) => span?.documentId !== documentId),
            { nameOf, language },
          ),
        },
  );
}

/**
 * The trials of an item: none if it is unanswerable, has no references, or has no keypoints to judge by.
 * A reverse task's references are only what the corpus happens to say about its answer: they need not be sufficient,
 * and not each is needed. A text to be corrected is not a question, and says most of its answer itself.
 */
export function trialsOf(truth: TruthRow, nameOf: NameOf): Trial[] {
  const { type, references, keypoints, language } = truth;
  if (
    type === "unanswerable" ||
    references === null ||
    references.length === 0 ||
    keypoints === null ||
    keypoints.length === 0
  )
    return [];
  if ((reverseTasks as readonly string[]).includes(type)) return [];
  const rest: Trial[] = [
    {
      condition: "references",
      documentId: null,
      passages: textsOf(references, { nameOf, language }),
    },
    ...withoutEach({ references, language }, nameOf),
  ];
  if (type === "correction") return rest;
  return [
    { condition: "closed-book", documentId: null, passages: [] },
    { condition: "question", documentId: null, passages: [] },
    ...rest,
  ];
}

export const trialsStage = defineStage({
  name: "audit/trials",
  module: import.meta.filename,
  prompts: [],
  over: truths,
  lookup: { documents },
  writes: trials,
  each: (truth, { tables }) =>
    made(
      trialsOf(truth, id => (id === undefined ? "" : (tables.documents.find(id)?.name ?? ""))).map(
        trial => ({
          id: rowId("trial", truth.id, trial.condition, trial.documentId ?? ""),
          itemId: truth.id,
          language: truth.language,
          ...trial,
        }),
      ),
    ),
});
