// Rewrites footnotes and admonitions, which some dialects add to Markdown, as Markdown that every parser reads.

import { codeBlocks, mapCode } from "../../text/code-blocks.ts";
import { toSuperscript } from "./superscripts-and-subscripts.ts";

const noteDefinition = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/gm;
const noteMention = /\[\^([^\]\s]+)\]/g;
/** `!!! note "Title"` with the indented text below; `:::tip Title` up to `:::`; `[!NOTE]` in a quotation. */
const admonition =
  /^(?:!!!|\?\?\?\+?) [\w-]+(?: [\w-]+)*(?: "([^"\n]*)")? *\n((?:(?: {4}|\t).*\n?|[ \t]*\n)+)/gm;
const containerFence = /^[ \t]*:{3,} ?(?:\{?[\w-]{1,40}\}?(?:\[([^\]\n]*)\]|([^\n{]*))?)?$/gm;
const alert = /^((?:[ \t]*>)+[ \t]*)\[![A-Za-z]+\][ \t]*/gm;

/** Markdown in these dialects as plain Markdown. */
export const plainMarkdown = (source: string): string =>
  numberNotes(
    mapCode(unwrapAdmonitions(source), {
      prose: part => part.replace(containerFence, "\n$1$2\n").replace(alert, "$1"),
    }),
  );

/** Turns admonitions into paragraphs; without mapCode, as an admonition may contain code. */
function unwrapAdmonitions(source: string): string {
  const code = codeBlocks(source);
  return source.replace(admonition, (admonitionText, title = "", text = "", offset: number) =>
    code.some(({ start, end }) => start <= offset && offset < end)
      ? admonitionText
      : `${title}\n\n${dedent(text)}\n`,
  );
}

const dedent = (text: string): string => text.replace(/^(?: {4}|\t)/gm, "");

/** The source with each footnote as a paragraph, numbered in order of first mention. */
function numberNotes(source: string): string {
  const prose = mapCode(source, { code: () => "" });
  const definedNames = new Set(Array.from(prose.matchAll(noteDefinition), ([, name]) => name));
  if (definedNames.size === 0) return source;
  const mentionedNames = Array.from(
    prose.replace(noteDefinition, "").matchAll(noteMention),
    ([, name]) => name,
  );
  const names = [...new Set([...mentionedNames, ...definedNames])].filter(name =>
    definedNames.has(name),
  );
  const marks = new Map(names.map((name, index) => [name, toSuperscript(String(index + 1))]));
  return mapCode(source, {
    prose: part =>
      part
        .replace(noteDefinition, (_, name: string) => `\n${marks.get(name)} `)
        .replace(noteMention, (mention, name: string) => marks.get(name) ?? mention),
  });
}
