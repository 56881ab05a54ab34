// Keeps Markdown within what a parser reads in time: quotations and lists nested without end, and signs by the thousand in one paragraph.

import { mapCode } from "../../text/code-blocks.ts";
import { FileProblem } from "./parsed-file.ts";

/** Quotations or lists that one line opens. People nest five. */
const deepest = 100;
/** Brackets and angles of one paragraph that may be links or tags: a parser looks for the end of each through all of the rest. */
const maxSigns = 1000;

const DEEP = new RegExp(
  String.raw`^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){${deepest}}`,
  "m",
);
const RULE = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+|(?:\+[ \t]*)+)$/;
/** A line with which the paragraph before it ends. */
const NEW_BLOCK = /^[ \t]*(?:$|[-+*][ \t]|#{1,6}[ \t]|\|)/;
const SIGN = /[[<]/g;

/** The source, with the signs of a paragraph that has more than 1,000 of them as they stand. FileProblem for what is nested more than 100 deep. */
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
