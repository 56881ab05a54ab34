// `export --format beir --chunks`: labels projected onto a user's own chunks, as BEIR's files.

import type { ItemRow } from "../../schemas/items/records.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { openRun } from "../engine/open-run.ts";
import { labelChunks } from "../evaluate/evidence/chunk-labels.ts";
import type { KnownDocuments } from "../evaluate/evidence/known-documents.ts";
import { type OwnChunks, readOwnChunks } from "../evaluate/evidence/own-chunks.ts";
import type { Chunk } from "../evaluate/evidence/passages.ts";
import { hashFiles } from "../engine/hash-files.ts";
import { type ExportOptions, readItems } from "../export/accepted.ts";
import {
  type BeirChunksManifest,
  type ChunkGaps,
  type ExportedChunk,
  writeBeirChunks,
} from "../export/beir-chunks.ts";
import { chooseRunTruths } from "./evaluation-inputs.ts";

type Evidence = Pick<TruthRow, "id" | "references" | "labels">;

const referencesOf = ({ evidence }: ItemRow): NonNullable<TruthRow["references"]> =>
  evidence.map(({ text, span }) => ({ text, span }));

/** The items' evidence as exported: in the wording that people accepted, with labels that an audit found. */
function evidenceOf(rows: readonly ItemRow[], truths: readonly TruthRow[]): Evidence[] {
  const known = new Map(truths.map(({ id, labels }) => [id, labels ?? []]));
  return rows.map(row => ({
    id: row.id,
    references: referencesOf(row),
    labels: known.get(row.id) ?? [],
  }));
}

/** Number of references that no chunk covers. */
function missedReferences(
  rows: readonly ItemRow[],
  chunks: readonly Chunk[],
): Pick<ChunkGaps, "references" | "referencesWithoutChunk"> {
  const single = rows
    .flatMap(referencesOf)
    .map((reference, index) => ({ id: String(index), references: [reference], labels: null }));
  const held = new Set(labelChunks(single, chunks).map(({ itemId }) => itemId));
  return { references: single.length, referencesWithoutChunk: single.length - held.size };
}

function* exportedChunks(
  { chunks }: OwnChunks,
  documents: KnownDocuments,
): Generator<ExportedChunk> {
  for (const { id, text, documentId, start, end } of chunks) {
    const document = documentId === null ? undefined : documents.named(documentId)[0];
    const place =
      document && start !== null && end !== null
        ? {
            start: documents.codePointAt(document, start),
            end: documents.codePointAt(document, end),
          }
        : { start: null, end: null };
    yield { id, title: document?.name ?? "", text, documentId, ...place };
  }
}

/**
 * Writes the files, and returns how much was written and what could not be joined. Throws PipelineError("bad-input") for a
 * file of chunks that cannot be read, and if there is nothing to export. Memory: documents, items and chunks.
 */
export function exportChunks(
  directory: string,
  to: string,
  { path, options }: { readonly path: string; readonly options: ExportOptions },
): BeirChunksManifest["counts"] {
  const { rows: truths, documents } = chooseRunTruths(directory, undefined);
  const run = openRun(directory);
  const chosen = readItems(run, options);
  const own = readOwnChunks(path, documents);
  const labels = labelChunks(evidenceOf(chosen.rows, truths), own.chunks);
  return writeBeirChunks(run, to, {
    chosen,
    chunks: exportedChunks(own, documents),
    qrels: labels.map(({ itemId, chunkId, grade }) => ({
      queryId: itemId,
      corpusId: chunkId,
      score: grade,
    })),
    gaps: {
      chunksNowhere: own.nowhere.length,
      chunksAmbiguous: own.ambiguous.length,
      chunksDisagreeing: own.disagreeing.length,
      ...missedReferences(chosen.rows, own.chunks),
    },
    hash: hashFiles([path]),
  });
}
