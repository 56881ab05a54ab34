// Converts items to records of CRUD-RAG's tasks, with keys in the format's order.

import { hash } from "node:crypto";
import type { Thoughts } from "../../schemas/crud/drafts.ts";
import {
  type CrudContinuation,
  type CrudCorrection,
  type CrudQuestEval,
  type CrudQuestion,
  type CrudSummary,
  cannotInfer,
} from "../../schemas/formats/crud.ts";
import type { QuestEvalRow } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { splitCorrection } from "../../schemas/items/correction-text.ts";
import type { CrudTask, Language } from "../../schemas/items/item-types.ts";
import type { ShownArticle } from "./crud-corpus.ts";
import type { Draft } from "./crud-drafts.ts";
import { missingDocumentError } from "./relevance.ts";

/** Data that records need but their items lack. */
export interface RecordSources {
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Gold documents, and articles held out of the corpus. */
  readonly shownArticles: ReadonlyMap<string, ShownArticle>;
  /** Headlines of the articles that have one, by document id. */
  readonly headlines: ReadonlyMap<string, string>;
}

/** 24 hexadecimal digits, as in the format, derived from our id. */
export const crudId = (itemId: string): string => hash("sha256", itemId).slice(0, 24);

const stepNames: Record<Language, Record<keyof Thoughts, string>> = {
  zh: {
    event: "事件：",
    common: "共同点：",
    differences: "差异：",
    question: "初步问题：",
    rebuilt: "重构：",
  },
  en: {
    event: "Event: ",
    common: "Common: ",
    differences: "Differences: ",
    question: "First question: ",
    rebuilt: "Rebuilt: ",
  },
};

/** Writes the five steps, one per line. */
const joinThoughts = (thoughts: Thoughts, language: Language): string =>
  (["event", "common", "differences", "question", "rebuilt"] as const)
    .map(step => `${stepNames[language][step]}${thoughts[step]}`)
    .join("\n");

function thoughtsOf({ id, language }: ItemRow, { drafts }: RecordSources): { thoughts?: string } {
  const draft = drafts.get(id);
  if (draft?.kind === "single") return { thoughts: draft.thoughts };
  return draft?.kind === "multi" ? { thoughts: joinThoughts(draft.thoughts, language) } : {};
}

/** Headline and date of the article that a record was made from. */
function articleFields(
  documentId: string,
  { headlines, shownArticles }: RecordSources,
): { headLine?: string; broadcastDate?: string } {
  const headLine = headlines.get(documentId);
  const broadcastDate = shownArticles.get(documentId)?.published ?? undefined;
  return {
    ...(headLine === undefined ? {} : { headLine }),
    ...(broadcastDate === undefined ? {} : { broadcastDate }),
  };
}

function heldOutFields({ heldOutIds: [id = ""] }: ItemRow, sources: RecordSources) {
  const text = sources.shownArticles.get(id)?.line;
  return { ...articleFields(id, sources), ...(text === undefined ? {} : { text }) };
}

const toSummary = (item: ItemRow, sources: RecordSources): CrudSummary => ({
  ID: crudId(item.id),
  event: item.question,
  summary: item.answer,
  ...heldOutFields(item, sources),
});

const toContinuation = (item: ItemRow, sources: RecordSources): CrudContinuation => ({
  ID: crudId(item.id),
  beginning: item.question,
  continuing: item.answer,
  ...heldOutFields(item, sources),
});

function toCorrection(item: ItemRow, sources: RecordSources): CrudCorrection {
  const { beginning, continuation } = splitCorrection(item.question);
  return {
    ID: crudId(item.id),
    newsBeginning: beginning,
    hallucinatedContinuation: continuation,
    hallucinatedMod: item.answer,
    ...articleFields(item.documentIds[0] ?? "", sources),
  };
}

function toQuestion(item: ItemRow, sources: RecordSources): CrudQuestion {
  const news = item.documentIds.map((id, index) => {
    const article = sources.shownArticles.get(id);
    if (!article) throw missingDocumentError(item.id, id);
    return [`news${index + 1}`, article.line] as const;
  });
  return {
    ID: crudId(item.id),
    questions: item.question,
    answers: item.answer,
    ...Object.fromEntries(news),
    ...thoughtsOf(item, sources),
  };
}

export const toRecord: Record<CrudTask, (item: ItemRow, sources: RecordSources) => object> = {
  summarization: toSummary,
  continuation: toContinuation,
  correction: toCorrection,
  "qa-1-document": toQuestion,
  "qa-2-documents": toQuestion,
  "qa-3-documents": toQuestion,
};

export const toQuestEval = ({ entries }: QuestEvalRow): CrudQuestEval => ({
  key_info: entries.map(({ keyInfo }) => keyInfo),
  question: entries.map(({ question }) => question),
  answers: entries.map(({ answer }) => answer || cannotInfer),
});
