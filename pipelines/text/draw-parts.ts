// Draws the random parts of a pattern: a whole number from a range, characters from given ranges.

import { escapeRegExp } from "./escape-reg-exp.ts";
import { bracesPattern, randomPartPattern } from "../../schemas/rageval/paths.ts";
import { type Draw, pick } from "./random.ts";

/** A random value for "1-300" or "A-Z0-9:4"; undefined for any other name. If the bounds are reversed, the first one is the value. */
export function drawPart(name: string, draw: Draw): string | undefined {
  const [, low, high, kinds, count] = randomPartPattern.exec(name) ?? [];
  if (low !== undefined && high !== undefined)
    return String(Number(low) + draw(Math.max(0, Number(high) - Number(low)) + 1));
  if (kinds === undefined) return undefined;
  const characters = (kinds.match(/.-./g) ?? []).flatMap(charactersIn);
  return Array.from({ length: Number(count) }, () => pick(draw, characters)).join("");
}

function charactersIn(range: string): string[] {
  const [first, last] = [range.charCodeAt(0), range.charCodeAt(2)];
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) =>
    String.fromCharCode(first + index),
  );
}

/** Draws all random parts of a pattern. */
export const drawParts = (pattern: string, draw: Draw): string =>
  pattern.replace(bracesPattern, (braces, name: string) => drawPart(name, draw) ?? braces);

/** Whether a text matches a pattern whose leaves are filled in: its random parts may have any value. Ignores case. */
export function fitsPattern(pattern: string, text: string): boolean {
  const parts = pattern.split(bracesPattern).map((part, index) => {
    const [, low, , kinds, count] = randomPartPattern.exec(part) ?? [];
    if (index % 2 === 0) return escapeRegExp(part);
    if (low !== undefined) return "\\d+";
    return kinds === undefined ? escapeRegExp(`{${part}}`) : `[${kinds}]{${count}}`;
  });
  return new RegExp(`^${parts.join("")}$`, "iu").test(text.trim());
}
