// Reads the truths of CoFE-RAG's examples, the original's or ours, and gives ids to the original's, which have none.

import { z } from "zod";
import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import { CofeExample, typeOfCofeName } from "../../../schemas/formats/cofe.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { languageOf } from "../../text/language.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import {
  entriesOf,
  type Fields,
  isFields,
  type PlacedRecord,
  recordAs,
  type RecordFile,
} from "../record-files.ts";
import { readKnownTruth } from "./known-truth.ts";

const hint =
  'Give {"examples": […]} or one example per line: {"query_type", "query", "reference_answer", "file_name", "coarse_keywords": ["…"], "fine_keywords": [["…"]]}.';

/** Whether a record is an example of CoFE-RAG. */
export const isCofe = (record: unknown): boolean =>
  isFields(record) &&
  typeof record["query"] === "string" &&
  ("fine_keywords" in record || "reference_answer" in record);

/** The examples of a file in any of its forms. */
export const cofeRecords = ({
  whole,
  records,
}: Pick<RecordFile, "whole" | "records">): Iterable<PlacedRecord> =>
  isFields(whole) && Array.isArray(whole["examples"])
    ? entriesOf(whole["examples"], "example")
    : records();

/** Returns a function that gives each example an id: its own, else one from query and file, with a number if both occur again. */
export function cofeIds(): (example: Fields) => string {
  const times = new Map<string, number>();
  return ({ id: own, query, file_name: file }) => {
    if (typeof own === "string" || typeof own === "number") return String(own);
    const id = rowId("cofe", query, file);
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id}-${time}`;
  };
}

const PlacedSpan = z.object({
  document: z.string(),
  start: z.int().min(0),
  end: z.int().min(1),
  text: z.string().min(1),
});
type PlacedSpan = z.output<typeof PlacedSpan>;

/** Fields that our exports add to the original's. Offsets are code points. */
const Ours = z.object({
  language: Language.optional().catch(undefined),
  domain: z.string().min(1).optional().catch(undefined),
  documents: z
    .array(z.object({ id: z.string() }))
    .optional()
    .catch(undefined),
  evidence: z
    .array(
      PlacedSpan.extend({ alternatives: z.array(PlacedSpan).min(1).optional().catch(undefined) }),
    )
    .optional()
    .catch(undefined),
  split: z.enum(["dev", "test"]).nullish().catch(null),
});
type Evidence = NonNullable<z.output<typeof Ours>["evidence"]>[number];

// Some of the original's files have a flat list: each element is then a list of its own.
const Example = z.preprocess(
  value =>
    isFields(value) && Array.isArray(value["fine_keywords"])
      ? {
          ...value,
          fine_keywords: value["fine_keywords"].map(list =>
            typeof list === "string" ? [list] : list,
          ),
        }
      : value,
  CofeExample,
);

/** Without the document's text, code points cannot be converted to UTF-16 units, and the place is left out. */
function spanOf({ document: id, start, end }: PlacedSpan, documents: KnownDocuments | undefined) {
  const [document] = documents?.named(id) ?? [];
  const [from, to] =
    document && documents
      ? [documents.unitAt(document, start), documents.unitAt(document, end)]
      : [];
  return document && from !== undefined && to !== undefined
    ? { documentId: document.id, start: from, end: to }
    : null;
}

function referenceOf(
  { alternatives = [], ...own }: Evidence,
  documents: KnownDocuments | undefined,
): TruthReference {
  const others = alternatives.flatMap(one => {
    const span = spanOf(one, documents);
    return span ? [{ span, text: one.text }] : [];
  });
  return {
    text: own.text,
    span: spanOf(own, documents),
    ...(others.length > 0 && { alternatives: others }),
  };
}

function toTruth(
  example: CofeExample,
  id: string,
  documents: KnownDocuments | undefined,
): TruthRow {
  const ours = Ours.parse(example);
  const documentIds =
    ours.documents?.map(document => document.id) ??
    (example.file_name === "" ? [] : [example.file_name]);
  return {
    id,
    language: ours.language ?? languageOf(example.query),
    type: typeOfCofeName(example.query_type) ?? example.query_type,
    domain: ours.domain ?? "unknown",
    question: example.query,
    answer: example.reference_answer,
    subjects: [],
    documentIds,
    references: ours.evidence?.map(evidence => referenceOf(evidence, documents)) ?? null,
    keypoints: null,
    keywords: { coarse: example.coarse_keywords, fine: example.fine_keywords },
    labels: documentIds.map(documentId => ({
      documentId,
      grade: 1,
      countsForMrr: true,
      spans: [],
    })),
    quest: null,
    split: ours.split ?? null,
    set: "ours",
    otherIds: [example.query],
    ...readKnownTruth(example),
  };
}

/** The original has a file and keywords, ours also the evidence; keywords are kept unchanged, including empty lists. */
export function* cofeTruths(
  file: RecordFile,
  documents: KnownDocuments | undefined,
): Generator<TruthRow> {
  const idOf = cofeIds();
  for (const record of cofeRecords(file)) {
    const example = recordAs(Example, record, { path: file.path, hint });
    yield toTruth(example, idOf(example), documents);
  }
}
