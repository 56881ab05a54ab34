// Columns of the Parquet files and their descriptions, from which both the files and the dataset card are generated.

import type { Columns } from "./parquet-file.ts";

const stringList = { list: "string" } as const;

export const corpusColumns = {
  id: "string",
  title: "string",
  text: "string",
  language: "string",
  domain: "string",
  published: "string",
  source: "string",
  licence: "string",
} as const satisfies Columns;

export const itemColumns = {
  id: "string",
  type: "string",
  language: "string",
  domain: "string",
  question: "string",
  answer: "string",
  references: {
    list: { fields: { text: "string", document_id: "string", start: "integer", end: "integer" } },
  },
  keypoints: { list: { fields: { claim: "string", kind: "string" } } },
  keywords_coarse: stringList,
  keywords_fine: { list: stringList },
  keywords_passages: { list: "integer" },
  document_ids: stringList,
  as_of: "string",
  members: stringList,
  wrong_answers: {
    list: { fields: { answer: "string", trap: "string", document_ids: stringList } },
  },
  twin_of: "string",
} as const satisfies Columns;

export const qrelColumns = {
  query_id: "string",
  corpus_id: "string",
  score: "integer",
} as const satisfies Columns;

type Descriptions<C> = { readonly [Name in keyof C]: string };

const corpusFields: Descriptions<typeof corpusColumns> = {
  id: "id of the document",
  title: "subject of the document: a company, a court, a headline, a file",
  text: "the whole document; offsets refer to it",
  language: "`zh` or `en`",
  domain: "its subject area",
  published: "date of publication (YYYY-MM-DD), or null",
  source: "file or URL it came from, or `generated`",
  licence: "as stated by the author, or null",
};

const itemFields: Descriptions<typeof itemColumns> = {
  id: "id of the item",
  type: "type of question or task",
  language: "`zh` or `en`",
  domain: "its subject area",
  question:
    "the input: a question, an event, a beginning; for a correction, a beginning without errors, a blank line, and the text with errors, which alone is to be corrected",
  answer:
    "the reference answer; for an unanswerable question, that it cannot be answered, and what the documents do settle",
  references:
    "the answer's evidence, verbatim: `text`, `document_id`, `start` and `end` in code points, end exclusive; for an unanswerable question, evidence of what the documents do settle, or none",
  keypoints: "the claims of a full answer, each with its `kind` (fact, inference, conclusion)",
  keywords_coarse: "one or two terms that represent the whole question, or null",
  keywords_fine: "one list of terms per information point, each as written in a document, or null",
  keywords_passages:
    "number of passages in the corpus that contain each of these lists along with a coarse term: 1 means only its own passage; a higher number means that others say the same; null if not counted",
  document_ids:
    "the documents it asks about; for an unanswerable question, those that lack the answer",
  as_of: "the date it refers to (YYYY-MM-DD), or null",
  members: "for a complete list, a count or an extreme: the documents that make it up, or null",
  wrong_answers:
    "answers of a system that falls into a trap: `answer`, its `trap` (stale: a value that no longer held; superseded: one that another replaced; later: one that held only later; twin: that of a near-twin; partial: part of a list) and the `document_ids` that contain it, or null",
  twin_of: "for a counterfactual twin: the item that it was made from, or null",
};

const qrelFields: Descriptions<typeof qrelColumns> = {
  query_id: "id of the item",
  corpus_id: "id of a relevant document",
  score:
    "1; for a reconstruction (summarization, continuation) the number of keypoints the document supports",
};

/** Descriptions of the columns of each configuration, by name. */
export const fieldDescriptions = {
  corpus: corpusFields,
  items: itemFields,
  qrels: qrelFields,
} as const;
