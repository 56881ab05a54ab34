// Packs a run for committing: a folder of at most two megabytes, whose lines change only if an item does.

import { createHash } from "node:crypto";
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
import type { Packed } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { shownPath } from "../engine/shown-path.ts";
import { type ExportOptions, readItems } from "./accepted.ts";
import { codePointOffsets } from "./code-points.ts";
import { readSplits, type Split } from "./item-splits.ts";
import { describeRun } from "./manifest.ts";

export interface PackOptions extends ExportOptions {
  /** Only the items of this split. */
  readonly split?: Split;
  /** Maximum number of items. */
  readonly items?: number;
}

/** Maximum size of the folder. */
const maxBytes = 2_000_000;

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const byId = <T extends { readonly id: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The data of a document that its items need. */
interface PackedText {
  readonly packed: PackedDocument;
  readonly codePoint: (offset: number) => number;
}

/** Reads the documents that contain these items' evidence. */
function readKnown(run: OpenRun, rows: readonly ItemRow[]): ReadonlyMap<string, PackedText> {
  const wanted = new Set(
    rows.flatMap(({ evidence }) =>
      evidence.flatMap(one => [one, ...(one.alternatives ?? [])]).map(one => one.span.documentId),
    ),
  );
  const known = new Map<string, PackedText>();
  for (const row of run.rows(documents))
    if (wanted.has(row.id))
      known.set(row.id, { packed: toDocument(row), codePoint: codePointOffsets(row.text) });
  return known;
}

const toDocument = ({ id, name, kind, provenance }: DocumentRow): PackedDocument => ({
  id,
  name,
  source: kind === "own" ? shownPath(provenance.source) : null,
  licence: provenance.licence,
});

function toItem(item: ItemRow, split: Split, known: ReadonlyMap<string, PackedText>): PackedItem {
  const spanOf = ({ span, text }: { readonly span: Span; readonly text: string }): PackedSpan => {
    const { documentId, start, end } = span;
    const at = known.get(documentId)?.codePoint ?? (offset => offset);
    return { documentId, start: at(start), end: at(end), text };
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
    evidence: item.evidence.map(({ alternatives, ...one }) => ({
      ...spanOf(one),
      ...(alternatives ? { alternatives: alternatives.map(spanOf) } : {}),
    })),
  };
}

const documentIdsOf = ({ evidence }: PackedItem): string[] =>
  evidence.flatMap(one => [one, ...(one.alternatives ?? [])]).map(({ documentId }) => documentId);

// Orders by a hash of ids: a kept part represents the run's types and languages, and stays the same when the run grows.
const inHashOrder = (rows: readonly PackedItem[]): PackedItem[] => {
  const keyed = rows.map(row => ({
    row,
    key: createHash("sha256").update(row.id).digest("hex"),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row);
};

interface Fitting {
  readonly items: PackedItem[];
  readonly documents: PackedDocument[];
  /** Size of both files. */
  readonly bytes: number;
  readonly tooMany: number;
  readonly notWanted: number;
}

/** As many items, with their documents, as are wanted and fit into the bytes allowed. */
function fit(
  rows: readonly PackedItem[],
  known: ReadonlyMap<string, PackedText>,
  { maxSize, wanted }: { readonly maxSize: number; readonly wanted: number },
): Fitting {
  const items: PackedItem[] = [];
  const packedById = new Map<string, PackedDocument>();
  let [bytes, tooMany, notWanted] = [0, 0, 0];
  for (const item of inHashOrder(rows)) {
    const fresh = [...new Set(documentIdsOf(item))].flatMap(id => {
      const document = packedById.has(id) ? undefined : known.get(id)?.packed;
      return document ? [document] : [];
    });
    const size = Buffer.byteLength([item, ...fresh].map(line).join(""));
    if (items.length >= wanted) notWanted++;
    else if (bytes + size > maxSize) tooMany++;
    else {
      bytes += size;
      items.push(item);
      for (const document of fresh) packedById.set(document.id, document);
    }
  }
  return {
    items: byId(items),
    documents: byId([...packedById.values()]),
    bytes,
    tooMany,
    notWanted,
  };
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values.toSorted()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** PipelineError("wrong-use") for a folder that holds anything else: only a benchmark may be overwritten. */
function refuseOther(to: string): void {
  const ours: readonly string[] = Object.values(packFiles);
  const other = existsSync(to) ? readdirSync(to).find(name => !ours.includes(name)) : undefined;
  if (other === undefined) return;
  throw new PipelineError("wrong-use", `${to} holds ${other}, which is not part of a benchmark.`, {
    hint: "Name a separate folder: --to evals/handbook",
  });
}

/** Text of the manifest; most of its length does not depend on the items. */
const manifestText = (
  heading: Omit<PackManifest, "items" | "leftOut" | "languages" | "types">,
  { items, tooMany, notWanted }: Fitting,
): string => {
  const manifest = {
    ...heading,
    items: items.length,
    leftOut: tooMany + notWanted,
    languages: countBy(items.map(({ language }) => language)),
    types: countBy(items.map(({ type }) => type)),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** Bytes reserved for the manifest. */
const manifestRoom = 16_000;

/**
 * Writes benchmark.json, items.jsonl (one item per line, by id) and documents.jsonl. Equal runs give equal bytes. Memory: the
 * items, and the documents that contain their evidence. PipelineError("bad-input") if nothing is left to pack,
 * "wrong-use" for a folder that holds anything else.
 */
export function exportPack(run: OpenRun, to: string, options: PackOptions = {}): Packed {
  refuseOther(to);
  const { rows, told } = readItems(run, options);
  const splitOf = readSplits(run);
  const { split, items: wanted = Number.POSITIVE_INFINITY } = options;
  const chosen = rows.filter(({ id }) => split === undefined || splitOf(id) === split);
  if (chosen.length === 0)
    throw new PipelineError("bad-input", `There is no item to pack in ${run.directory}.`, {
      hint: "Finish the run first (ragwright status <run>), or leave --split out.",
    });
  const known = readKnown(run, chosen);
  const packed = chosen.map(item => toItem(item, splitOf(item.id), known));
  const fitting = fit(packed, known, { maxSize: maxBytes - manifestRoom, wanted });
  const { format: _, ...heading } = describeRun(run, "pack");
  const text = manifestText({ format: "ragwright-pack", version: 1, ...heading, ...told }, fitting);
  replaceFile(join(to, packFiles.items), fitting.items.map(line));
  replaceFile(join(to, packFiles.documents), fitting.documents.map(line));
  replaceFile(join(to, packFiles.manifest), [text]);
  const { items, documents: named, tooMany, notWanted, bytes } = fitting;
  return {
    items: items.length,
    tooMany,
    notWanted,
    documents: named.length,
    bytes: bytes + Buffer.byteLength(text),
  };
}
