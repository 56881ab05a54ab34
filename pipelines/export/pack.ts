// Packs a run into a folder to commit: at most two megabytes, and each line changes only if its item does.

import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type PackedDocument,
  type PackedItem,
  type PackedSpan,
  packFiles,
  type PackManifest,
} from "../../schemas/formats/pack.ts";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { type ItemRow, truthOf } from "../../schemas/items/records.ts";
import type { PackSummary } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { countOf } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { codePointOffsets } from "./code-points.ts";
import { readSplits, type Split } from "./item-splits.ts";
import { describeRun } from "./manifest.ts";

export interface PackOptions extends ExportOptions {
  /** Only the items of this split. */
  readonly split?: Split;
  /** Maximum number of items. */
  readonly items?: number;
}

/** Maximum size of the folder, in bytes. */
const maxBytes = 2_000_000;

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;
const sortById = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** A document as packed, and what converts the offsets of its evidence to code points. */
interface PackableDocument {
  readonly packed: PackedDocument;
  readonly toCodePoint: (offset: number) => number;
}

/** Reads the documents that contain these items' evidence. */
function readDocuments(
  run: OpenRun,
  rows: readonly ItemRow[],
): ReadonlyMap<string, PackableDocument> {
  const documentIds = new Set(
    rows.flatMap(({ evidence }) =>
      evidence
        .flatMap(reference => [reference, ...(reference.alternatives ?? [])])
        .map(({ span }) => span.documentId),
    ),
  );
  const documentsById = new Map<string, PackableDocument>();
  for (const row of run.rows(documents))
    if (documentIds.has(row.id))
      documentsById.set(row.id, {
        packed: toPackedDocument(row),
        toCodePoint: codePointOffsets(row.text),
      });
  return documentsById;
}

const toPackedDocument = ({ id, name, kind, provenance }: DocumentRow): PackedDocument => ({
  id,
  name,
  source: kind === "own" ? displayPath(provenance.source) : null,
  licence: provenance.licence,
});

function toPackedItem(
  item: ItemRow,
  split: Split,
  documentsById: ReadonlyMap<string, PackableDocument>,
): PackedItem {
  const toPackedSpan = ({
    span,
    text,
  }: {
    readonly span: Span;
    readonly text: string;
  }): PackedSpan => {
    const { documentId, start, end } = span;
    const toCodePoint = documentsById.get(documentId)?.toCodePoint ?? (offset => offset);
    return { documentId, start: toCodePoint(start), end: toCodePoint(end), text };
  };
  return {
    id: item.id,
    language: item.language,
    type: item.type,
    domain: item.domain,
    split,
    question: item.question,
    ...truthOf(item),
    answer: item.answer,
    keypoints: item.keypoints.map(({ claim, kind }, index) => ({
      id: `k${index + 1}`,
      claim,
      kind,
    })),
    evidence: item.evidence.map(({ alternatives, ...reference }) => ({
      ...toPackedSpan(reference),
      ...(alternatives ? { alternatives: alternatives.map(toPackedSpan) } : {}),
    })),
  };
}

const documentIdsOf = ({ evidence }: PackedItem): string[] =>
  evidence
    .flatMap(reference => [reference, ...(reference.alternatives ?? [])])
    .map(({ documentId }) => documentId);

