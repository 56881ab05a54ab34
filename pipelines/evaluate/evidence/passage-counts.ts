// How many passages of a system's predictions were matched to the documents, and what the others lack.

import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { PassageCounts, Unplaced } from "../../../schemas/evaluation/result.ts";
import { placeOf } from "./evidence.ts";
import type { KnownDocuments } from "./known-documents.ts";

type Predicted = Pick<PredictionRow, "itemId" | "retrieved" | "reranked" | "contexts">;

/** What an example shows of a text. */
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

/** What it told, without what it did not. */
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
  /** Where it stands, for people. */
  readonly where: string;
}

const listed = ({ itemId, retrieved, reranked, contexts }: Predicted): Listed[] =>
  [retrieved, reranked, contexts].flatMap(list =>
    (list ?? []).map((passage, at) => ({ passage, where: `of item ${itemId} at rank ${at + 1}` })),
  );

/** Of passages that were located (passages.ts), in each list of each prediction; null where there are none. */
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
