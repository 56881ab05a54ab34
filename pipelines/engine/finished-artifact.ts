// Finished artifacts, and lookups in them that record what was read, so that a row is rebuilt only if that changes.

import type { ReadRecord } from "./outcome-journal.ts";
import { hashOfList } from "./fingerprint.ts";
import { groupBy } from "./grouping.ts";
import type { Table } from "./stage.ts";

/** Where an artifact's rows are read from: its store, or a copy that a worker fetched. */
export interface RowSource {
  readonly artifact: { readonly name: string };
  /** The row's position in its file; undefined if there is no such row. */
  positionOf(id: string): unknown;
  /** Hash of the row's line. */
  hash(id: string): string;
  read(id: string): unknown;
  /** The row's line as stored, without its newline; `hash` is its hash. */
  line(id: string): string;
}

/** A finished artifact: ids in final order, indexes built on first use (ids only; rows stay on disk). */
export class FinishedArtifact {
  readonly #source: RowSource;
  readonly ids: readonly string[];
  readonly #indexes = new Map<string, Map<string, string[]>>();
  readonly #derived = new Map<string, unknown>();
  #hash: string | undefined;

  constructor(source: RowSource, ids: readonly string[]) {
    this.#source = source;
    this.ids = ids;
  }

  get name(): string {
    return this.#source.artifact.name;
  }

  has(id: string): boolean {
    return this.#source.positionOf(id) !== undefined;
  }

  row(id: string): object {
    return this.#source.read(id) as object;
  }

  rows(): object[] {
    return this.ids.map(id => this.row(id));
  }

  /** The rows' lines as stored in the artifact's file, one read at a time. */
  *lines(): Generator<string> {
    for (const id of this.ids) yield this.#source.line(id);
  }

  idsWhere(field: string, value: string): readonly string[] {
    let index = this.#indexes.get(field);
    if (!index) {
      index = groupBy(this.ids, id => String((this.row(id) as Record<string, unknown>)[field]));
      this.#indexes.set(field, index);
    }
    return index.get(value) ?? [];
  }

  derive<T>(name: string, build: (rows: object[]) => T): T {
    if (!this.#derived.has(name)) this.#derived.set(name, build(this.rows()));
    return this.#derived.get(name) as T;
  }

  hashOfRows(ids: readonly string[]): string {
    return hashOfList(this.#idsWithHashes(ids)).slice(0, 16);
  }

  *#idsWithHashes(ids: readonly string[]): Generator<[id: string, hash: string]> {
    for (const id of ids) yield [id, this.#source.hash(id)];
  }

  get hash(): string {
    this.#hash ??= this.hashOfRows(this.ids);
    return this.#hash;
  }

  /** The hash that the same read would record now. */
  currentHash([, kind, key]: ReadRecord): string {
    if (kind === "get") return this.has(key) ? this.#source.hash(key) : "none";
    if (kind === "rows") return this.hash;
    const [field, value] = splitWhere(key);
    return this.hashOfRows(this.idsWhere(field, value));
  }
}

/** The field and the value of a recorded read of kind "where". */
export const splitWhere = (key: string): [field: string, value: string] => [
  key.slice(0, key.indexOf("=")),
  key.slice(key.indexOf("=") + 1),
];

/** A view of a finished artifact that records each read in `reads`. */
export function recordingTable(
  artifact: FinishedArtifact,
  reads: Map<string, ReadRecord>,
): Table<Record<string, unknown>> {
  const recordRead = (kind: ReadRecord[1], key: string) => {
    const name = `${artifact.name}\n${kind}\n${key}`;
    if (!reads.has(name))
      reads.set(name, [
        artifact.name,
        kind,
        key,
        artifact.currentHash([artifact.name, kind, key, ""]),
      ]);
  };
  const find = (key: string) => {
    recordRead("get", key);
    return artifact.has(key) ? (artifact.row(key) as Record<string, unknown>) : undefined;
  };
  return {
    find,
    get(key) {
      const row = find(key);
      if (!row) throw new Error(`${artifact.name} has no row ${key}`);
      return row;
    },
    where(field, value) {
      recordRead("where", `${field}=${value}`);
      return artifact.idsWhere(field, value).map(id => artifact.row(id) as Record<string, unknown>);
    },
    rows() {
      recordRead("rows", "");
      return artifact.rows() as Record<string, unknown>[];
    },
    derive(name, build) {
      recordRead("rows", "");
      return artifact.derive(name, build as (rows: object[]) => ReturnType<typeof build>);
    },
  };
}
