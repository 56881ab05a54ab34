// Reads relevant documents from a table next to a dataset: query, document, grade, and whether the pair counts towards CRUD-RAG's MRR.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { readLines } from "../../engine/lines.ts";
import type { KnownDocuments } from "../evidence/known-documents.ts";
import { openRecords, recordError } from "../record-files.ts";

type Label = NonNullable<TruthRow["labels"]>[number];

const hint =
  "Give a header line with the columns query-id, corpus-id and score (and mrr), separated by tabs, then one line per pair.";

const Manifest = z.object({
  documents: z.array(z.object({ line: z.int().min(0), id: z.string() })),
});

/** Document ids by line of corpus.txt, for documents in both the manifest next to it and the given corpus. */
function idsByLine(
  folder: string,
  documents: KnownDocuments | undefined,
): ReadonlyMap<string, string> {
  const path = join(folder, "manifest.json");
  if (!documents || !existsSync(path)) return new Map();
  const entries = Manifest.safeParse(openRecords(path, hint).singleValue).data?.documents ?? [];
  return new Map(
    entries
      .filter(({ id }) => documents.findByIdentifier(id).some(document => document.id === id))
      .map(({ line, id }) => [String(line), id]),
  );
}

/**
 * Reads labels by query id. A document gets its id in the corpus if that is known; otherwise it keeps the one from the table (for CRUD-RAG, its
 * line in corpus.txt). Pairs of grade 0 are left out. Throws PipelineError("bad-input"), with the line, for an invalid pair.
 */
export function readQrels(
  path: string,
  documents: KnownDocuments | undefined,
): ReadonlyMap<string, Label[]> {
  const ids = idsByLine(dirname(path), documents);
  const labels = new Map<string, Label[]>();
  let columns: string[] | undefined;
  for (const { number, text } of readLines(path)) {
    const cells = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\t");
    if (cells.join("") === "") continue;
    if (!columns) {
      columns = cells;
      continue;
    }
    const valueOf = (column: string) => cells[columns?.indexOf(column) ?? -1];
    const [queryId, documentId, grade] = [
      valueOf("query-id"),
      valueOf("corpus-id"),
      Number(valueOf("score")),
    ];
    if (queryId === undefined || documentId === undefined || !Number.isInteger(grade) || grade < 0)
      throw recordError(
        path,
        `line ${number}`,
        "query-id, corpus-id and a whole, non-negative score are needed",
        hint,
      );
    if (grade === 0) continue;
    const label = {
      documentId: ids.get(documentId) ?? documentId,
      grade,
      countsForMrr: valueOf("mrr") !== "0",
      spans: [],
    };
    labels.set(queryId, [...(labels.get(queryId) ?? []), label]);
  }
  return labels;
}
