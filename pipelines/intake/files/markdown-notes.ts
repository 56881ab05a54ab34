// Footnotes of Markdown: their marks as raised numbers, in the text and before the note.

import { mapCode } from "../../text/code-blocks.ts";
import { raise } from "./raised-digits.ts";

const definition = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/gm;
const mention = /\[\^([^\]\s]+)\]/g;

/** The source with each note a paragraph of its own, numbered in the order in which the text mentions them. */
export function numberNotes(source: string): string {
  const prose = mapCode(source, { code: () => "" });
  const defined = new Set(Array.from(prose.matchAll(definition), ([, name]) => name));
  if (defined.size === 0) return source;
  const named = Array.from(prose.replace(definition, "").matchAll(mention), ([, name]) => name);
  const order = [...new Set([...named, ...defined])].filter(name => defined.has(name));
  const mark = (name: string) => raise(String(order.indexOf(name) + 1));
  return mapCode(source, {
    prose: part =>
      part
        .replace(definition, (_, name: string) => `\n${mark(name)} `)
        .replace(mention, (whole, name: string) => (defined.has(name) ? mark(name) : whole)),
  });
}
