// Counts the passages of a system's predictions that have a place in the documents, and the others by what they lack.

import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { PassageCounts, Unplaced } from "../../../schemas/evaluation/result.ts";
import { placeOf } from "./passage-evidence.ts";
import type { KnownDocuments } from "./known-documents.ts";

type PredictedPassages = Pick<PredictionRow, "itemId" | "retrieved" | "reranked" | "contexts">;

/** Maximum number of characters of a text shown in an example. */
const maxExampleText = 80;

function unplacedReasonOf(passage: Passage, documents: KnownDocuments): Unplaced | null {
  if (placeOf(passage)) return null;
  if ((passage.text ?? "").trim() !== "") return "text-only";
  return passage.documentId !== null && documents.findOnlyByIdentifier(passage.documentId)
    ? "document-only"
    : "unmatched";
}

const shorten = (value: unknown): unknown =>
  typeof value === "string" && value.length > maxExampleText
    ? `${value.slice(0, maxExampleText)}…`
    : value;

/** The passage as JSON, without absent fields. */
const exampleOf = (passage: Passage): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(passage).flatMap(([name, value]) =>
        value === null || name === "score" ? [] : [[name, shorten(value)]],
      ),
    ),
  );

/** The passages of all lists, each with a phrase that gives its item and rank. */
const listPassages = ({ itemId, retrieved, reranked, contexts }: PredictedPassages) =>
  [retrieved, reranked, contexts].flatMap(list =>
    (list ?? []).map((passage, index) => ({
      passage,
      position: `of item ${itemId} at rank ${index + 1}`,
    })),
  );

/** Counts the passages of all lists of all predictions; they must be located (locate-passages.ts). Null if there are none. */
export function countPassages(
  rows: readonly PredictedPassages[],
  documents: KnownDocuments,
): PassageCounts | null {
  const others: PassageCounts["others"] = {};
  let [total, placedCount] = [0, 0];
  for (const { passage, position } of rows.flatMap(listPassages)) {
    const reason = unplacedReasonOf(passage, documents);
    total++;
    if (reason === null) placedCount++;
    else
      others[reason] = {
        n: (others[reason]?.n ?? 0) + 1,
        example: others[reason]?.example ?? `${exampleOf(passage)}, ${position}`,
      };
  }
  return total === 0 ? null : { all: total, placed: placedCount, others };
}
