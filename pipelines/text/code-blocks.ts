// Code within a text: what stands between two fences (``` or ~~~), whose lines are neither headings nor prose.

/** UTF-16 offsets, end exclusive, the fences included. */
export interface CodeBlock {
  readonly start: number;
  readonly end: number;
}

// The signs are taken as a whole, so that a long run of them is read once.
const FENCE = /^[ \t]*(?=(`{3,}|~{3,}))\1([^\n\r`]*)$/gm;
/** Characters of a block that is cited as a whole. */
const maxWhole = 500;

/** Blocks in order. A fence that none closes is a line like any other. */
export function codeBlocks(text: string): CodeBlock[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const blocks: CodeBlock[] = [];
  let open: { readonly start: number; readonly sign: string } | undefined;
  for (const { 0: line, 1: sign = "", 2: told = "", index } of text.matchAll(FENCE)) {
    if (open === undefined) open = { start: index, sign };
    else if (sign.startsWith(open.sign) && told.trim() === "") {
      blocks.push({ start: open.start, end: index + line.length });
      open = undefined;
    }
  }
  return blocks;
}

const same = (part: string): string => part;

/** The text with its code, or what stands around it, made otherwise. */
export function mapCode(
  text: string,
  { code = same, prose = same }: Partial<Record<"code" | "prose", (part: string) => string>>,
): string {
  let [mapped, from] = ["", 0];
  for (const { start, end } of codeBlocks(text)) {
    mapped += prose(text.slice(from, start)) + code(text.slice(start, end));
    from = end;
  }
  return mapped + prose(text.slice(from));
}

/** The text with blanks for its code, every line and offset where it was: here headings are looked for. */
export const blankCode = (text: string): string =>
  mapCode(text, { code: part => part.replace(/[^\n\r]/g, " ") });

/** What of a block is cited: all of it where it is short, else what stands between empty lines, or of that a line; a line of signs stays with the one before. */
export function codePieces(block: string): CodeBlock[] {
  if (block.length <= maxWhole) return [{ start: 0, end: block.length }];
  // The opening fence belongs to the first line of code.
  const first = block.slice(block.indexOf("\n")).search(/\S/) + block.indexOf("\n");
  const cutAt = (sign: RegExp, { start, end }: CodeBlock): CodeBlock[] => {
    const cuts = Array.from(
      block.slice(start, end).matchAll(sign),
      ({ index }) => start + index,
    ).filter(cut => cut > Math.max(start, first));
    return [start, ...cuts].map((from, at) => ({ start: from, end: cuts[at] ?? end }));
  };
  return cutAt(/(?<=\n)[ \t]*\n(?=.*[\p{L}\p{N}])/gu, { start: 0, end: block.length }).flatMap(
    piece => (piece.end - piece.start <= maxWhole ? piece : cutAt(/\n(?=.*[\p{L}\p{N}])/gu, piece)),
  );
}
