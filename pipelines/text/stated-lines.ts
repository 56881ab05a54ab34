// Reads sentences as lines of a form or table: headings, labels with their values, rows with their cells.

/** One line; of a label line the one cell that it states. */
export interface StatedLine {
  readonly number: number;
  /** opening: a label without a value, under which others stand. */
  readonly kind: "heading" | "opening" | "labelled" | "row" | "other";
  /** Without signs of markup and list. */
  readonly text: string;
  readonly cells: readonly Cell[];
  /** The heading or opening right above the block of label lines that it stands in; null for none. */
  readonly under: string | null;
  /** The nearest heading or opening above it, whatever stands between; null for none. */
  readonly section: string | null;
}

export interface Cell {
  /** Empty where the column has no name. */
  readonly header: string;
  readonly value: string;
}

const HEADING = /^#{1,6}\s+/;
const BOLD = /^(?:\*\*|__)[^*_]+(?:\*\*|__)$/;
const ITEM = /^[-*•·●○▪◦–]\s+/;
const LABEL = /^([^:：|]{1,60}?)\s*(?:：|:(?!\S))\s*(.*)$/su;
/** As rows are written: the header, a colon, a space. */
const CELL = /^(.+?): (.+)$/su;

/** As a person reads it: without emphasis, and without the backslash that breaks a line. */
const plain = (text: string): string =>
  text
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*/gu, "$1")
    .replace(/\\$/, "")
    .trim();

function cellOf(text: string): Cell {
  const [, header, value = ""] = CELL.exec(text) ?? [];
  return header === undefined || value === ""
    ? { header: "", value: text }
    : { header: header.trim(), value };
}

type Bare = Omit<StatedLine, "under" | "section" | "number">;

function readLine(source: string): Bare {
  const text = plain(source.replace(ITEM, ""));
  if (HEADING.test(text))
    return { kind: "heading", text: text.replace(HEADING, "").replace(/[:：]$/, ""), cells: [] };
  if (text.includes(" | "))
    return { kind: "row", text, cells: text.split(" | ").map(cell => cellOf(cell.trim())) };
  const [, label, value] = LABEL.exec(text) ?? [];
  if (label === undefined || value === undefined)
    return { kind: BOLD.test(source.trim()) ? "heading" : "other", text, cells: [] };
  if (value === "") return { kind: "opening", text: label.trim(), cells: [] };
  return { kind: "labelled", text, cells: [{ header: label.trim(), value }] };
}

/** The lines in order, each with the heading of its block. */
export function readLines(
  sentences: readonly { readonly number: number; readonly text: string }[],
): StatedLine[] {
  let [before, under, section]: [Bare | undefined, string | null, string | null] = [
    undefined,
    null,
    null,
  ];
  // A sentence may be a label and the line below it: each is a line here, or the label would close no section.
  const single = sentences.flatMap(({ number, text }) =>
    text.split("\n").map(line => ({ number, text: line })),
  );
  return single.map(({ number, text }) => {
    const line = readLine(text);
    if (before?.kind === "heading" || before?.kind === "opening") section = under = before.text;
    else if (before?.kind !== "labelled") under = null;
    before = line;
    return {
      ...line,
      number,
      under: line.kind === "labelled" || line.kind === "opening" ? under : null,
      section,
    };
  });
}
