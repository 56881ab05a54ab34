// DragonBall's files (RAGEval): a run written as docs.jsonl and queries.jsonl, and such files read and written back.

import { join } from "node:path";
import type { z } from "zod";
import { DragonballDocument, DragonballQuery } from "../../schemas/formats/dragonball.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { readLines } from "../engine/lines.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { type ExportOptions, readItems } from "./accepted.ts";
import { codePointOffsets } from "./code-points.ts";
import {
  domainName,
  foreignId,
  toDragonballDocument,
  toDragonballQuery,
  toEvidenceLines,
} from "./dragonball-rows.ts";
import { assignIds, type ExportIds } from "./export-ids.ts";
import { describeExport, type Manifest } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { subjectNames } from "./subject-names.ts";

export interface Dragonball {
  readonly documents: readonly DragonballDocument[];
  readonly queries: readonly DragonballQuery[];
}

/**
 * Writes docs.jsonl and queries.jsonl, and beside them evidence.jsonl (one line a reference, in the queries' order:
 * query_id, doc_id, start, end in code points) and manifest.json. Equal runs give equal bytes. Memory: the corpus.
 * PipelineError("bad-input") if the directory holds no run, or people accepted none of its items and only theirs are
 * wanted. Returns how much was written.
 */
export function exportDragonball(
  run: OpenRun,
  to: string,
  options: ExportOptions = {},
): Manifest["counts"] {
  const [rows, chosen] = [[...run.rows(documents)], readItems(run, options)];
  const ids = assignIds(run, {
    documents: rows.map(document => ({ id: document.id, foreign: foreignId(document) })),
    queries: chosen.ids.map(id => ({ id, foreign: undefined })),
  });
  const corpus = inOrder(rows, ids.documents);
  const asked = inOrder(chosen.rows, ids.queries);
  const subjectOf = subjectNames(run);
  const texts = new Map(corpus.map(document => [document.id, document]));
  writeDragonball(
    {
      documents: corpus.map(document => toDragonballDocument(document, subjectOf(document), ids)),
      queries: asked.map(item => toDragonballQuery(item, domainOf(item, texts), ids)),
    },
    to,
  );
  replaceFile(join(to, "evidence.jsonl"), pythonLines(evidenceLines(asked, texts, ids)));
  const manifest = describeExport(run, { documents: corpus, items: asked, ids, told: chosen.told });
  replaceFile(join(to, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}

const inOrder = <Row extends { id: string }>(
  rows: readonly Row[],
  numbers: ReadonlyMap<string, number>,
) => [...rows].sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0));

/** Spelled as in its documents, which may be foreign. */
function domainOf(
  { domain, documentIds }: ItemRow,
  texts: ReadonlyMap<string, DocumentRow>,
): string {
  const spelled = texts.get(documentIds[0] ?? "")?.foreign?.["domain"];
  return typeof spelled === "string" ? spelled : domainName(domain);
}

function* evidenceLines(
  asked: readonly ItemRow[],
  texts: ReadonlyMap<string, DocumentRow>,
  ids: ExportIds,
) {
  const prepared = new Map<string, (offset: number) => number>();
  const offsetsIn = (id: string) => {
    const offsets = prepared.get(id) ?? codePointOffsets(texts.get(id)?.text ?? "");
    prepared.set(id, offsets);
    return offsets;
  };
  for (const item of asked) yield* toEvidenceLines(item, offsetsIn, ids);
}

/**
 * Reads DragonBall's files, ours or the original's, with all their fields, in their order. PipelineError("bad-input")
 * names the first line that is none of theirs. What their types mean: `typeOfName`.
 */
export function importDragonball(documentsPath: string, queriesPath?: string): Dragonball {
  return {
    documents: [...readRecords(documentsPath, DragonballDocument)],
    queries: queriesPath === undefined ? [] : [...readRecords(queriesPath, DragonballQuery)],
  };
}

/** The records as they stand: parsing would put known keys first. */
function* readRecords<R extends z.ZodObject>(path: string, record: R): Generator<z.output<R>> {
  for (const { text, number } of readLines(path)) {
    const line = number === 1 ? text.replace(/^\ufeff/, "") : text;
    if (line.trim() === "") continue;
    const value = parseLine(line);
    const parsed = record.safeParse(value);
    if (!parsed.success) throw badLine(path, number, parsed.error);
    yield value as z.output<R>;
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badLine(path: string, number: number, error: z.ZodError): PipelineError {
  const issue = error.issues[0];
  const reason = issue?.path.length
    ? `${issue.path.join(".")}: ${issue.message}`
    : "it is no JSON object";
  return new PipelineError("bad-input", `${path} line ${number}: ${reason}.`, {
    hint: "Give DragonBall's files: documents first, then queries.",
  });
}

/** Writes docs.jsonl and queries.jsonl as they were read. Numbers are written as JavaScript has them (1.0 as 1). */
export function writeDragonball({ documents, queries }: Dragonball, to: string): void {
  replaceFile(join(to, "docs.jsonl"), pythonLines(documents));
  replaceFile(join(to, "queries.jsonl"), pythonLines(queries));
}
