// JSON lines as a journey finds and leaves them.

import { readFileSync } from "node:fs";

export const linesIn = (path: string): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(line => line !== "");

// oxlint-disable-next-line no-unnecessary-type-parameters -- spares each caller the same cast
export const rowsIn = <Row = Record<string, unknown>>(path: string): Row[] =>
  linesIn(path).map(line => JSON.parse(line) as Row);

export const linesOf = (rows: readonly object[]): string =>
  rows.map(row => `${JSON.stringify(row)}\n`).join("");
