// Adds up numbers.

/** The sum in the order of the values; 0 if there are none. */
export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
