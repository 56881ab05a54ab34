// Code blocks in a text, between two fences (``` or ~~~): their lines are neither headings nor prose.

/** UTF-16 offsets, end exclusive, including the fences. */
export interface CodeBlock {
  readonly start: number;
  readonly end: number;
}

// Matches all fence characters at once, so that a long run is read only once.
const fencePattern = /^[ \t]*(?=(`{3,}|~{3,}))\1([^\n\r`]*)$/gm;
/** Maximum length of a block that is cited as a whole, in characters. */
const maxUncutLength = 500;

/** The blocks in order. An unclosed fence is an ordinary line. */
export function codeBlocks(text: string): CodeBlock[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const blocks: CodeBlock[] = [];
  let opening: { readonly start: number; readonly fence: string } | undefined;
  for (const { 0: line, 1: fence = "", 2: info = "", index } of text.matchAll(fencePattern)) {
    if (opening === undefined) opening = { start: index, fence };
    else if (fence.startsWith(opening.fence) && info.trim() === "") {
      blocks.push({ start: opening.start, end: index + line.length });
      opening = undefined;
    }
  }
  return blocks;
}

const identity = (part: string): string => part;

/** Transforms the code of a text, the prose around it, or both. */
export function mapCode(
  text: string,
  {
    code = identity,
    prose = identity,
  }: Partial<Record<"code" | "prose", (part: string) => string>>,
): string {
  let [mapped, from] = ["", 0];
  for (const { start, end } of codeBlocks(text)) {
    mapped += prose(text.slice(from, start)) + code(text.slice(start, end));
    from = end;
  }
  return mapped + prose(text.slice(from));
}

/** Replaces the code of a text with blanks, keeping lines and offsets, so that headings can be found in it. */
export const blankCode = (text: string): string =>
  mapCode(text, { code: part => part.replace(/[^\n\r]/g, " ") });

/** The pieces in which a block is cited: all of it if short, otherwise parts between empty lines, or single lines; a line of symbols stays with the previous one. */
export function codePieces(block: string): CodeBlock[] {
  if (block.length <= maxUncutLength) return [{ start: 0, end: block.length }];
  // The opening fence belongs to the first line of code.
  const codeStart = block.slice(block.indexOf("\n")).search(/\S/) + block.indexOf("\n");
  const cutAt = (pattern: RegExp, { start, end }: CodeBlock): CodeBlock[] => {
    const cuts = Array.from(
      block.slice(start, end).matchAll(pattern),
      ({ index }) => start + index,
    ).filter(cut => cut > Math.max(start, codeStart));
    return [start, ...cuts].map((from, index) => ({ start: from, end: cuts[index] ?? end }));
  };
  return cutAt(/(?<=\n)[ \t]*\n(?=.*[\p{L}\p{N}])/gu, { start: 0, end: block.length }).flatMap(
    piece =>
      piece.end - piece.start <= maxUncutLength ? piece : cutAt(/\n(?=.*[\p{L}\p{N}])/gu, piece),
  );
}
