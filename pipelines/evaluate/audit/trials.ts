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

/** One trial for each document removed; none if there is only one document, or if a reference does not name its document. */
function trialsWithoutDocuments(
  references: readonly TruthReference[],
  passagesOf: (references: readonly TruthReference[]) => string[],
): Trial[] {
  const ids = new Set(references.map(({ span }) => span?.documentId ?? null));
  if (ids.size < 2 || ids.has(null)) return [];
  return Array.from(ids, documentId => ({
    condition: "without-document",
    documentId,
    passages: passagesOf(references.filter(({ span }) => span?.documentId !== documentId)),
  }));
}

/**
 * The trials of an item: none if it is unanswerable, has no references, or has no keypoints to judge by.
 * A reverse task has none either: its references are only what the corpus happens to say about its answer, so they need not
 * suffice, and not every one is needed. A text to be corrected is not a question and contains most of its answer, so it is tried from references only.
 */
export function trialsOf(
  { type, references, keypoints, language }: TruthRow,
  nameOf: (documentId: string | undefined) => string,
): Trial[] {
  const isTried = type !== "unanswerable" && !(reverseTasks as readonly string[]).includes(type);
  if (!isTried || !references?.length || !keypoints?.length) return [];
  // A sentence alone may not say whom it is about: as in the other prompts, each is preceded by its document's name.
  const passagesOf = (shown: readonly TruthReference[]): string[] => {
    const sentences = shown.flatMap(({ text, span }) => {
      const subject = readableName(nameOf(span?.documentId), language);
      return sentencesOf(text, language).map(sentence =>
        withSubject({ subject, text: sentence, language }),
      );
    });
    return [...new Set(sentences)];
  };
  const trialsFromReferences: Trial[] = [
    { condition: "references", documentId: null, passages: passagesOf(references) },
    ...trialsWithoutDocuments(references, passagesOf),
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
  each(truth, { tables }) {
    const { id: itemId, language } = truth;
    const nameOf = (id: string | undefined) => (id && tables.documents.find(id)?.name) ?? "";
    return made(
      trialsOf(truth, nameOf).map(trial => ({
        id: rowId("trial", itemId, trial.condition, trial.documentId ?? ""),
        itemId,
        language,
        ...trial,
      })),
    );
  },
});
