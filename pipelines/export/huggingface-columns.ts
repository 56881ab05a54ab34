// The columns of the Parquet files, and what each holds: the files and the dataset card are made from the same list.

import type { Columns } from "./parquet-file.ts";

const strings = { list: "string" } as const;

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
  keywords_coarse: strings,
  keywords_fine: { list: strings },
  keywords_passages: { list: "integer" },
  document_ids: strings,
  as_of: "string",
  members: strings,
  wrong_answers: {
    list: { fields: { answer: "string", trap: "string", document_ids: strings } },
  },
  twin_of: "string",
} as const satisfies Columns;

export const qrelColumns = {
  query_id: "string",
  corpus_id: "string",
  score: "integer",
} as const satisfies Columns;

type FieldsOf<C> = { readonly [Name in keyof C]: string };

const corpusFields: FieldsOf<typeof corpusColumns> = {
  id: "of the document",
  title: "what the document is about: a company, a court, a headline, a file",
  text: "the whole document; offsets count in it",
  language: "`zh` or `en`",
  domain: "its field",
  published: "the day it was published (YYYY-MM-DD), or null",
  source: "file or address it came from, or `generated`",
  licence: "as its maker stated it, or null",
};

const itemFields: FieldsOf<typeof itemColumns> = {
  id: "of the item",
  type: "what kind of question or task it is",
  language: "`zh` or `en`",
  domain: "its field",
  question:
    "what is asked: a question, an event, a beginning; of a correction a beginning that holds, a blank line, and the text with errors, of which alone the answer is",
  answer:
    "the reference answer; of a question that cannot be answered, that it cannot be, and what is settled instead",
  references:
    "what the answer rests on, word for word: `text`, `document_id`, `start` and `end` in code points, end exclusive; of a question that cannot be answered, what is settled instead, or none",
  keypoints:
    "what a full answer says, one claim each, with its `kind` (fact, inference, conclusion)",
  keywords_coarse: "one or two terms that stand for the whole question, or null",
  keywords_fine: "one list of terms an information point, each as it stands in a document, or null",
  keywords_passages:
    "in how many passages of the corpus each of these lists stands beside a coarse term: 1 is its own alone, others say the same; null where they were not counted",
  document_ids:
    "the documents it asks about; of one that cannot be answered, those that lack the answer",
  as_of: "the day as of which it is asked (YYYY-MM-DD), or null",
  members: "of a complete list, a count or an extreme the documents that make it up, or null",
  wrong_answers:
    "what a system answers that fell into a trap: `answer`, its `trap` (stale: a value that no longer held; superseded: one that another replaced; later: one that held only later; twin: that of a near-twin; partial: part of a list) and the `document_ids` where it is read, or null",
  twin_of: "of a counterfactual twin the item that it was made from, or null",
};

const qrelFields: FieldsOf<typeof qrelColumns> = {
  query_id: "id of the item",
  corpus_id: "id of a relevant document",
  score:
    "1; of a reconstruction (summarization, continuation) how many keypoints the document supports",
};

/** What the columns of each configuration hold, by name. */
export const fieldsOf = { corpus: corpusFields, items: itemFields, qrels: qrelFields } as const;
