// Random parts of a pattern: a whole number from a range, characters of a kind.

import { literal } from "./literal.ts";
import { BRACES, DRAWN } from "../../schemas/rageval/paths.ts";
import { type Draw, pick } from "./random.ts";

/** A random value for "1-300" or "A-Z0-9:4"; undefined for any other name. Bounds in the wrong order give the first. */
export function drawPart(name: string, draw: Draw): string | undefined {
  const [, low, high, kinds, count] = DRAWN.exec(name) ?? [];
  if (low !== undefined && high !== undefined)
    return String(Number(low) + draw(Math.max(0, Number(high) - Number(low)) + 1));
  if (kinds === undefined) return undefined;
  const signs = (kinds.match(/.-./g) ?? []).flatMap(signsOf);
  return Array.from({ length: Number(count) }, () => pick(draw, signs)).join("");
}

function signsOf(kind: string): string[] {
  const [first, last] = [kind.charCodeAt(0), kind.charCodeAt(2)];
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, at) =>
    String.fromCharCode(first + at),
  );
}

/** A pattern with all its random parts drawn. */
export const drawParts = (pattern: string, draw: Draw): string =>
  pattern.replace(BRACES, (braces, name: string) => drawPart(name, draw) ?? braces);

/** Whether a text could come from a pattern whose leaves are filled in, ignoring case. */
export function fitsPattern(pattern: string, text: string): boolean {
  const parts = pattern.split(BRACES).map((part, at) => {
    const [, low, , kinds, count] = DRAWN.exec(part) ?? [];
    if (at % 2 === 0) return literal(part);
    if (low !== undefined) return "\\d+";
    return kinds === undefined ? literal(`{${part}}`) : `[${kinds}]{${count}}`;
  });
  return new RegExp(`^${parts.join("")}$`, "iu").test(text.trim());
}
