// Results of a function of a text, kept for the next time the same text is asked.

/** UTF-16 units of text whose results are kept at least; twice as many at most. */
const KEPT = 500_000;

/** The same text, without a hold on the longer one it was cut from. */
export const copyOf = (piece: string): string => Buffer.from(piece, "utf16le").toString("utf16le");

/** The same function, which reads a text it was lately asked for only once. What it returns is shared: nobody changes it. */
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
