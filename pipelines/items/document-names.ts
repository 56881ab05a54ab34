// What a user may call a document: id, name, number in the file it came from, path and file name.

import { basename, extname, sep } from "node:path";
import type { DocumentRow } from "../../schemas/items/documents.ts";

/** Its path from each folder above it on, and its name without the ending. */
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
    // A file of many documents names none of them.
    ...(foreign === null ? namesOfFile(provenance.source) : []),
  ]);
}

/** Documents by all their names; one name may be that of several. */
export function indexNames(rows: readonly DocumentRow[]): Map<string, DocumentRow[]> {
  const byName = new Map<string, DocumentRow[]>();
  for (const row of rows)
    for (const name of namesOf(row)) byName.set(name, [...(byName.get(name) ?? []), row]);
  return byName;
}
