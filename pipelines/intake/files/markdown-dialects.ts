// Rewrites what dialects add to Markdown, footnotes and admonitions, as Markdown that every parser reads.

import { codeBlocks, mapCode } from "../../text/code-blocks.ts";
import { raise } from "./raised-digits.ts";

const definition = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/gm;
const mention = /\[\^([^\]\s]+)\]/g;
/** `!!! note "Title"` with the indented text below; `:::tip Title` up to `:::`; `[!NOTE]` in a quotation. */
const aside =
  /^(?:!!!|\?\?\?\+?) [\w-]+(?: [\w-]+)*(?: "([^"\n]*)")? *\n((?:(?: {4}|\t).*\n?|[ \t]*\n)+)/gm;
const fence = /^[ \t]*:{3,} ?(?:\{?[\w-]{1,40}\}?(?:\[([^\]\n]*)\]|([^\n{]*))?)?$/gm;
const alert = /^((?:[ \t]*>)+[ \t]*)\[![A-Za-z]+\][ \t]*/gm;

/** Markdown in these dialects as plain Markdown. */
export const plainMarkdown = (source: string): string =>
  numberNotes(
    mapCode(withoutAsides(source), {
      prose: part => part.replace(fence, "\n$1$2\n").replace(alert, "$1"),
    }),
  );

/** Not done with mapCode, as an admonition may contain code. */
function withoutAsides(source: string): string {
  const code = codeBlocks(source);
  return source.replace(aside, (whole, title = "", text = "", at: number) =>
    code.some(({ start, end }) => start <= at && at < end)
      ? whole
      : `${title}\n\n${dedented(text)}\n`,
  );
}

const dedented = (text: string): string => text.replace(/^(?: {4}|\t)/gm, "");

/** The source with each footnote as a paragraph, numbered in order of first mention. */
function numberNotes(source: string): string {
  const prose = mapCode(source, { code: () => "" });
  const defined = new Set(Array.from(prose.matchAll(definition), ([, name]) => name));
  if (defined.size === 0) return source;
  const named = Array.from(prose.replace(definition, "").matchAll(mention), ([, name]) => name);
  const names = [...new Set([...named, ...defined])].filter(name => defined.has(name));
  const marks = new Map(names.map((name, at) => [name, raise(String(at + 1))]));
  return mapCode(source, {
    prose: part =>
      part
        .replace(definition, (_, name: string) => `\n${marks.get(name)} `)
        .replace(mention, (whole, name: string) => marks.get(name) ?? whole),
  });
}
