// Reads a packed benchmark: its items as stored, and as the truths that predictions are scored against.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import {
  PackedDocument,
  PackedItem,
  type PackedSpan,
  packFiles,
  PackManifest,
} from "../../../schemas/formats/pack.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { truthOf } from "../../../schemas/items/records.ts";
import { PipelineError } from "../../engine/errors.ts";
import { openRecords, parseRecord } from "../record-files.ts";

export interface Pack {
  readonly directory: string;
  readonly manifest: PackManifest;
  /** Items in the order of the file. */
  readonly items: readonly PackedItem[];
  readonly documents: readonly PackedDocument[];
}

const hint = "Pack it again: ragwright pack <run> --to <folder>";

/** Throws PipelineError("bad-input") for a folder that is missing or contains no benchmark, and for an invalid record, with its line. */
export function readPack(directory: string): Pack {
  const path = join(directory, packFiles.manifest);
  if (!existsSync(path))
    throw new PipelineError("bad-input", `There is no packed benchmark in ${directory}.`, {
      hint: `Make one: ragwright pack <run> --to ${directory}`,
    });
  const { singleValue } = openRecords(path, hint);
  const manifest = parseRecord(PackManifest, { location: "", value: singleValue }, { path, hint });
  const items = readAll(join(directory, packFiles.items), PackedItem);
  // A benchmark with only unanswerable questions has no documents.
  const documents = items.every(({ evidence }) => evidence.length === 0)
    ? []
    : readAll(join(directory, packFiles.documents), PackedDocument);
  return { directory, manifest, items, documents };
}

const readAll = <R extends z.ZodType>(path: string, schema: R): z.output<R>[] =>
  Array.from(openRecords(path, hint).records(), record =>
    parseRecord(schema, record, { path, hint }),
  );

/** Offsets remain in code points, and must be compared only with such offsets. */
const toReference = ({ documentId, start, end, text }: PackedSpan) => ({
  text,
  span: { documentId, start, end },
});

/** A packed item as the truth that an evaluation needs; its labels and keywords are not known. */
export function packedTruth(item: PackedItem): TruthRow {
  const { id, language, type, domain, question, answer, split, keypoints, evidence } = item;
  return {
    id,
    language,
    type,
    domain,
    question,
    answer,
    subjects: [],
    documentIds: [...new Set(evidence.map(({ documentId }) => documentId))],
    references: evidence.map(({ alternatives, ...reference }) => ({
      ...toReference(reference),
      ...(alternatives && { alternatives: alternatives.map(toReference) }),
    })),
    keypoints:
      keypoints.length === 0
        ? null
        : keypoints.map(({ id: keypointId, claim }) => ({ id: keypointId, claim })),
    keywords: null,
    labels: null,
    quest: null,
    split,
    set: "ours",
    otherIds: [],
    ...truthOf(item),
  };
}
