// Converts documents and items to rows of DragonBall's files, with keys in the format's order.

import {
  type DragonballDocument,
  type DragonballQuery,
  subjectKey,
  typeNames,
  unanswerableAnswer,
} from "../../schemas/formats/dragonball.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { codePointOffsets } from "./code-points.ts";
import type { ExportIds } from "./export-ids.ts";
import { toKnownTruth } from "./known-truth.ts";

const dragonballDomains: Record<string, string> = {
  finance: "Finance",
  law: "Law",
  medical: "Medical",
};

/** Capitalizes DragonBall's own domains and leaves others as they are. */
export const domainName = (domain: string): string =>
  dragonballDomains[domain.toLowerCase()] ?? domain;

/** The number of a document in the file that it came from. */
export const foreignId = ({ foreign }: DocumentRow): number | undefined => {
  const id = foreign?.["doc_id"];
  return typeof id === "number" && Number.isSafeInteger(id) && id >= 0 ? id : undefined;
};

const numberOf = (ids: ReadonlyMap<string, number>, id: string): number => {
  const number = ids.get(id);
  if (number === undefined) throw new Error(`${id} has no number`);
  return number;
};

/** Converts a document; its foreign fields follow the format's own. */
export function toDragonballDocument(
  document: DocumentRow,
  subject: string,
  ids: ExportIds,
): DragonballDocument {
  const key = subjectKey(document.domain);
  const {
    domain = domainName(document.domain),
    doc_id: _number,
    [key]: name = subject,
    ...foreign
  } = document.foreign ?? {};
  const fields = {
    domain: String(domain),
    language: document.language,
    doc_id: numberOf(ids.documents, document.id),
    [key]: String(name),
    content: document.text,
  };
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(foreign).filter(([field]) => !(field in fields))),
  };
}

/** The format has a fixed answer for unanswerable questions; our own answer says more, and goes into `settled`. */
function answerOf({ type, language, answer }: ItemRow) {
  const fixedAnswer = unanswerableAnswer[language];
  return type === "unanswerable" && answer !== fixedAnswer
    ? { content: fixedAnswer, settled: answer }
    : { content: answer };
}

export function toDragonballQuery(item: ItemRow, domain: string, ids: ExportIds): DragonballQuery {
  const { content, ...extra } = answerOf(item);
  return {
    domain,
    language: item.language,
    query: {
      query_id: numberOf(ids.queries, item.id),
      query_type: typeNames[item.language][item.type],
      content: item.question,
    },
    ground_truth: {
      doc_ids: item.documentIds.map(id => numberOf(ids.documents, id)),
      content,
      references: item.evidence.map(({ text }) => text),
      keypoints: item.keypoints.map(({ claim }) => claim),
      ...extra,
      ...toKnownTruth(item, id => numberOf(ids.documents, id)),
    },
    prediction: { content: "", references: [] },
  };
}

/** One line per reference, in the order of the query's references; offsets in code points of the document's content, end exclusive. */
export function toEvidenceLines(
  item: ItemRow,
  converterFor: (documentId: string) => ReturnType<typeof codePointOffsets>,
  ids: ExportIds,
) {
  return item.evidence.map(({ span: { documentId, start, end } }) => {
    const toCodePoint = converterFor(documentId);
    return {
      query_id: numberOf(ids.queries, item.id),
      doc_id: numberOf(ids.documents, documentId),
      start: toCodePoint(start),
      end: toCodePoint(end),
    };
  });
}
