// Reads a Parquet file back by another hand than the one that wrote it.

import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";

/** Rows as objects. The reader tells a list that is null as undefined: here it is null. */
export async function parquetRows(path: string): Promise<Record<string, unknown>[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
  return JSON.parse(
    JSON.stringify(rows, (_, value: unknown) => (value === undefined ? null : value)),
  ) as Record<string, unknown>[];
}
