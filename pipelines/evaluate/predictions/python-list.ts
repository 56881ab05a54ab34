// Parses a list of strings as Python prints it, which is how pandas writes a list into a cell of a CSV.

const stringPattern = String.raw`'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;
const listPattern = new RegExp(
  String.raw`^\s*\[\s*(?:(?:${stringPattern})\s*(?:,\s*(?:${stringPattern})\s*)*,?\s*)?\]\s*$`,
  "u",
);
const stringsPattern = new RegExp(stringPattern, "gu");
const escapePattern =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00(?:0[\da-fA-F]|10)[\da-fA-F]{4})|([\s\S]))/gu;

const escapedCharacters: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

const unescape = (content: string): string =>
  content.replaceAll(
    escapePattern,
    (_, twoDigits?: string, fourDigits?: string, eightDigits?: string, character = "") => {
      const code = twoDigits ?? fourDigits ?? eightDigits;
      return code === undefined
        ? (escapedCharacters[character] ?? character)
        : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );

/** The strings of the list; undefined if the cell is not such a list. */
export function parsePythonList(cell: string): string[] | undefined {
  if (!listPattern.test(cell)) return undefined;
  return [...cell.matchAll(stringsPattern)].map(([literal]) => unescape(literal.slice(1, -1)));
}
