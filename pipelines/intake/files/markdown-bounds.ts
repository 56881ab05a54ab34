// Limits Markdown to what a parser can read in reasonable time: depth of quotations and lists, and brackets per paragraph.

import { mapCode } from "../../text/code-blocks.ts";
import { FileProblem } from "./parsed-file.ts";

/** Quotations or lists that one line may open. People nest five at most. */
const deepest = 100;
/** Brackets in one paragraph that may open links or tags: for each, a parser searches the whole rest for its end. */
const maxSigns = 1000;

const DEEP = new RegExp(
  String.raw`^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){${deepest}}`,
  "m",
);
const RULE = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+|(?:\+[ \t]*)+)$/;
/** A line that ends the paragraph before it. */
const NEW_BLOCK = /^[ \t]*(?:$|[-+*][ \t]|#{1,6}[ \t]|\|)/;
const SIGN = /[[<]/g;

/** The source, with brackets escaped in paragraphs that have more than 1,000 of them. Throws FileProblem for nesting more than 100 deep. */
export const boundedMarkdown = (source: string): string =>
  mapCode(source, { prose: part => (requireShallow(part), plainSigns(part)) });

function requireShallow(prose: string): void {
  if (DEEP.test(prose) && prose.split("\n").some(line => DEEP.test(line) && !RULE.test(line)))
    throw new FileProblem("malformed", `quotations or lists are nested more than ${deepest} deep.`);
}

function plainSigns(prose: string): string {
  if ((prose.match(SIGN)?.length ?? 0) <= maxSigns) return prose;
  const paragraphs: string[][] = [];
  for (const line of prose.split("\n")) {
    const open = paragraphs.at(-1);
    if (open === undefined || NEW_BLOCK.test(line)) paragraphs.push([line]);
    else open.push(line);
  }
  return paragraphs
    .map(lines => lines.join("\n"))
    .map(text => ((text.match(SIGN)?.length ?? 0) > maxSigns ? text.replace(SIGN, "\\$&") : text))
    .join("\n");
}
