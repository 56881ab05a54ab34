// Exports a run in BEIR's format, with its labels projected onto the user's own chunks: `export --format beir --chunks`.

import type { ItemRow } from "../../schemas/items/records.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { openRun } from "../engine/open-run.ts";
import { labelChunks } from "../evaluate/evidence/chunk-labels.ts";
import type { KnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { type OwnChunks, readOwnChunks } from "../evaluate/evidence/own-chunks.ts";
import type { Chunk } from "../evaluate/evidence/locate-passages.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { type ExportOptions, readItems } from "../export/chosen-items.ts";
import { type ChunkGaps, type ExportedChunk, writeBeirChunks } from "../export/beir-chunks.ts";
import { chooseRunTruths } from "./evaluation-inputs.ts";

type Evidence = Pick<TruthRow, "id" | "references" | "labels">;

const referencesOf = ({ evidence }: ItemRow): NonNullable<TruthRow["references"]> =>
  evidence.map(({ text, span }) => ({ text, span }));

/** The items' evidence as exported: in the wording that people accepted, with labels that an audit found. */
function evidenceOf(rows: readonly ItemRow[], truths: readonly TruthRow[]): Evidence[] {
  const labelsById = new Map(truths.map(({ id, labels }) => [id, labels ?? []]));
  return rows.map(row => ({
    id: row.id,
    references: referencesOf(row),
    labels: labelsById.get(row.id) ?? [],
  }));
}

/** Number of references, and of those that no chunk covers. */
function referenceGaps(
  rows: readonly ItemRow[],
  chunks: readonly Chunk[],
): Pick<ChunkGaps, "references" | "referencesWithoutChunk"> {
  const singleReferences = rows
    .flatMap(referencesOf)
    .map((reference, index) => ({ id: String(index), references: [reference], labels: null }));
  const coveredIds = new Set(labelChunks(singleReferences, chunks).map(({ itemId }) => itemId));
  return {
    references: singleReferences.length,
    referencesWithoutChunk: singleReferences.length - coveredIds.size,
  };
}

function* exportedChunks(
  { chunks }: OwnChunks,
  documents: KnownDocuments,
): Generator<ExportedChunk> {
  for (const { id, text, documentId, start, end } of chunks) {
    const document = documentId === null ? undefined : documents.findByIdentifier(documentId)[0];
    const offsets =
      document && start !== null && end !== null
        ? {
            start: documents.codePointOffset(document, start),
            end: documents.codePointOffset(document, end),
          }
        : { start: null, end: null };
    yield { id, title: document?.name ?? "", text, documentId, ...offsets };
  }
}

/**
 * Writes the files, and returns how much was written and what could not be matched. Throws PipelineError("bad-input") for a
 * file of chunks that cannot be read, and if there is nothing to export. Keeps documents, items and chunks in memory.
 */
export function exportChunks(
  directory: string,
  to: string,
  { path, options }: { readonly path: string; readonly options: ExportOptions },
) {
  const { rows: truths, documents } = chooseRunTruths(directory, undefined);
  const run = openRun(directory);
  const chosenItems = readItems(run, options);
  const ownChunks = readOwnChunks(path, documents);
  const labels = labelChunks(evidenceOf(chosenItems.rows, truths), ownChunks.chunks);
  return writeBeirChunks(run, to, {
    chosenItems,
    chunks: exportedChunks(ownChunks, documents),
    qrels: labels.map(({ itemId, chunkId, grade }) => ({
      queryId: itemId,
      corpusId: chunkId,
      score: grade,
    })),
    gaps: {
      chunksNowhere: ownChunks.unlocatedIds.length,
      chunksAmbiguous: ownChunks.ambiguousIds.length,
      chunksDisagreeing: ownChunks.conflictingIds.length,
      ...referenceGaps(chosenItems.rows, ownChunks.chunks),
    },
    hash: hashFiles([path]),
  });
}
