// Lists the names by which a user may refer to a document: id, name, number in its source file, path and file name.

import { basename, extname, sep } from "node:path";
import type { DocumentRow } from "../../schemas/items/documents.ts";

/** A file's path, also without its leading folders, and its name without the extension. */
export function namesOfFile(path: string): string[] {
  const parts = path.split(sep);
  return [...parts.map((_, index) => parts.slice(index).join(sep)), basename(path, extname(path))];
}

/** All names of a document. */
export function namesOf({ id, name, provenance, foreign }: DocumentRow): Set<string> {
  const number = foreign?.["doc_id"];
  return new Set([
    id,
    name,
    ...(typeof number === "number" || typeof number === "string" ? [String(number)] : []),
    // The name of a file with many documents identifies none of them.
    ...(foreign === null ? namesOfFile(provenance.source) : []),
  ]);
}

/** Indexes documents by all their names; several may share a name. */
export function indexByName(rows: readonly DocumentRow[]): Map<string, DocumentRow[]> {
  const byName = new Map<string, DocumentRow[]>();
  for (const row of rows)
    for (const name of namesOf(row)) byName.set(name, [...(byName.get(name) ?? []), row]);
  return byName;
}
