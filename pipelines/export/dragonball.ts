// Exports a run as DragonBall's files (RAGEval): docs.jsonl and queries.jsonl.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { replaceFile } from "../engine/files.ts";
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

/**
 * Writes docs.jsonl and queries.jsonl, plus evidence.jsonl (one line per reference, in the queries' order:
 * query_id, doc_id, start, end in code points) and manifest.json. Equal runs give equal bytes. Memory: the corpus.
 * PipelineError("bad-input") if the directory holds no run, or no item passes the selection. Returns counts of what
 * was written.
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
  const docs = corpus.map(document => toDragonballDocument(document, subjectOf(document), ids));
  replaceFile(join(to, "docs.jsonl"), pythonLines(docs));
  const queries = asked.map(item => toDragonballQuery(item, domainOf(item, texts), ids));
  replaceFile(join(to, "queries.jsonl"), pythonLines(queries));
  replaceFile(join(to, "evidence.jsonl"), pythonLines(evidenceLines(asked, texts, ids)));
  const manifest = describeExport(run, { documents: corpus, items: asked, ids, told: chosen.told });
  replaceFile(join(to, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}

const inOrder = <Row extends { id: string }>(
  rows: readonly Row[],
  numbers: ReadonlyMap<string, number>,
) => [...rows].sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0));

/** The domain as spelled in the item's documents, which may be foreign. */
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
