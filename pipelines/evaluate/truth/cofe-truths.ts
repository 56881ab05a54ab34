// Reads the ground truths of CoFE-RAG's examples, original or exported by us, and gives ids to the original ones, which have none.

import { z } from "zod";
import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import { CofeExample, typeOfCofeName } from "../../../schemas/formats/cofe.ts";
import { Language } from "../../../schemas/items/item-types.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { languageOf } from "../../text/language.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import {
  entriesOf,
  type JsonObject,
  isJsonObject,
  type LocatedRecord,
  parseRecord,
  type RecordFile,
} from "../record-files.ts";
import { labelsOfDocuments, readExtraFields } from "./foreign-truth-fields.ts";

const hint =
  'Give {"examples": […]} or one example per line: {"query_type", "query", "reference_answer", "file_name", "coarse_keywords": ["…"], "fine_keywords": [["…"]]}.';

/** Whether a record is an example of CoFE-RAG. */
export const isCofeExample = (record: unknown): boolean =>
  isJsonObject(record) &&
  typeof record["query"] === "string" &&
  ("fine_keywords" in record || "reference_answer" in record);

/** The examples of a file in any of its forms. */
export const cofeRecords = ({
  singleValue,
  records,
}: Pick<RecordFile, "singleValue" | "records">): Iterable<LocatedRecord> =>
  isJsonObject(singleValue) && Array.isArray(singleValue["examples"])
    ? entriesOf(singleValue["examples"], "example")
    : records();

/** Returns a function that gives each example an id: its own, otherwise one derived from the query and the file, with a number appended if both are repeated. */
export function cofeIdAssigner(): (example: JsonObject) => string {
  const idCounts = new Map<string, number>();
  return ({ id: ownId, query, file_name: file }) => {
    if (typeof ownId === "string" || typeof ownId === "number") return String(ownId);
    const id = rowId("cofe", query, file);
    const count = (idCounts.get(id) ?? 0) + 1;
    idCounts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}

const ExportedSpan = z.object({
  document: z.string(),
  start: z.int().min(0),
  end: z.int().min(1),
  text: z.string().min(1),
});
type ExportedSpan = z.output<typeof ExportedSpan>;

/** Fields that our exports add to the original ones. Offsets are code points. */
const ExportedFields = z.object({
  language: Language.optional().catch(undefined),
  domain: z.string().min(1).optional().catch(undefined),
  documents: z
    .array(z.object({ id: z.string() }))
    .optional()
    .catch(undefined),
  evidence: z
    .array(
      ExportedSpan.extend({
        alternatives: z.array(ExportedSpan).min(1).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  split: z.enum(["dev", "test"]).nullish().catch(null),
});
type ExportedEvidence = NonNullable<z.output<typeof ExportedFields>["evidence"]>[number];

// Some of the original files have a flat list, in which each element stands for a list of its own.
const Example = z.preprocess(value => {
  if (!isJsonObject(value) || !Array.isArray(value["fine_keywords"])) return value;
  const lists = value["fine_keywords"].map(list => (typeof list === "string" ? [list] : list));
  return { ...value, fine_keywords: lists };
}, CofeExample);

/** The span in UTF-16 units; null without the document's text, since code points cannot be converted. */
function spanOf({ document: id, start, end }: ExportedSpan, documents: KnownDocuments | undefined) {
  const document = documents?.findByIdentifier(id)[0];
  if (!documents || !document) return null;
  const [from, to] = [documents.utf16Offset(document, start), documents.utf16Offset(document, end)];
  return from === undefined || to === undefined
    ? null
    : { documentId: document.id, start: from, end: to };
}

function referenceOf(
  { alternatives = [], ...own }: ExportedEvidence,
  documents: KnownDocuments | undefined,
): TruthReference {
  const locatedAlternatives = alternatives.flatMap(alternative => {
    const span = spanOf(alternative, documents);
    return span ? [{ span, text: alternative.text }] : [];
  });
  return {
    text: own.text,
    span: spanOf(own, documents),
    ...(locatedAlternatives.length > 0 && { alternatives: locatedAlternatives }),
  };
}

function toTruth(
  example: CofeExample,
  id: string,
  documents: KnownDocuments | undefined,
): TruthRow {
  const exportedFields = ExportedFields.parse(example);
  const documentIds =
    exportedFields.documents?.map(document => document.id) ??
    (example.file_name === "" ? [] : [example.file_name]);
  return {
    id,
    language: exportedFields.language ?? languageOf(example.query),
    type: typeOfCofeName(example.query_type) ?? example.query_type,
    domain: exportedFields.domain ?? "unknown",
    question: example.query,
    answer: example.reference_answer,
    subjects: [],
    documentIds,
    references: exportedFields.evidence?.map(evidence => referenceOf(evidence, documents)) ?? null,
    keypoints: null,
    keywords: { coarse: example.coarse_keywords, fine: example.fine_keywords },
    labels: labelsOfDocuments(documentIds),
    quest: null,
    split: exportedFields.split ?? null,
    set: "ours",
    otherIds: [example.query],
    ...readExtraFields(example),
  };
}

/** Yields the ground truth of each example. The original examples have a file and keywords; ours have the evidence as well. Keywords are kept unchanged, including empty lists. */
export function* cofeTruths(
  file: RecordFile,
  documents: KnownDocuments | undefined,
): Generator<TruthRow> {
  const idOf = cofeIdAssigner();
  for (const record of cofeRecords(file)) {
    const example = parseRecord(Example, record, { path: file.path, hint });
    yield toTruth(example, idOf(example), documents);
  }
}
