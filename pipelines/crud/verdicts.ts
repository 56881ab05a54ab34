// Judges each answer of the wing: the tail's checks, and whether the corpus supports it without giving it away.

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
import { numberSentences, shownSentence, unknownSentences } from "../items/numbered-sentences.ts";
import { findFaults, verdictOf, type Reason } from "../items/quality.ts";
import { type HolderIndex, indexHolders, nearestHolder } from "../text/nearest-holder.ts";

interface Corpus {
  readonly ids: readonly string[];
  readonly index: HolderIndex;
}

const indexCorpus = (rows: readonly DocumentRow[]): Corpus => ({
  ids: rows.map(({ id }) => id),
  index: indexHolders(rows.map(({ text }) => text)),
});

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Searches the whole corpus for the reference: an earlier check may have missed a leak, or a person added one. */
function leakReasons({ answer }: AnswerRow, { ids, index }: Corpus, most: number): Reason[] {
  const holder = nearestHolder(index, answer);
  if (holder === null || holder.containment < most) return [];
  return [
    {
      code: "leaks",
      detail: `${ids[holder.index]} in the corpus contains ${percent(holder.containment)} of the reference.`,
    },
  ];
}

/** A reference cannot be reconstructed if the corpus supports too little of it. */
function supportReasons(points: readonly KeypointRow[], least: number): Reason[] {
  const supported = points.filter(({ spans }) => spans.length > 0).length;
  // A single fact may be one of many that the same words state.
  const enough = supported >= Math.min(2, points.length) && supported / points.length >= least;
  if (points.length > 0 && enough) return [];
  return [
    {
      code: "not-reconstructable",
      detail: `The corpus supports ${supported} of ${points.length} facts of the reference.`,
    },
  ];
}

// Enough for the other articles in full, if they have the usual length: any sentence may bridge to the missing one.
const maxShown = { zh: 6000, en: 16_000 };

/** A question over several documents must not be fully answerable without any one of them. */
async function idleDocument(
  ask: Ask,
  { question, evidence, language }: AnswerRow,
  texts: ReadonlyMap<string, DocumentRow>,
): Promise<Reason[]> {
  const kept = evidence.map(({ span }) => span);
  for (const without of question.documentIds) {
    const others = question.documentIds.flatMap(id =>
      id === without ? [] : (texts.get(id) ?? []),
    );
    const sentences = numberSentences(others, question.question, {
      kept,
      most: maxShown[language],
    });
    const variables = { question: question.question, sentences: sentences.map(shownSentence) };
    const reply = await ask(completenessPrompt, language, variables, {
      check: reply => unknownSentences(reply.sentences, sentences, language),
    });
    if (reply.complete)
      return [{ code: "document-not-needed", detail: `It can be answered without ${without}.` }];
  }
  return [];
}

const needsSeveral = new Set<string>(["qa-2-documents", "qa-3-documents"]);

/** A reference reconstructed from the corpus shares words with it; one with this share from one article is a copy. */
const copied = 0.65;

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
      const most = method === "paper" ? leak.containment : copied;
      const texts = new Map(
        question.documentIds.map(documentId => [documentId, tables.documents.get(documentId)]),
      );
      const ofReverse = () => [
        ...leakReasons(answer, tables.documents.derive("holders", indexCorpus), most),
        ...supportReasons(tables.keypoints.where("answerId", id), support),
      ];
      const reasons = [
        ...findFaults(answer, texts),
        ...(isReverse(question.type) ? ofReverse() : []),
      ];
      // For a story's question, code has already proved it.
      if (method === "paper" && reasons.length === 0 && needsSeveral.has(question.type))
        reasons.push(...(await idleDocument(ask, answer, texts)));
      return verdictOf(answer, reasons);
    },
  });
