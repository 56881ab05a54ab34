// Defers costly work until its result is needed.

/** Calls `make` at the first use, and keeps the result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
