// Counts the passages of a system's predictions that were matched to the documents, and what the others lack.

import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { PassageCounts, Unplaced } from "../../../schemas/evaluation/result.ts";
import { placeOf } from "./evidence.ts";
import type { KnownDocuments } from "./known-documents.ts";

type Predicted = Pick<PredictionRow, "itemId" | "retrieved" | "reranked" | "contexts">;

/** Characters of a text that an example shows. */
const LONGEST_EXAMPLE = 80;

function lackOf(passage: Passage, documents: KnownDocuments): Unplaced | null {
  if (placeOf(passage)) return null;
  if ((passage.text ?? "").trim() !== "") return "text-only";
  return passage.documentId !== null && documents.one(passage.documentId)
    ? "document-only"
    : "unmatched";
}

const shortened = (value: unknown): unknown =>
  typeof value === "string" && value.length > LONGEST_EXAMPLE
    ? `${value.slice(0, LONGEST_EXAMPLE)}…`
    : value;

/** The passage as JSON, without absent fields. */
const shown = (passage: Passage): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(passage).flatMap(([name, value]) =>
        value === null || name === "score" ? [] : [[name, shortened(value)]],
      ),
    ),
  );

interface Listed {
  readonly passage: Passage;
  /** Its item and rank, in words. */
  readonly where: string;
}

const listed = ({ itemId, retrieved, reranked, contexts }: Predicted): Listed[] =>
  [retrieved, reranked, contexts].flatMap(list =>
    (list ?? []).map((passage, at) => ({ passage, where: `of item ${itemId} at rank ${at + 1}` })),
  );

/** Counts over all lists of all predictions, whose passages must be located (passages.ts); null if there are none. */
export function countPassages(
  rows: readonly Predicted[],
  documents: KnownDocuments,
): PassageCounts | null {
  const others: PassageCounts["others"] = {};
  let [all, placed] = [0, 0];
  for (const { passage, where } of rows.flatMap(listed)) {
    const lack = lackOf(passage, documents);
    all++;
    if (lack === null) placed++;
    else
      others[lack] = {
        n: (others[lack]?.n ?? 0) + 1,
        example: others[lack]?.example ?? `${shown(passage)}, ${where}`,
      };
  }
  return all === 0 ? null : { all, placed, others };
}