// Sorts by a hash of the ids: the items kept represent the run's types and languages, and stay the same when the run grows.
const inHashOrder = (rows: readonly PackedItem[]): PackedItem[] => {
  const keyed = rows.map(row => ({ row, key: hash("sha256", row.id) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
};

interface FittedPack {
  readonly items: PackedItem[];
  readonly documents: PackedDocument[];
  /** Size of both files. */
  readonly bytes: number;
  /** Number of items left out because there was no room. */
  readonly tooMany: number;
  /** Number of items left out because no more were requested. */
  readonly notWanted: number;
}

/** Selects as many items, with their documents, as are requested and fit into `maxSize` bytes. */
function fitItems(
  rows: readonly PackedItem[],
  documentsById: ReadonlyMap<string, PackableDocument>,
  { maxSize, maxItems }: { readonly maxSize: number; readonly maxItems: number },
): FittedPack {
  const items: PackedItem[] = [];
  const packedById = new Map<string, PackedDocument>();
  let [bytes, tooMany, notWanted] = [0, 0, 0];
  for (const item of inHashOrder(rows)) {
    const newDocuments = [...new Set(documentIdsOf(item))].flatMap(id => {
      const document = packedById.has(id) ? undefined : documentsById.get(id)?.packed;
      return document ? [document] : [];
    });
    const size = Buffer.byteLength([item, ...newDocuments].map(toLine).join(""));
    if (items.length >= maxItems) notWanted++;
    else if (bytes + size > maxSize) tooMany++;
    else {
      bytes += size;
      items.push(item);
      for (const document of newDocuments) packedById.set(document.id, document);
    }
  }
  return {
    items: sortById(items),
    documents: sortById([...packedById.values()]),
    bytes,
    tooMany,
    notWanted,
  };
}

const countsByName = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(countOf(names.toSorted()));

/** Throws PipelineError("wrong-use") for a folder that contains other files, since only a benchmark may be overwritten. */
function refuseOtherFiles(directory: string): void {
  const packNames: readonly string[] = Object.values(packFiles);
  const otherName = existsSync(directory)
    ? readdirSync(directory).find(name => !packNames.includes(name))
    : undefined;
  if (otherName === undefined) return;
  throw new PipelineError(
    "wrong-use",
    `${directory} contains ${otherName}, which is not part of a benchmark.`,
    { hint: "Name a separate folder: --to evals/handbook" },
  );
}

/** Returns the text of the manifest, whose length hardly depends on the items. */
const manifestText = (
  commonFields: Omit<PackManifest, "items" | "leftOut" | "languages" | "types">,
  { items, tooMany, notWanted }: FittedPack,
): string => {
  const manifest = {
    ...commonFields,
    items: items.length,
    leftOut: tooMany + notWanted,
    languages: countsByName(items.map(({ language }) => language)),
    types: countsByName(items.map(({ type }) => type)),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** Number of bytes reserved for the manifest. */
const maxManifestBytes = 16_000;

/**
 * Writes benchmark.json, items.jsonl (one item per line, by id) and documents.jsonl. The same run gives the same
 * bytes. Keeps the items in memory, and what they need from the documents that contain their evidence. Throws
 * PipelineError("bad-input") if there is nothing to pack, "wrong-use" for a folder that contains other files.
 */
export function exportPack(
  run: OpenRun,
  directory: string,
  options: PackOptions = {},
): PackSummary {
  refuseOtherFiles(directory);
  const { rows, manifestFields } = readItems(run, options);
  const splitOf = readSplits(run);
  const { split, items: maxItems = Number.POSITIVE_INFINITY } = options;
  const chosenItems = rows.filter(({ id }) => split === undefined || splitOf(id) === split);
  if (chosenItems.length === 0)
    throw new PipelineError("bad-input", `There are no items to pack in ${run.directory}.`, {
      hint: "Finish the run first (ragwright status <run>), or leave --split out.",
    });
  const documentsById = readDocuments(run, chosenItems);
  const packedItems = chosenItems.map(item => toPackedItem(item, splitOf(item.id), documentsById));
  const fittedPack = fitItems(packedItems, documentsById, {
    maxSize: maxBytes - maxManifestBytes,
    maxItems,
  });
  const { format: _, ...commonFields } = describeRun(run, "pack");
  const text = manifestText(
    { format: "ragwright-pack", version: 1, ...commonFields, ...manifestFields },
    fittedPack,
  );
  replaceFile(join(directory, packFiles.items), fittedPack.items.map(toLine));
  replaceFile(join(directory, packFiles.documents), fittedPack.documents.map(toLine));
  replaceFile(join(directory, packFiles.manifest), [text]);
  const { items, documents: packedDocuments, tooMany, notWanted, bytes } = fittedPack;
  return {
    items: items.length,
    tooMany,
    notWanted,
    documents: packedDocuments.length,
    bytes: bytes + Buffer.byteLength(text),
  };
}
