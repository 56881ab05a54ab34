// Reads sentences as lines of a form or table: headings, labels with their values, rows with their cells.

/** One line; a labelled line has exactly one cell. */
export interface StatedLine {
  readonly number: number;
  /** opening: a label without a value, with other lines under it. */
  readonly kind: "heading" | "opening" | "labelled" | "row" | "other";
  /** Without markup and list markers. */
  readonly text: string;
  readonly cells: readonly Cell[];
  /** The heading or opening directly above its block of labelled lines; null for none. */
  readonly under: string | null;
  /** The nearest heading or opening above it, regardless of lines in between; null for none. */
  readonly section: string | null;
}

export interface Cell {
  /** Empty if the column has no name. */
  readonly header: string;
  readonly value: string;
}

const heading = /^#{1,6}\s+/;
/** A code fence at the start of the sentence. */
const fencePattern = /^(`{3,}|~{3,})[^\n`]*\n/;
const bold = /^(?:\*\*|__)[^*_]+(?:\*\*|__)$/;
const item = /^[-*•·●○▪◦–]\s+/;
const labelPattern = /^([^:：|]{1,60}?)\s*(?:：|:(?!\S))\s*(.*)$/su;
/** A cell as written in rows: the header, a colon, a space. */
const cellPattern = /^(.+?): (.+)$/su;

/** The text as a person reads it: without emphasis, and without the backslash of a line break or an escaped `#`. */
const stripMarkup = (text: string): string =>
  text
    .replace(/^\\(?=#)/, "")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*/gu, "$1")
    .replace(/\\$/, "")
    .trim();

function cellOf(text: string): Cell {
  const [, header, value = ""] = cellPattern.exec(text) ?? [];
  return header === undefined || value === ""
    ? { header: "", value: text }
    : { header: header.trim(), value };
}

type Sentences = readonly { readonly number: number; readonly text: string }[];
type LineContent = Omit<StatedLine, "under" | "section" | "number">;

function readLine(source: string): LineContent {
  const text = stripMarkup(source.replace(item, ""));
  if (heading.test(source.trim()))
    return { kind: "heading", text: text.replace(heading, "").replace(/[:：]$/, ""), cells: [] };
  if (text.includes(" | "))
    return { kind: "row", text, cells: text.split(" | ").map(cell => cellOf(cell.trim())) };
  const [, label, value] = labelPattern.exec(text) ?? [];
  if (label === undefined || value === undefined)
    return { kind: bold.test(source.trim()) ? "heading" : "other", text, cells: [] };
  if (value === "") return { kind: "opening", text: label.trim(), cells: [] };
  return { kind: "labelled", text, cells: [{ header: label.trim(), value }] };
}

/** Yields each line once. A sentence may be a label with the line below it (the label must then count as a separate line, to end a section), or code up to the last fence. */
function* linesOf(sentences: Sentences): Generator<LineContent & { readonly number: number }> {
  let fence = "";
  for (const { number, text } of sentences) {
    const isCode = fence !== "" || fencePattern.test(text);
    if (fence === "") fence = fencePattern.exec(text)?.[1] ?? "";
    if (fence !== "" && text.length > fence.length && text.endsWith(`\n${fence}`)) fence = "";
    for (const line of text.split("\n"))
      yield isCode
        ? { number, kind: "other", text: line, cells: [] }
        : { number, ...readLine(line) };
  }
}

/** The lines in order, each with the heading of its block. */
export function readLines(sentences: Sentences): StatedLine[] {
  let [previous, under, section]: [LineContent | undefined, string | null, string | null] = [
    undefined,
    null,
    null,
  ];
  return [...linesOf(sentences)].map(line => {
    if (previous?.kind === "heading" || previous?.kind === "opening")
      section = under = previous.text;
    else if (previous?.kind !== "labelled") under = null;
    previous = line;
    return {
      ...line,
      under: line.kind === "labelled" || line.kind === "opening" ? under : null,
      section,
    };
  });
}
