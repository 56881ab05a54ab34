// Plans the trials of each item: without documents, from its question alone, from its references, and without one of its documents.

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

/** A reference's sentences, each closed by a full stop: without one, the name that follows would read as part of the sentence. */
const sentencesOf = (text: string, language: TruthRow["language"]): string[] =>
  splitSentences(text, language).map(({ text: sentence }) =>
    /[\p{Sentence_Terminal}…]["'”’」』）)】*_]*$/u.test(sentence)
      ? sentence
      : `${sentence}${language === "zh" ? "。" : "."}`,
  );

/** Writes a name like "Corrie Hospital_A. Lowe" as a person would. */
const readableName = (name: string, language: TruthRow["language"]): string =>
  name.replaceAll("_", language === "zh" ? "，" : ", ");

/** The references' sentences, each preceded by its document's name, as in the other prompts: a sentence alone may not say whom it is about. */
const textsOf = (
  references: readonly TruthReference[],
  { nameOf, language }: { nameOf: NameOf; language: TruthRow["language"] },
): string[] => [
  ...new Set(
    references.flatMap(({ text, span }) =>
      sentencesOf(text, language).map(sentence =>
        withSubject({
          subject: readableName(nameOf(span?.documentId), language),
          text: sentence,
          language,
        }),
      ),
    ),
  ),
];

/** One trial for each document removed; none if there is only one document, or if a reference does not name its document. */
function trialsWithoutDocuments(
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
 * A reverse task has none either: its references are only what the corpus happens to say about its answer, so they need not
 * suffice, nor is each one needed. A text to be corrected is not a question and contains most of its answer, so it is only tried from references.
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
  const trialsFromReferences: Trial[] = [
    {
      condition: "references",
      documentId: null,
      passages: textsOf(references, { nameOf, language }),
    },
    ...trialsWithoutDocuments({ references, language }, nameOf),
  ];
  if (type === "correction") return trialsFromReferences;
  return [
    { condition: "closed-book", documentId: null, passages: [] },
    { condition: "question", documentId: null, passages: [] },
    ...trialsFromReferences,
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
