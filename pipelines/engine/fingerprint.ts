// Hashes that identify rows and show whether anything a row depends on has changed.

import { createHash, hash } from "node:crypto";

/** JSON with sorted keys, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record).filter(key => record[key] !== undefined);
  // Without a comparator, `sort` compares by code units.
  return `{${keys
    .sort()
    .map(key => `${JSON.stringify(key)}:${canonicalJson(record[key])}`)
    .join(",")}}`;
}

/** SHA-256 of a value's canonical JSON, as hex. */
export const hashOf = (value: unknown): string => hash("sha256", canonicalJson(value));

/** Minimum number of characters hashed at a time. */
const minPieceLength = 1 << 16;

/** The same hash as `hashOf` of the list, without holding its whole text in memory. */
export function hashOfList(values: Iterable<unknown>): string {
  const digest = createHash("sha256");
  let text = "[";
  let separator = "";
  for (const value of values) {
    text += separator + canonicalJson(value);
    separator = ",";
    if (text.length < minPieceLength) continue;
    digest.update(text);
    text = "";
  }
  return digest.update(`${text}]`).digest("hex");
}

/** A row's id: a short prefix and twelve hex digits derived from its parents and content. */
export const rowId = (prefix: string, ...parts: unknown[]): string =>
  `${prefix}-${hashOf(parts).slice(0, 12)}`;

/** Hash by which a changed line of an artifact is recognized. Not a slice of the full hex string, which would keep all of it in memory. */
export const lineHash = (text: string): string =>
  hash("sha256", text, "buffer").toString("hex", 0, 8);
