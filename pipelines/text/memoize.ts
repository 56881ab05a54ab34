// Caches the results of functions of a text, and of work to be done at most once.

/** Total length of the texts whose results are cached, in UTF-16 units: at least this much, at most twice as much. */
const minCachedUnits = 500_000;

/** A copy of a text that does not keep the longer text it was sliced from in memory. */
export const detachedCopy = (piece: string): string =>
  Buffer.from(piece, "utf16le").toString("utf16le");

/** Wraps a function so that its recent results are cached. Results are shared and must not be changed. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  let recentResults = new Map<string, Result>();
  let olderResults = new Map<string, Result>();
  let unitCount = 0;
  return text => {
    const cachedResult = recentResults.get(text);
    if (cachedResult !== undefined) return cachedResult;
    const result = olderResults.get(text) ?? compute(text);
    unitCount += text.length;
    if (unitCount > minCachedUnits) {
      [olderResults, recentResults] = [recentResults, new Map()];
      unitCount = text.length;
    }
    recentResults.set(detachedCopy(text), result);
    return result;
  };
}

/** Like `memoize`, for functions of a text in one of the two languages. */
export function memoizeByLanguage<Result>(
  compute: (text: string, language: "zh" | "en") => Result,
): (text: string, language: "zh" | "en") => Result {
  const functions = {
    zh: memoize(text => compute(text, "zh")),
    en: memoize(text => compute(text, "en")),
  };
  return (text, language) => functions[language](text);
}

/** Returns a function that calls `make` on its first call, and returns that result on every call. */
export function once<T>(make: () => T): () => T {
  let cache: { readonly value: T } | undefined;
  return () => (cache ??= { value: make() }).value;
}
