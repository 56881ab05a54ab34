// Judges each answer of the wing: runs the checks that all wings share, and checks whether the corpus supports the answer without giving it away.

import { completenessPrompt } from "../../schemas/crud/prompts.ts";
import {
  type AnswerRow,
  answers,
  type KeypointRow,
  keypoints,
  verdicts,
} from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { type Ask, defineStage } from "../engine/stage.ts";
import {
  numberSentences,
  toShownSentence,
  unknownSentencesProblem,
} from "../items/numbered-sentences.ts";
import { findFaults, verdictOf, type Reason } from "../items/answer-checks.ts";
import {
  type ContainmentIndex,
  indexContainment,
  findContainingDocument,
} from "../text/containing-document.ts";

interface Corpus {
  readonly ids: readonly string[];
  readonly index: ContainmentIndex;
}

const indexCorpus = (rows: readonly DocumentRow[]): Corpus => ({
  ids: rows.map(({ id }) => id),
  index: indexContainment(rows.map(({ text }) => text)),
});

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Searches the whole corpus for the reference: an earlier check may have missed a leak, or a person may have added one. */
function leakReasons(
  { answer }: AnswerRow,
  { ids, index }: Corpus,
  maxContainment: number,
): Reason[] {
  const holder = findContainingDocument(index, answer);
  if (holder === null || holder.containment < maxContainment) return [];
  return [
    {
      code: "leaks",
      detail: `${ids[holder.index]} in the corpus contains ${percent(holder.containment)} of the reference.`,
    },
  ];
}

/** A reference cannot be reconstructed if the corpus supports too little of it. */
function supportReasons(points: readonly KeypointRow[], minSupport: number): Reason[] {
  const supported = points.filter(({ spans }) => spans.length > 0).length;
  // One supported fact is not enough if there are more: the same words may state many facts.
  const isEnough =
    supported >= Math.min(2, points.length) && supported / points.length >= minSupport;
  if (points.length > 0 && isEnough) return [];
  return [
    {
      code: "not-reconstructable",
      detail: `The corpus supports ${supported} of ${points.length} facts of the reference.`,
    },
  ];
}

// Long enough to show the other articles in full if they have the usual length: any sentence may make up for the missing article.
const maxShownLength = { zh: 6000, en: 16_000 };

/** A question about several documents must not be fully answerable without any one of them. */
async function unneededDocumentReasons(
  ask: Ask,
  { question, evidence, language }: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): Promise<Reason[]> {
  const citedSpans = evidence.map(({ span }) => span);
  for (const omittedId of question.documentIds) {
    const remainingDocuments = question.documentIds.flatMap(id =>
      id === omittedId ? [] : (documentsById.get(id) ?? []),
    );
    const sentences = numberSentences(remainingDocuments, question.question, {
      keptSpans: citedSpans,
      maxLength: maxShownLength[language],
    });
    const variables = { question: question.question, sentences: sentences.map(toShownSentence) };
    const reply = await ask(completenessPrompt, language, variables, {
      check: reply => unknownSentencesProblem(reply.sentences, sentences, language),
    });
    if (reply.complete)
      return [{ code: "document-not-needed", detail: `It can be answered without ${omittedId}.` }];
  }
  return [];
}

const multiArticleTasks = new Set<string>(["qa-2-documents", "qa-3-documents"]);

/** A reference reconstructed from the corpus shares words with it; an article that contains this share of the reference is a copy. */
const maxCopiedShare = 0.65;

interface VerdictOptions extends Pick<CrudSettings, "leak" | "support"> {
  readonly method: Settings["method"];
}

export const crudVerdictsStage = ({ leak, support, method }: VerdictOptions) =>
  defineStage({
    name: "crud/verdicts",
    module: import.meta.filename,
    prompts: method === "paper" ? [completenessPrompt] : [],
    judges: true,
    settings: { leak, support, method },
    over: answers,
    lookup: { documents, keypoints },
    writes: verdicts,
    async each(answer, { ask, tables }) {
      const { id, question } = answer;
      const maxContainment = method === "paper" ? leak.containment : maxCopiedShare;
      const documentsById = new Map(
        question.documentIds.map(documentId => [documentId, tables.documents.get(documentId)]),
      );
      const reverseReasons = () => [
        ...leakReasons(answer, tables.documents.derive("holders", indexCorpus), maxContainment),
        ...supportReasons(tables.keypoints.where("answerId", id), support),
      ];
      const reasons = [
        ...findFaults(answer, documentsById),
        ...(isReverse(question.type) ? reverseReasons() : []),
      ];
      // Code has already proved that a story's question needs all its documents.
      if (method === "paper" && reasons.length === 0 && multiArticleTasks.has(question.type))
        reasons.push(...(await unneededDocumentReasons(ask, answer, documentsById)));
      return verdictOf(answer, reasons);
    },
  });
