// Results kept: of functions of a text, and of work to be done at most once.

/** UTF-16 units of text whose results are kept: at least this many, at most twice as many. */
const KEPT = 500_000;

/** A copy of a text that does not keep the longer text it was sliced from in memory. */
export const copyOf = (piece: string): string => Buffer.from(piece, "utf16le").toString("utf16le");

/** The same function, with recent results cached. Results are shared and must not be changed. */
export function remember<Result>(read: (text: string) => Result): (text: string) => Result {
  let recent = new Map<string, Result>();
  let older = new Map<string, Result>();
  let units = 0;
  return text => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const result = older.get(text) ?? read(text);
    units += text.length;
    if (units > KEPT) {
      [older, recent] = [recent, new Map()];
      units = text.length;
    }
    recent.set(copyOf(text), result);
    return result;
  };
}

/** Calls `make` at the first use, and keeps the result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
