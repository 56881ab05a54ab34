// Groups and counts rows, and compares strings in an order that is the same on every machine.

/** Groups rows by key, in order of first occurrence. */
export function groupBy<Row>(rows: Iterable<Row>, keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** How often each key occurs, in order of first occurrence. */
export function countOf<Key>(keys: Iterable<Key>): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The counts, highest first; equal ones in the order of their keys. */
export const sortByFrequency = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a, x], [b, y]) => y - x || compareStrings(a, b));

/** Compares by code units. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
