// Lists the names a user may use for a document: id, name, number in its source file, path and file name.

import { basename, extname, sep } from "node:path";
import type { DocumentRow } from "../../schemas/items/documents.ts";

/** A file's path from each of its folders on, and its name without the extension. */
export function namesOfFile(path: string): string[] {
  const parts = path.split(sep);
  return [...parts.map((_, at) => parts.slice(at).join(sep)), basename(path, extname(path))];
}

export function namesOf({ id, name, provenance, foreign }: DocumentRow): Set<string> {
  const number = foreign?.["doc_id"];
  return new Set([
    id,
    name,
    ...(typeof number === "number" || typeof number === "string" ? [String(number)] : []),
    // A file with many documents names none of them.
    ...(foreign === null ? namesOfFile(provenance.source) : []),
  ]);
}

/** Documents by all their names; several may share a name. */
export function indexNames(rows: readonly DocumentRow[]): Map<string, DocumentRow[]> {
  const byName = new Map<string, DocumentRow[]>();
  for (const row of rows)
    for (const name of namesOf(row)) byName.set(name, [...(byName.get(name) ?? []), row]);
  return byName;
}
