// Writes rows as a Parquet file with typed columns, lists and structures, one group of rows at a time.

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { explainDiskErrors } from "../engine/files.ts";

/** Type of a column; any value in it may be null. */
type Column = "string" | "integer" | { readonly list: Column } | { readonly fields: Columns };
/** Columns by name, in order. */
export interface Columns {
  readonly [name: string]: Column;
}

type ValueOf<C> = C extends "string"
  ? string | null
  : C extends "integer"
    ? number | null
    : C extends { readonly list: infer Element }
      ? readonly ValueOf<Element>[] | null
      : C extends { readonly fields: infer Fields }
        ? RowOf<Fields> | null
        : never;
/** A row of these columns. */
export type RowOf<C> = { readonly [Name in keyof C]: ValueOf<C[Name]> };

type SchemaElement = ParquetWriter["schema"][number];

/** Elements for a column and what it contains, outermost first; a list has the three levels that the Parquet format requires. */
function elementsOf(name: string, column: Column): SchemaElement[] {
  const repetition_type = "OPTIONAL";
  if (column === "string")
    return [{ name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type }];
  if (column === "integer") return [{ name, type: "INT32", repetition_type }];
  if ("list" in column) {
    const repeatedLevel = { name: "list", repetition_type: "REPEATED", num_children: 1 } as const;
    return [
      { name, converted_type: "LIST", repetition_type, num_children: 1 },
      repeatedLevel,
      ...elementsOf("element", column.list),
    ];
  }
  return [
    { name, repetition_type, num_children: Object.keys(column.fields).length },
    ...fieldsOf(column.fields),
  ];
}

const fieldsOf = (columns: Columns): SchemaElement[] =>
  Object.entries(columns).flatMap(([name, column]) => elementsOf(name, column));

const maxGroupRows = 1000;
const maxGroupCharacters = 4_000_000;

/** Yields groups of rows to keep in memory: a thousand rows each, or fewer if their texts are long. */
function* groupsOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let [group, characters] = [[] as Row[], 0];
  for (const row of rows) {
    group.push(row);
    characters += JSON.stringify(row).length;
    if (group.length < maxGroupRows && characters < maxGroupCharacters) continue;
    yield group;
    [group, characters] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** Returns the number of rows written. The writer returns promises only for an asynchronous sink, which our file is not. */
function writeRows<C extends Columns>(path: string, columns: C, rows: Iterable<RowOf<C>>): number {
  const names = Object.keys(columns);
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: "schema", num_children: names.length }, ...fieldsOf(columns)],
    createdBy: "ragwright",
  });
  let rowCount = 0;
  for (const group of groupsOf(rows)) {
    void writer.write({
      columnData: names.map(name => ({ name, data: group.map(row => row[name]) })),
      rowGroupSize: group.length,
    });
    rowCount += group.length;
  }
  void writer.finish();
  return rowCount;
}

function flush(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes the file atomically, and returns its number of rows. The same rows give the same bytes. Keeps one group of
 * rows in memory. Throws PipelineError("disk") if the file cannot be written.
 */
export function writeParquet<C extends Columns>(
  path: string,
  columns: C,
  rows: Iterable<RowOf<C>>,
): number {
  const temporary = `${path}.new`;
  return explainDiskErrors(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      const rowCount = writeRows(temporary, columns, rows);
      flush(temporary);
      renameSync(temporary, path);
      return rowCount;
    } catch (error) {
      // An incomplete file is useless and takes up space on a full disk.
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}
