// Reads a packed benchmark: its items as stored, and as the truths that predictions are scored against.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  PackedDocument,
  PackedItem,
  type PackedSpan,
  packFiles,
  PackManifest,
} from "../../../schemas/formats/pack.ts";
import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import { truthOf } from "../../../schemas/items/records.ts";
import { PipelineError } from "../../engine/errors.ts";
import { openRecords, recordAs } from "../record-files.ts";

export interface Pack {
  readonly directory: string;
  readonly manifest: PackManifest;
  /** Items in the order of the file. */
  readonly items: readonly PackedItem[];
  readonly documents: readonly PackedDocument[];
}

const hint = "Pack it again: ragwright pack <run> --to <folder>";

/** Throws PipelineError("bad-input") for a folder that is missing or holds no benchmark, and for an invalid record, with its line. */
export function readPack(directory: string): Pack {
  const pathOf = (name: string) => join(directory, name);
  if (!existsSync(pathOf(packFiles.manifest)))
    throw new PipelineError("bad-input", `There is no packed benchmark in ${directory}.`, {
      hint: `Make one: ragwright pack <run> --to ${directory}`,
    });
  const path = pathOf(packFiles.manifest);
  const { whole } = openRecords(path, hint);
  const manifest = recordAs(PackManifest, { place: "", value: whole }, { path, hint });
  const items = [...openRecords(pathOf(packFiles.items), hint).records()].map(record =>
    recordAs(PackedItem, record, { path: pathOf(packFiles.items), hint }),
  );
  // A benchmark with only unanswerable questions has no documents.
  const documents = items.every(({ evidence }) => evidence.length === 0)
    ? []
    : [...openRecords(pathOf(packFiles.documents), hint).records()].map(record =>
        recordAs(PackedDocument, record, { path: pathOf(packFiles.documents), hint }),
      );
  return { directory, manifest, items, documents };
}

/** Offsets remain code points, and must only be compared with code points. */
const toReference = ({ documentId, start, end, text }: PackedSpan): TruthReference => ({
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
      ...(alternatives
        ? {
            alternatives: alternatives.map(({ text, documentId, start, end }) => ({
              text,
              span: { documentId, start, end },
            })),
          }
        : {}),
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
