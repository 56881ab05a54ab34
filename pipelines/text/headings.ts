// The heading that a whole text stands under.

import { blankCode } from "./code-blocks.ts";

/** The one heading of the highest level there is, where it is of the first or opens the text; undefined where several are, or none. */
export function topHeading(text: string): string | undefined {
  const headings = [...blankCode(text).matchAll(/^(#{1,6})[ \t]+(.+)$/gm)];
  const level = Math.min(...headings.map(([, signs = ""]) => signs.length));
  const [top, another] = headings.filter(([, signs]) => signs?.length === level);
  if (top === undefined || another !== undefined) return undefined;
  return level === 1 || text.slice(0, top.index).trim() === "" ? top[2]?.trim() : undefined;
}
