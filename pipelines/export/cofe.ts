// Exports a run of any wing as CoFE-RAG's examples.json, the knowledge base that the examples ask about, and manifest.json.

import { join } from "node:path";
import { type FragmentRow, fragments, titles } from "../../schemas/cofe/records.ts";
import { toCofeType } from "../../schemas/formats/cofe.ts";
import { documents } from "../../schemas/items/documents.ts";
import { splits } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { replaceFile } from "../engine/files.ts";
import { groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath } from "../engine/display-path.ts";
import { type ExportOptions, readItems } from "./chosen-items.ts";
import { codePointOffsets } from "./code-points.ts";
import {
  type ExportedDocument,
  type ExampleSources,
  fileNameOf,
  type CofeItem,
  toCofeExample,
  toKnowledge,
} from "./cofe-rows.ts";
import { describeRun, describeSplits, writeManifest } from "./manifest.ts";
import { pythonObject, pythonLines } from "./python-json.ts";

interface FileEntry {
  readonly file_name: string;
  readonly id: string;
  readonly source: string;
  readonly licence: string | null;
}

/** Yields the lines of knowledge.jsonl, with one document in memory at a time; collects what the examples and the manifest need. */
function* knowledgeRows(
  run: OpenRun,
  exportedDocuments: Map<string, ExportedDocument>,
  fileEntries: FileEntry[],
) {
  const titlesById = new Map([...run.rows(titles)].map(({ id, title }) => [id, title]));
  for (const document of run.rows(documents)) {
    const exportedDocument: ExportedDocument = {
      fileName: fileNameOf(document),
      toCodePoint: codePointOffsets(document.text),
    };
    const { id, name, provenance } = document;
    exportedDocuments.set(id, exportedDocument);
    fileEntries.push({
      file_name: exportedDocument.fileName,
      id,
      source: displayPath(provenance.source),
      licence: provenance.licence,
    });
    yield toKnowledge(document, titlesById.get(id) ?? name, exportedDocument);
  }
}

/** Reads the fragments of the documents that items cite. */
function readFragments(run: OpenRun, rows: readonly CofeItem[]): ExampleSources["fragments"] {
  const documentIds = new Set(rows.flatMap(({ item }) => item.documentIds));
  const documentFragments: FragmentRow[] = [];
  for (const row of run.rows(fragments))
    if (documentIds.has(row.documentId)) documentFragments.push(row);
  return groupBy(documentFragments, ({ documentId }) => documentId);
}

function toCofeItem(item: ItemRow): CofeItem | undefined {
  const [type, keywords] = [toCofeType(item.type), item.keywords];
  return type && keywords ? { item, type, keywords } : undefined;
}

/**
 * Writes examples.json (the original's fields, then id, fragment, page, evidence with its alternatives, the
 * position of each fine keyword and the number of passages with each list), knowledge.jsonl (one document per line)
 * and manifest.json. All offsets are in code points. Leaves out items of types that CoFE-RAG does not have. The same
 * run gives the same bytes. Keeps the items with their fragments, and one document, in memory. Returns counts of what
 * was written. Throws PipelineError("bad-input") if no item passes the selection.
 */
export function exportCofe(run: OpenRun, directory: string, options: ExportOptions = {}) {
  const chosen = readItems(run, options);
  const rows = chosen.rows.flatMap(item => toCofeItem(item) ?? []);
  const otherTypes = chosen.rows.filter(({ type }) => toCofeType(type) === undefined).length;
  const exportedDocuments = new Map<string, ExportedDocument>();
  const fileEntries: FileEntry[] = [];
  replaceFile(
    join(directory, "knowledge.jsonl"),
    pythonLines(knowledgeRows(run, exportedDocuments, fileEntries)),
  );
  const sources: ExampleSources = {
    documents: exportedDocuments,
    fragments: readFragments(run, rows),
    splits: new Map([...run.rows(splits)].map(({ itemId, split }) => [itemId, split])),
  };
  const examples = rows.map(item => toCofeExample(item, sources));
  replaceFile(join(directory, "examples.json"), pythonObject({ examples }));
  return writeManifest(directory, {
    ...describeRun(run, "cofe"),
    ...chosen.manifestFields,
    counts: {
      documents: fileEntries.length,
      queries: rows.length,
      otherTypes,
      // For an unanswerable question there is nothing to find.
      withoutKeywords: chosen.rows.length - otherTypes - rows.length,
    },
    offsets: "code points of the document's text, end exclusive",
    splits: describeSplits(run, new Map(rows.map(({ item: { id } }) => [id, id]))),
    documents: fileEntries,
  });
}
