// A test for each row of a table that stands in tests/fixtures/cases, under the test's own title.

import { test } from "vitest";
import { fixtureYaml } from "./fixtures.ts";

/** `file`: the test's, below tests; what the row's columns are is for the caller to say. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the columns stand in a file, so that nothing can infer them
export function cases<Row extends readonly unknown[]>(
  file: string,
  title: string,
  body: (...row: Row) => void | Promise<void>,
): void {
  const rows = fixtureYaml<Record<string, unknown[]>>(`cases/${file}.yaml`)[title];
  test.each(rows as unknown[][])(title, body as unknown as (...row: unknown[]) => void);
}
