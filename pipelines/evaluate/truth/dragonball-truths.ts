// Reads the truths of DragonBall's query file (RAGEval), with or without predictions in it, and of its lists of multi-document questions.

import { z } from "zod";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { DragonballQuery, typeOfName } from "../../../schemas/formats/dragonball.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { languageOf } from "../../text/language.ts";
import {
  entriesOf,
  type JsonObject,
  isJsonObject,
  type LocatedRecord,
  parseRecord,
  type RecordFile,
} from "../record-files.ts";
import { labelsOfDocuments, readExtraFields } from "./foreign-truth-fields.ts";

// In "1. In 2021 …", the number only repeats the order of the list. "1.5 million" does not begin with such a number.
const withoutNumber = (text: string): string =>
  text.replace(/^\s*\d{1,3}\s*[.．、)）](?!\d)\s*/, "");

const keypointsOf = (claims: readonly string[]): TruthRow["keypoints"] => {
  const texts = claims.map(withoutNumber).filter(claim => claim.trim() !== "");
  return texts.length === 0 ? null : texts.map((claim, index) => ({ id: `k${index + 1}`, claim }));
};

const toReferences = (texts: readonly string[]): NonNullable<TruthRow["references"]> =>
  texts.filter(text => text.trim() !== "").map(text => ({ text, span: null }));

/** All documents are equally relevant; for an unanswerable question, none are. */
const toLabels = (documentIds: readonly string[], type: string) =>
  labelsOfDocuments(type === "unanswerable" ? [] : documentIds);

const absentFields = { keywords: null, quest: null, split: null, set: "ours" } as const;

const queryHint =
  'Give DragonBall\'s queries, one per line: {"domain", "language", "query": {"query_id", "query_type", "content"}, "ground_truth": {"doc_ids", "content", "references", "keypoints"}}.';

/** Whether a record is a query with its ground truth. */
export const isDragonballQuery = (record: unknown): boolean =>
  isJsonObject(record) && isJsonObject(record["query"]) && isJsonObject(record["ground_truth"]);

function toTruth({ domain, language, query, ground_truth: truth }: DragonballQuery): TruthRow {
  const type = typeOfName(query.query_type) ?? query.query_type;
  const documentIds = [...new Set(truth.doc_ids.map(String))];
  return {
    ...absentFields,
    subjects: [],
    id: String(query.query_id),
    language,
    type,
    domain: domain.toLowerCase(),
    question: query.content,
    answer: truth.settled ?? truth.content,
    documentIds,
    references: toReferences(truth.references),
    keypoints: keypointsOf(truth.keypoints),
    labels: toLabels(documentIds, type),
    otherIds: [],
    ...readExtraFields(truth),
  };
}

/** Reads the queries of a file. Documents are identified by their number; references are not located yet. */
export function* dragonballTruths({ path, records }: RecordFile): Generator<TruthRow> {
  for (const record of records())
    yield toTruth(parseRecord(DragonballQuery, record, { path, hint: queryHint }));
}

/** The keys with which a reference names its document, and their domains. */
const subjectKeys: Readonly<Record<string, string>> = {
  company_name: "finance",
  公司名: "finance",
  court_name: "law",
  法院名: "law",
  hospital_patient_name: "medical",
  医院_病人名: "medical",
};

const firstPresent = (record: JsonObject, ...names: readonly string[]): unknown =>
  names.map(name => record[name]).find(value => value !== undefined);

const Question = z.preprocess(
  value =>
    isJsonObject(value)
      ? {
          type: firstPresent(value, "question type", "问题类型"),
          question: firstPresent(value, "question", "问题"),
          answer: firstPresent(value, "answer", "答案"),
          ref: value["ref"],
        }
      : value,
  z.object({
    type: z.string().default("multi-document"),
    question: z.string().min(1),
    answer: z.string(),
    ref: z.array(z.looseObject({ content: z.array(z.string()) })),
  }),
);

const listHint =
  'Give {"<name of a list>": [{"question", "answer", "ref": [{"company_name", "content": ["…"]}]}]}.';

/** Whether the file is an object of lists of questions that carry their references. */
export const hasQuestionLists = (fileValue: unknown): boolean =>
  isJsonObject(fileValue) &&
  Object.values(fileValue).some(
    list =>
      Array.isArray(list) && list.some(entry => isJsonObject(entry) && Array.isArray(entry["ref"])),
  );

function questionTruth(
  { type: name, question, answer, ref }: z.output<typeof Question>,
  id: string,
): TruthRow {
  const subjects = ref.flatMap(reference =>
    Object.entries(subjectKeys).flatMap(([key, domain]) =>
      typeof reference[key] === "string" ? [{ subject: reference[key], domain }] : [],
    ),
  );
  const documentIds = [...new Set(subjects.map(({ subject }) => subject))];
  const type = typeOfName(name) ?? name;
  return {
    ...absentFields,
    id,
    language: languageOf(question),
    type,
    domain: subjects[0]?.domain ?? "unknown",
    question,
    answer,
    subjects: documentIds,
    documentIds,
    references: toReferences(ref.flatMap(({ content }) => content)),
    keypoints: null,
    labels: toLabels(documentIds, type),
    otherIds: [question],
  };
}

/** Reads the questions of all lists. Documents are identified by their name; ids are made from the questions. A repeated question counts once. */
export function* questionListTruths({ path, singleValue }: RecordFile): Generator<TruthRow> {
  const records: LocatedRecord[] = Object.entries(singleValue as JsonObject).flatMap(
    ([name, list]) => (Array.isArray(list) ? entriesOf(list, name) : []),
  );
  const seenIds = new Set<string>();
  for (const record of records) {
    const question = parseRecord(Question, record, { path, hint: listHint });
    const id = rowId("question", question.question);
    if (!seenIds.has(id)) yield questionTruth(question, id);
    seenIds.add(id);
  }
}
