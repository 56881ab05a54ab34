// Finds the title heading of a text.

import { blankCode } from "./code-blocks.ts";

/** The only heading of the highest level in the text, if that is level 1 or it opens the text; undefined if there are several or none. */
export function topHeading(text: string): string | undefined {
  const headings = [...blankCode(text).matchAll(/^(#{1,6})[ \t]+(.+)$/gm)];
  const level = Math.min(...headings.map(([, signs = ""]) => signs.length));
  const [top, secondTop] = headings.filter(([, signs]) => signs?.length === level);
  if (top === undefined || secondTop !== undefined) return undefined;
  return level === 1 || text.slice(0, top.index).trim() === "" ? top[2]?.trim() : undefined;
}
