// Exports a run as DragonBall's files (RAGEval): docs.jsonl and queries.jsonl.

import { join } from "node:path";
import type { ItemRow } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { codePointOffsets } from "./code-points.ts";
import {
  domainName,
  foreignId,
  toDragonballDocument,
  toDragonballQuery,
  toEvidenceLines,
} from "./dragonball-rows.ts";
import { assignIds, type ExportIds } from "./export-ids.ts";
import { describeRun, describeSplits, writeManifest } from "./manifest.ts";
import { pythonLines } from "./python-json.ts";
import { subjectNamer } from "./subject-names.ts";

/**
 * Writes docs.jsonl and queries.jsonl, plus evidence.jsonl (one line per reference, in the queries' order:
 * query_id, doc_id, start, end in code points) and manifest.json. The same run gives the same bytes. Keeps the corpus
 * in memory. Returns counts of what was written. Throws PipelineError("bad-input") if the directory holds no run, or
 * no item passes the selection.
 */
export function exportDragonball(run: OpenRun, directory: string, options: ExportOptions = {}) {
  const rows = [...run.rows(documents)];
  const chosen = readItems(run, options);
  const ids = assignIds(run, {
    documents: rows.map(document => ({ id: document.id, foreign: foreignId(document) })),
    queries: chosen.ids.map(id => ({ id, foreign: undefined })),
  });
  const corpus = sortByNumber(rows, ids.documents);
  const orderedItems = sortByNumber(chosen.rows, ids.queries);
  const subjectOf = subjectNamer(run);
  const documentsById = new Map(corpus.map(document => [document.id, document]));
  const docs = corpus.map(document => toDragonballDocument(document, subjectOf(document), ids));
  replaceFile(join(directory, "docs.jsonl"), pythonLines(docs));
  const queries = orderedItems.map(item =>
    toDragonballQuery(item, domainOf(item, documentsById), ids),
  );
  replaceFile(join(directory, "queries.jsonl"), pythonLines(queries));
  replaceFile(
    join(directory, "evidence.jsonl"),
    pythonLines(evidenceLines(orderedItems, documentsById, ids)),
  );
  const queryIds = new Map(orderedItems.map(({ id }) => [id, ids.queries.get(id) ?? 0]));
  return writeManifest(directory, {
    ...describeRun(run, "dragonball"),
    ...chosen.manifestFields,
    counts: {
      documents: corpus.length,
      queries: orderedItems.length,
      references: orderedItems.flatMap(({ evidence }) => evidence).length,
      keypoints: orderedItems.flatMap(({ keypoints }) => keypoints).length,
    },
    splits: describeSplits(run, queryIds),
    documents: corpus.map(({ id, provenance: { source, licence } }) => ({
      doc_id: ids.documents.get(id) ?? 0,
      id,
      source: displayPath(source),
      licence,
    })),
    // `ragwright trace` accepts the items' ids.
    queries: [...queryIds].map(([id, query_id]) => ({ query_id, id })),
  });
}

const sortByNumber = <Row extends { id: string }>(
  rows: readonly Row[],
  numbers: ReadonlyMap<string, number>,
) => [...rows].sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0));

/** The domain as the item's first document spells it, which may be a foreign spelling. */
function domainOf(
  { domain, documentIds }: ItemRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): string {
  const foreignDomain = documentsById.get(documentIds[0] ?? "")?.foreign?.["domain"];
  return typeof foreignDomain === "string" ? foreignDomain : domainName(domain);
}

function* evidenceLines(
  orderedItems: readonly ItemRow[],
  documentsById: ReadonlyMap<string, DocumentRow>,
  ids: ExportIds,
) {
  const convertersById = new Map<string, (offset: number) => number>();
  const converterFor = (id: string) => {
    const converter = convertersById.get(id) ?? codePointOffsets(documentsById.get(id)?.text ?? "");
    convertersById.set(id, converter);
    return converter;
  };
  for (const item of orderedItems) yield* toEvidenceLines(item, converterFor, ids);
}
