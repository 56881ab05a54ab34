// Exports items with a user's own chunks in BEIR's format: the corpus consists of chunks, and relevance is per chunk.

import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";
import type { ChosenItems } from "./chosen-items.ts";
import { type Qrel, toBeirQuery, writeQrels } from "./beir-rows.ts";
import { bySplit, readSplits } from "./item-splits.ts";
import { describeRun, writeManifest } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";

/** A chunk, with its offsets in its document if known: in code points, end exclusive. */
export interface ExportedChunk {
  readonly id: string;
  /** Title of its document; empty if not known. */
  readonly title: string;
  readonly text: string;
  readonly documentId: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

/** Counts of chunks and references that could not be matched. */
export interface ChunkGaps {
  /** Chunks whose text occurs nowhere in the documents, or in several places; only their text can make them relevant. */
  readonly chunksNowhere: number;
  readonly chunksAmbiguous: number;
  /** Chunks whose text differs from the document at their offsets. */
  readonly chunksDisagreeing: number;
  /** References of the items, and how many of them no chunk contains. */
  readonly references: number;
  readonly referencesWithoutChunk: number;
}

interface ChunkProjection {
  readonly chosenItems: ChosenItems;
  readonly chunks: Iterable<ExportedChunk>;
  /** In the order of the items. */
  readonly qrels: readonly Qrel[];
  readonly gaps: ChunkGaps;
  /** SHA-256 of the file of chunks. */
  readonly hash: string;
}

function* corpusRows(chunks: Iterable<ExportedChunk>, onChunk: () => void) {
  for (const { id, title, text, documentId, start, end } of chunks) {
    // The columns of qrels are separated by tabs.
    if (/[\t\r\n]/.test(id))
      throw new PipelineError(
        "bad-input",
        `The chunk id ${JSON.stringify(id)} contains a tab or a line break, which BEIR's qrels do not allow.`,
        { hint: "Give each chunk an id of one line without tabs." },
      );
    onChunk();
    yield { _id: id, title, text, metadata: { document_id: documentId, start, end } };
  }
}

/**
 * Writes corpus.jsonl (one chunk per line), queries.jsonl, qrels/{test,dev}.tsv and manifest.json. A score is the number
 * of pieces of an item's evidence that a chunk contains. Returns counts of what was written and of what could not be
 * matched. Throws PipelineError("bad-input") if a chunk's id has a tab or a line break.
 */
export function writeBeirChunks(
  run: OpenRun,
  directory: string,
  { chosenItems, chunks, qrels, gaps, hash }: ChunkProjection,
) {
  const { rows, manifestFields } = chosenItems;
  const splitOf = readSplits(run);
  let chunkCount = 0;
  replaceFile(join(directory, "corpus.jsonl"), pythonLines(corpusRows(chunks, () => chunkCount++)));
  replaceFile(
    join(directory, "queries.jsonl"),
    pythonLines(rows.map(item => toBeirQuery(item, splitOf(item.id)))),
  );
  const { test, dev } = bySplit(split => qrels.filter(({ queryId }) => splitOf(queryId) === split));
  writeQrels(directory, { test, dev });
  return writeManifest(directory, {
    ...describeRun(run, "beir-chunks"),
    ...manifestFields,
    counts: {
      chunks: chunkCount,
      queries: rows.length,
      test: test.length,
      dev: dev.length,
      ...gaps,
    },
    chunks: hash,
    splits: bySplit(split => rows.map(({ id }) => id).filter(id => splitOf(id) === split)),
  });
}
