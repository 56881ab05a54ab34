// Items over a user's own chunks as BEIR's files: the corpus is the chunks, and chunks are what is relevant.

import { join } from "node:path";
import { replaceFile } from "../engine/files.ts";
import { PipelineError } from "../engine/errors.ts";
import type { OpenRun } from "../engine/open-run.ts";
import type { ChosenItems } from "./accepted.ts";
import { type Qrel, toBeirQuery, writeQrels } from "./beir-rows.ts";
import { readSplits, type Split } from "./item-splits.ts";
import { describeRun, type RunHeading, type SplitIds } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";

/** A chunk; place in code points of its document where it is known, end exclusive. */
export interface ExportedChunk {
  readonly id: string;
  /** What its document is called; empty where that is not known. */
  readonly title: string;
  readonly text: string;
  readonly documentId: string | null;
  readonly start: number | null;
  readonly end: number | null;
}

/** What could not be joined. */
export interface ChunkGaps {
  /** Chunks whose text stands nowhere in the documents, or in several places: only by their text can they be relevant. */
  readonly chunksNowhere: number;
  readonly chunksAmbiguous: number;
  /** Chunks that say something else than their place. */
  readonly chunksDisagreeing: number;
  /** References of the items, and those of them that no chunk holds. */
  readonly references: number;
  readonly referencesWithoutChunk: number;
}

export interface BeirChunksManifest extends RunHeading<"beir-chunks"> {
  readonly counts: {
    readonly chunks: number;
    readonly queries: number;
    readonly test: number;
    readonly dev: number;
  } & ChunkGaps;
  /** SHA-256 of the file of chunks. */
  readonly chunks: string;
  readonly splits: SplitIds<string>;
}

export interface ChunkProjection {
  readonly chosen: ChosenItems;
  readonly chunks: Iterable<ExportedChunk>;
  /** In the order of the items. */
  readonly qrels: readonly Qrel[];
  readonly gaps: ChunkGaps;
  readonly hash: string;
}

function* corpusRows(chunks: Iterable<ExportedChunk>, count: () => void) {
  for (const { id, title, text, documentId, start, end } of chunks) {
    // The columns of qrels are parted by tabs.
    if (/[\t\r\n]/.test(id))
      throw new PipelineError(
        "bad-input",
        `The chunk id ${JSON.stringify(id)} holds a tab or a line end; qrels of BEIR cannot name it.`,
        { hint: "Give each chunk an id of one line without tabs." },
      );
    count();
    yield { _id: id, title, text, metadata: { document_id: documentId, start, end } };
  }
}

/**
 * Writes corpus.jsonl (a chunk a line), queries.jsonl, qrels/{test,dev}.tsv and manifest.json. Scores are how many pieces
 * of an item's evidence a chunk holds. PipelineError("bad-input") if the directory holds no run, or a chunk's id cannot
 * stand in a table. Returns how much was written, and what could not be joined.
 */
export function writeBeirChunks(
  run: OpenRun,
  to: string,
  { chosen, chunks, qrels, gaps, hash }: ChunkProjection,
): BeirChunksManifest["counts"] {
  const heading = describeRun(run, "beir-chunks");
  const { rows } = chosen;
  const splitOf = readSplits(run);
  let written = 0;
  replaceFile(join(to, "corpus.jsonl"), pythonLines(corpusRows(chunks, () => written++)));
  replaceFile(
    join(to, "queries.jsonl"),
    pythonLines(rows.map(item => toBeirQuery(item, splitOf(item.id)))),
  );
  const part = (split: Split) => qrels.filter(({ queryId }) => splitOf(queryId) === split);
  const [test, dev] = [part("test"), part("dev")];
  writeQrels(to, { test, dev });
  const idsIn = (split: Split) =>
    rows.filter(({ id }) => splitOf(id) === split).map(({ id }) => id);
  const manifest: BeirChunksManifest = {
    ...heading,
    ...chosen.told,
    counts: { chunks: written, queries: rows.length, test: test.length, dev: dev.length, ...gaps },
    chunks: hash,
    splits: { dev: idsIn("dev"), test: idsIn("test") },
  };
  replaceFile(join(to, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}
