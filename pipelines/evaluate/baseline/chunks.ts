// Splits each document into chunks, once for each size and overlap of the settings.

import {
  type BaselineSetting,
  type ChunkRow,
  chunks,
} from "../../../schemas/evaluation/baseline.ts";
import { type DocumentRow, documents } from "../../../schemas/items/documents.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { chunkInSizes, type ChunkSize } from "../../retrieval/chunks.ts";

/** Each combination of size and overlap once, the smallest first. */
function distinctSizes(settings: readonly BaselineSetting[]): ChunkSize[] {
  const sizes = new Map(
    settings.map(({ chunkSize, overlap }) => [
      `${chunkSize}/${overlap}`,
      { size: chunkSize, overlap },
    ]),
  );
  return [...sizes.values()].sort((a, b) => a.size - b.size || a.overlap - b.overlap);
}

/** A document's chunks of all sizes, one size after another. */
export function chunksOf(
  { id: documentId, language, name, text }: DocumentRow,
  sizes: readonly ChunkSize[],
): ChunkRow[] {
  const chunkLists = chunkInSizes(text, language, sizes);
  return sizes.flatMap(({ size, overlap }, index) =>
    (chunkLists[index] ?? []).map(({ start, end }) => ({
      id: rowId("chunk", documentId, size, overlap, start, end),
      documentId,
      language,
      chunkSize: size,
      overlap,
      start,
      end,
      text: text.slice(start, end),
      subject: name,
    })),
  );
}

/** Only sizes and overlaps are part of the fingerprint, so changing the retriever does not split the documents again. */
export function chunksStage(settings: readonly BaselineSetting[]) {
  const sizes = distinctSizes(settings);
  return defineStage({
    name: "baseline/chunks",
    module: import.meta.filename,
    prompts: [],
    settings: sizes,
    over: documents,
    writes: chunks,
    each: document => made(chunksOf(document, sizes)),
  });
}
