// Parses a list of texts as Python prints it, which is how pandas writes a list into a cell of a CSV.

const text = String.raw`'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;
const whole = new RegExp(
  String.raw`^\s*\[\s*(?:(?:${text})\s*(?:,\s*(?:${text})\s*)*,?\s*)?\]\s*$`,
  "u",
);
const each = new RegExp(text, "gu");
const escape =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00(?:0[\da-fA-F]|10)[\da-fA-F]{4})|([\s\S]))/gu;

const signs: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

const unescaped = (inside: string): string =>
  inside.replaceAll(escape, (_, two?: string, four?: string, eight?: string, sign = "") => {
    const code = two ?? four ?? eight;
    return code === undefined
      ? (signs[sign] ?? sign)
      : String.fromCodePoint(Number.parseInt(code, 16));
  });

/** Undefined if the cell is not such a list. */
export function parsePythonList(cell: string): string[] | undefined {
  if (!whole.test(cell)) return undefined;
  return [...cell.matchAll(each)].map(([found]) => unescaped(found.slice(1, -1)));
}
