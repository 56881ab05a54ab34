// Labels the documents that are relevant to each item: its golds, others that also state the answer and, for a reverse task, those that state parts of it.

import { referencesPrompt } from "../../schemas/items/prompts.ts";
import { type LabelRow, labels } from "../../schemas/items/labels.ts";
import { type ItemRow, items } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { type Ask, defineStage, made } from "../engine/stage.ts";
import { localSearch } from "../retrieval/search.ts";
import { contentWords } from "../text/content-words.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { namesSubject } from "../text/stated-value.ts";
import { numberSentences, shownSentence, unknownSentences } from "./numbered-sentences.ts";

const searched = 10;
// Share of the answer's words a text needs to be shown to the model; with fewer it cannot state the answer.
const minShared = 0.6;
const maxShown = 4;
/** Characters of a document that are read: the sentences closest to question and answer. A long document has all words somewhere. */
const maxRead = 2_000;

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
function reconstructions(item: ItemRow): LabelRow[] {
  const documentIds = new Set(
    item.keypoints.flatMap(({ spans }) => spans.map(({ documentId }) => documentId)),
  );
  return [...documentIds].map(documentId => {
    const supported = item.keypoints
      .map(({ spans }) => spansIn(documentId, spans))
      .filter(({ length }) => length > 0);
    const spans = new Map(supported.flat().map(span => [span.start, span]));
    return toLabel(item, {
      documentId,
      role: "reconstruction",
      grade: supported.length,
      spans: [...spans.values()].sort((a, b) => a.start - b.start),
    });
  });
}

/** The item's own documents, and others with a sentence known to say the same, with all their places. */
function golds({ evidence, documentIds, ...item }: ItemRow): LabelRow[] {
  const own = evidence.map(({ span }) => span);
  const others = evidence.flatMap(({ alternatives = [] }) => alternatives.map(({ span }) => span));
  const all = new Set([...documentIds, ...others.map(({ documentId }) => documentId)]);
  return [...all].map(documentId =>
    toLabel(item, {
      documentId,
      role: documentIds.includes(documentId) ? "gold" : "support",
      grade: 1,
      spans: spansIn(documentId, [...own, ...others]),
    }),
  );
}

/** Whether a text has every value of the answer and most of its words, without which it cannot state it. */
export function mayState(
  { text, language }: Pick<DocumentRow, "text" | "language">,
  answer: string,
): boolean {
  if (unsupportedValues(answer, [text], [], language).length > 0) return false;
  const wanted = new Set(contentWords(answer, language));
  if (wanted.size === 0) return fold(text).includes(fold(answer));
  const present = new Set(contentWords(text, language));
  return [...wanted].filter(word => present.has(word)).length >= minShared * wanted.size;
}

/** Labels of documents that state the answer although the item was not made from them. */
async function supports(
  ask: Ask,
  item: ItemRow,
  own: readonly DocumentRow[],
  found: readonly DocumentRow[],
): Promise<LabelRow[]> {
  const { question, answer, language } = item;
  const subjects = own.map(({ name }) => name).filter(name => namesSubject(question, name));
  // A document that never names the question's subject states nothing about it.
  const isAbout = ({ name, text }: DocumentRow) =>
    subjects.length === 0 || subjects.some(subject => namesSubject(`${name}\n${text}`, subject));
  const nearestIn = (documents: readonly DocumentRow[]) =>
    numberSentences(documents, `${question} ${answer}`, { most: maxRead * documents.length });
  const others = found
    .filter(isAbout)
    .filter(document => {
      const text = nearestIn([document])
        .map(sentence => sentence.text)
        .join("\n");
      return mayState({ text, language: document.language }, answer);
    })
    .slice(0, maxShown);
  if (others.length === 0) return [];
  const sentences = nearestIn(others);
  const reply = await ask(
    referencesPrompt,
    language,
    { question, answer, sentences: sentences.map(shownSentence) },
    { check: reply => unknownSentences(reply.sentences, sentences, language) },
  );
  const cited = sentences.filter(({ number }) => reply.sentences.includes(number));
  return [...new Set(cited.map(({ documentId }) => documentId))].map(documentId =>
    toLabel(item, {
      documentId,
      role: "support",
      grade: 1,
      spans: spansIn(
        documentId,
        cited.map(({ documentId: at, start, end }) => ({ documentId: at, start, end })),
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
  // An unanswerable question's documents are those that lack the answer.
  only: ({ type }) => type !== "unanswerable",
  async each(item, { ask, tables }) {
    if (isReverse(item.type)) return made(reconstructions(item));
    const search = await tables.documents.derive("search", localSearch);
    const hits = await search.find(`${item.question} ${item.answer}`, item.language, searched);
    const known = golds(item);
    const isKnown = (id: string) => known.some(({ documentId }) => documentId === id);
    const others = await supports(
      ask,
      item,
      item.documentIds.map(id => tables.documents.get(id)),
      hits
        .filter(({ documentId }) => !isKnown(documentId))
        .map(({ documentId }) => tables.documents.get(documentId)),
    );
    return made([...known, ...others]);
  },
});
