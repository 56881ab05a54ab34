// Code blocks in a text, between two fences (``` or ~~~): their lines are neither headings nor prose.

/** UTF-16 offsets, end exclusive, the fences included. */
export interface CodeBlock {
  readonly start: number;
  readonly end: number;
}

// Matches all fence characters at once, so that a long run is read only once.
const FENCE = /^[ \t]*(?=(`{3,}|~{3,}))\1([^\n\r`]*)$/gm;
/** The longest block, in characters, that is cited as a whole. */
const maxWhole = 500;

/** The blocks in order. An unclosed fence is an ordinary line. */
export function codeBlocks(text: string): CodeBlock[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const blocks: CodeBlock[] = [];
  let open: { readonly start: number; readonly sign: string } | undefined;
  for (const { 0: line, 1: sign = "", 2: info = "", index } of text.matchAll(FENCE)) {
    if (open === undefined) open = { start: index, sign };
    else if (sign.startsWith(open.sign) && info.trim() === "") {
      blocks.push({ start: open.start, end: index + line.length });
      open = undefined;
    }
  }
  return blocks;
}

const same = (part: string): string => part;

/** The text with its code, or the prose around it, transformed. */
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

/** The text with its code replaced by blanks, keeping lines and offsets, so that headings can be found in it. */
export const blankCode = (text: string): string =>
  mapCode(text, { code: part => part.replace(/[^\n\r]/g, " ") });

/** The pieces in which a block is cited: all of it if short, otherwise parts between empty lines, or single lines; a line of symbols stays with the previous one. */
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
