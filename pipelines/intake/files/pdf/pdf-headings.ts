// Distinguishes headings from paragraphs by font and numbering, and assigns their levels.

import { endsSentence } from "../line-joins.ts";
import type { Segment } from "./pdf-lines.ts";
import type { Passage } from "./pdf-passages.ts";

/** The font and size of most of a document's text. */
export interface Body {
  readonly size: number;
  readonly font: string;
}

/** Minimum size, relative to the body, that makes a passage a heading by itself. */
const headingRatio = 1.14;
/** Maximum number of lines of a heading. */
const maxLines = 3;

/** The font and size of the body, from all segments of a document. */
export function bodyOf(segments: Iterable<Segment>): Body {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const { size, font, text } of segments) {
    sizes.set(roundToHalf(size), (sizes.get(roundToHalf(size)) ?? 0) + text.length);
    const key = `${roundToHalf(size)} ${font}`;
    fonts.set(key, (fonts.get(key) ?? 0) + text.length);
  }
  const size = mostFrequent(sizes) ?? 0;
  const font = mostFrequent(new Map([...fonts].filter(([key]) => key.startsWith(`${size} `))));
  return { size, font: font?.slice(`${size} `.length) ?? "" };
}

const roundToHalf = (size: number) => Math.round(size * 2) / 2;
const mostFrequent = <Key>(counts: ReadonlyMap<Key, number>): Key | undefined =>
  [...counts].reduce<[Key, number] | undefined>(
    (best, entry) => (best && best[1] >= entry[1] ? best : entry),
    undefined,
  )?.[0];

/** A heading as printed, with its number first. */
export const headingText = ({ marker, text }: Passage): string =>
  marker === null || marker === "-" ? text : `${marker} ${text}`;

const chapterNumber =
  /^第[〇零一二三四五六七八九十百\d]{1,5}[章节節编編篇部](?:\s|分|[^，。；]{0,30}$)/;
const outlineNumber = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s*(?=[\p{L}])/u;

/** Signs of a line of code, which has a font of its own like a heading. */
const code = /[\\{}]|[\w)]=[$\w"'.]/;

/** Whether a passage is a heading: it is large, or in a different font, or has a chapter number, and is never a whole sentence. */
export function isHeading(passage: Passage, body: Body): boolean {
  const text = headingText(passage);
  const hasHan = /\p{Script=Han}/u.test(text);
  if (
    passage.marker === "-" ||
    passage.lines > maxLines ||
    text.length > (hasHan ? 60 : 160) ||
    !/\p{L}{2}|\p{Script=Han}/u.test(text)
  )
    return false;
  if (/[,，、;；]$/.test(text) || (code.test(text) && !outlineNumber.test(text))) return false;
  if (passage.size >= body.size * headingRatio) return !/[。]$/.test(text);
  if (endsSentence(text) || passage.size < body.size * 0.96 || passage.lines > 2) return false;
  if (chapterNumber.test(text)) return true;
  return (
    !passage.fonts.includes(body.font) &&
    text.length <= (hasHan ? 40 : 100) &&
    /^[\p{Lu}\p{Lo}\d(（第]/u.test(text)
  );
}

/** Levels counted from 1: larger headings are higher; one with a two-part number is never above level 2. */
export function levelsOf(headings: readonly Passage[], body: Body): (heading: Passage) => number {
  const sizeRank = (size: number) => Math.max(roundToHalf(size), roundToHalf(body.size));
  const sizes = [...new Set(headings.map(({ size }) => sizeRank(size)))].sort((a, b) => b - a);
  return heading => {
    const depth = outlineNumber.exec(headingText(heading))?.[1]?.split(".").length ?? 1;
    return Math.min(6, Math.max(sizes.indexOf(sizeRank(heading.size)) + 1, depth));
  };
}
