// Labels the documents that are relevant to each item: its own, others that also state the answer and, for a reverse task, those that state parts of it.

import { referencesPrompt } from "../../schemas/items/prompts.ts";
import { type LabelRow, labels } from "../../schemas/items/finished-items.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { type Ask, defineStage, made } from "../engine/stage.ts";
import { localSearch } from "../retrieval/document-search.ts";
import { contentWords } from "../text/content-words.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { namesSubject } from "../text/stated-value.ts";
import { numberSentences, toShownSentence, unknownSentencesProblem } from "./numbered-sentences.ts";

/** How many documents are searched for. */
const hitCount = 10;
/** Minimum share of the answer's words in a text that may state the answer. */
const minSharedShare = 0.6;
/** Maximum number of other documents that a model is shown. */
const maxShownDocuments = 4;
/** Maximum characters read from a document, in the sentences closest to the question and the answer: a long document contains any word somewhere. */
const maxCharactersRead = 2_000;

const toLabel = (
  { id, language, type }: Pick<ItemRow, "id" | "language" | "type">,
  label: Pick<LabelRow, "documentId" | "role" | "grade" | "spans">,
): LabelRow => ({
  id: `${id}/${label.documentId}`,
  itemId: id,
  language,
  countsForMrr: !isReverse(type),
  ...label,
});

const spansIn = (documentId: string, spans: readonly Span[]) =>
  spans.filter(span => span.documentId === documentId);

/** For a reverse task: every document that supports a keypoint, graded by how many it supports. */
function reconstructionLabels(item: ItemRow): LabelRow[] {
  const documentIds = new Set(
    item.keypoints.flatMap(({ spans }) => spans.map(({ documentId }) => documentId)),
  );
  return [...documentIds].map(documentId => {
    const supportedSpans = item.keypoints
      .map(({ spans }) => spansIn(documentId, spans))
      .filter(({ length }) => length > 0);
    const spans = new Map(supportedSpans.flat().map(span => [span.start, span]));
    return toLabel(item, {
      documentId,
      role: "reconstruction",
      grade: supportedSpans.length,
      spans: [...spans.values()].sort((a, b) => a.start - b.start),
    });
  });
}

/** Labels of the item's own documents, and of others with a sentence known to say the same, each with all the spans that say it. */
function goldLabelsOf({ evidence, documentIds, ...item }: ItemRow): LabelRow[] {
  const ownSpans = evidence.map(({ span }) => span);
  const alternativeSpans = evidence.flatMap(({ alternatives = [] }) =>
    alternatives.map(({ span }) => span),
  );
  const allIds = new Set([...documentIds, ...alternativeSpans.map(({ documentId }) => documentId)]);
  return [...allIds].map(documentId =>
    toLabel(item, {
      documentId,
      role: documentIds.includes(documentId) ? "gold" : "support",
      grade: 1,
      spans: spansIn(documentId, [...ownSpans, ...alternativeSpans]),
    }),
  );
}

/** Whether a text has every value of the answer and most of its words; without them it cannot state the answer. */
export function mayStateAnswer(
  { text, language }: Pick<DocumentRow, "text" | "language">,
  answer: string,
): boolean {
  if (unsupportedValues(answer, [text], [], language).length > 0) return false;
  const answerWords = new Set(contentWords(answer, language));
  if (answerWords.size === 0) return fold(text).includes(fold(answer));
  const textWords = new Set(contentWords(text, language));
  const sharedCount = [...answerWords].filter(word => textWords.has(word)).length;
  return sharedCount >= minSharedShare * answerWords.size;
}

/** Labels of documents that state the answer although the item was not made from them. */
async function supportLabelsOf(
  ask: Ask,
  item: ItemRow,
  ownDocuments: readonly DocumentRow[],
  candidates: readonly DocumentRow[],
): Promise<LabelRow[]> {
  const { question, answer, language } = item;
  const subjects = ownDocuments
    .map(({ name }) => name)
    .filter(name => namesSubject(question, name));
  // A document that never names the question's subject states nothing about it.
  const isAbout = ({ name, text }: DocumentRow) =>
    subjects.length === 0 || subjects.some(subject => namesSubject(`${name}\n${text}`, subject));
  const query = `${question} ${answer}`;
  const nearestIn = (documents: readonly DocumentRow[]) =>
    numberSentences(documents, query, { maxLength: maxCharactersRead * documents.length });
  const others = candidates
    .filter(isAbout)
    .filter(document => {
      const text = nearestIn([document])
        .map(sentence => sentence.text)
        .join("\n");
      return mayStateAnswer({ text, language: document.language }, answer);
    })
    .slice(0, maxShownDocuments);
  if (others.length === 0) return [];
  const sentences = nearestIn(others);
  const reply = await ask(
    referencesPrompt,
    language,
    { question, answer, sentences: sentences.map(toShownSentence) },
    { check: reply => unknownSentencesProblem(reply.sentences, sentences, language) },
  );
  const citedSentences = sentences.filter(({ number }) => reply.sentences.includes(number));
  return [...new Set(citedSentences.map(({ documentId }) => documentId))].map(documentId =>
    toLabel(item, {
      documentId,
      role: "support",
      grade: 1,
      spans: spansIn(
        documentId,
        citedSentences.map(({ documentId: citedId, start, end }) => ({
          documentId: citedId,
          start,
          end,
        })),
      ),
    }),
  );
}

export const labelsStage = defineStage({
  name: "items/labels",
  module: import.meta.filename,
  prompts: [referencesPrompt],
  over: items,
  lookup: { documents },
  writes: labels,
  // Documents of an unanswerable question are not relevant: they lack the answer.
  only: ({ type }) => type !== "unanswerable",
  async each(item, { ask, tables }) {
    if (isReverse(item.type)) return made(reconstructionLabels(item));
    const search = await tables.documents.derive("search", localSearch);
    const hits = await search.find(`${item.question} ${item.answer}`, item.language, hitCount);
    const goldLabels = goldLabelsOf(item);
    const isLabelled = (id: string) => goldLabels.some(({ documentId }) => documentId === id);
    const supportLabels = await supportLabelsOf(
      ask,
      item,
      item.documentIds.map(id => tables.documents.get(id)),
      hits
        .filter(({ documentId }) => !isLabelled(documentId))
        .map(({ documentId }) => tables.documents.get(documentId)),
    );
    return made([...goldLabels, ...supportLabels]);
  },
});
