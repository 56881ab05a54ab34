// Reads the truths of CRUD-RAG's dataset file: its six tasks, with RAGQuestEval's questions and the qrels if they are next to the file.

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import {
  CrudContinuation,
  CrudCorrection,
  CrudQuestEval,
  CrudQuestion,
  CrudSummary,
  cannotInfer,
  crudKeys,
} from "../../../schemas/formats/crud.ts";
import { joinCorrection } from "../../../schemas/items/correction-text.ts";
import { CrudTask, isReverse } from "../../../schemas/items/item-types.ts";
import { languageOf } from "../../text/language.ts";
import { readNewsHeader } from "../../text/news-header.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";
import {
  entriesOf,
  type JsonObject,
  isJsonObject,
  openRecords,
  type LocatedRecord,
  parseRecord,
  type RecordFile,
  recordError,
} from "../record-files.ts";
import { labelsOfDocuments } from "./foreign-truth-fields.ts";
import { readQrels } from "./qrels.ts";

const hint = `Give CRUD-RAG's dataset: one JSON object with an array for each task (${Object.values(crudKeys).join(", ")}).`;

/** Whether a file has a list for any of the six tasks. */
export const isCrudFile = (fileValue: unknown): boolean =>
  isJsonObject(fileValue) && Object.values(crudKeys).some(key => Array.isArray(fileValue[key]));

interface CrudItem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** The texts of the articles that the record is based on, as it quotes them. */
  readonly news: readonly string[];
}

type TaskReader = (record: LocatedRecord, path: string) => CrudItem;

const readSummary: TaskReader = (record, path) => {
  const { ID, event, summary } = parseRecord(CrudSummary, record, { path, hint });
  return { id: String(ID), question: event, answer: summary, news: [] };
};

const readContinuation: TaskReader = (record, path) => {
  const { ID, beginning, continuing } = parseRecord(CrudContinuation, record, { path, hint });
  return { id: String(ID), question: beginning, answer: continuing, news: [] };
};

const readCorrection: TaskReader = (record, path) => {
  const {
    ID,
    newsBeginning,
    hallucinatedContinuation: continuation,
    hallucinatedMod,
  } = parseRecord(CrudCorrection, record, { path, hint });
  return {
    id: String(ID),
    question: joinCorrection({ beginning: newsBeginning, continuation }),
    answer: hallucinatedMod,
    news: [],
  };
};

const readQuestion: TaskReader = (record, path) => {
  const fields = parseRecord(CrudQuestion, record, { path, hint });
  const news = ["news1", "news2", "news3"]
    .map(name => fields[name])
    .filter(text => typeof text === "string");
  return { id: String(fields.ID), question: fields.questions, answer: fields.answers, news };
};

const taskReaders: Record<CrudTask, TaskReader> = {
  summarization: readSummary,
  continuation: readContinuation,
  correction: readCorrection,
  "qa-1-document": readQuestion,
  "qa-2-documents": readQuestion,
  "qa-3-documents": readQuestion,
};

const questHint =
  'Give {"<ID>": {"key_info": […], "question": […], "answers": […]}}, with lists of the same length.';

const isOriginalFile = (name: string): boolean => name.endsWith("_quest_gt_save.json");

/** Files of questions in a folder: our quest-eval.json, and the original's per-task files, whose answers its program read from the reference alone. */
const questFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name === "quest-eval.json" || isOriginalFile(name))
    .sort()
    .map(name => join(folder, name));

const qrelsFiles = (folder: string): string[] =>
  [join(folder, "qrels.tsv")].filter(path => existsSync(path));

/** The files next to a dataset's file from which its truths are also read. */
export const crudCompanionFiles = (path: string): string[] =>
  [...qrelsFiles(dirname(path)), ...questFiles(dirname(path))].sort();

type Quest = Pick<TruthRow, "quest" | "questIsRead">;

const answerOrNull = (answer = ""): string | null =>
  answer === "" || answer === cannotInfer ? null : answer;

/** The questions of a file by ID. */
function readQuest(path: string): [string, Quest][] {
  const { singleValue } = openRecords(path, questHint);
  const schema = z.record(z.string(), CrudQuestEval);
  const entries = parseRecord(
    schema,
    { location: "", value: singleValue },
    { path, hint: questHint },
  );
  return Object.entries(entries).map(([id, { question, answers }]) => {
    const quest = question.map((text, index) => ({
      id: `q${index + 1}`,
      question: text,
      answer: answerOrNull(answers[index]),
    }));
    return [id, { quest, ...(isOriginalFile(path) && { questIsRead: true }) }];
  });
}

/** Number of initial characters that identify an article: except for reposts, no two articles share them. */
const openingLength = 80;
const openingOf = (text: string) => text.replace(/\s+/g, "").slice(0, openingLength);

/** Returns a function that finds the article a record quotes, with or without the portal's header; undefined if the corpus does not have it. */
function articleFinder(
  documents: KnownDocuments | undefined,
): (news: string) => KnownDocument | undefined {
  const byOpening = new Map(
    (documents?.documents ?? []).map(document => [openingOf(document.text), document]),
  );
  return news =>
    byOpening.get(openingOf(news.slice(readNewsHeader(news).end))) ??
    byOpening.get(openingOf(news));
}

interface CrudTables {
  readonly quest: ReadonlyMap<string, Quest>;
  readonly qrels: ReadonlyMap<string, NonNullable<TruthRow["labels"]>> | null;
  readonly findArticle: (news: string) => KnownDocument | undefined;
}

function labelsOf({ id, news }: CrudItem, { qrels, findArticle }: CrudTables): TruthRow["labels"] {
  if (qrels) return qrels.get(id) ?? [];
  const articleIds = new Set(news.flatMap(text => findArticle(text)?.id ?? []));
  return articleIds.size === 0 ? null : labelsOfDocuments([...articleIds]);
}

function toTruth(type: CrudTask, item: CrudItem, tables: CrudTables): TruthRow {
  const labels = labelsOf(item, tables);
  return {
    id: item.id,
    language: languageOf(item.question),
    type,
    domain: "news",
    question: item.question,
    answer: item.answer,
    subjects: [],
    documentIds: isReverse(type) ? [] : (labels ?? []).map(({ documentId }) => documentId),
    references: null,
    keypoints: null,
    keywords: null,
    labels,
    ...(tables.quest.get(item.id) ?? { quest: null }),
    split: null,
    set: "ours",
    otherIds: [],
  };
}

/**
 * Reads the truths of all tasks. Relevant documents come from qrels.tsv next to the file; without it, from the articles that a record
 * quotes, if they are among the documents. Keeps the file in memory.
 */
export function* crudTruths(
  { path, singleValue }: RecordFile,
  documents: KnownDocuments | undefined,
): Generator<TruthRow> {
  const folder = dirname(path);
  const [qrelsPath] = qrelsFiles(folder);
  const tables: CrudTables = {
    quest: new Map(questFiles(folder).flatMap(readQuest)),
    qrels: qrelsPath === undefined ? null : readQrels(qrelsPath, documents),
    findArticle: articleFinder(documents),
  };
  for (const [task, key] of Object.entries(crudKeys)) {
    const type = CrudTask.parse(task);
    const list = (singleValue as JsonObject)[key] ?? [];
    if (!Array.isArray(list)) throw recordError(path, key, "a list is expected", hint);
    for (const record of entriesOf(list, key))
      yield toTruth(type, taskReaders[type](record, path), tables);
  }
}
