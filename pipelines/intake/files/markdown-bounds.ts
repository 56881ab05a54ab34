// Limits Markdown to what a parser can read in reasonable time: depth of quotations and lists, and brackets per paragraph.

import { mapCode } from "../../text/code-blocks.ts";
import { FileProblem } from "./parsed-file.ts";

/** Maximum number of quotations or lists that one line may open; people nest five at most. */
const maxDepth = 100;
/** Maximum number of brackets in one paragraph that may open links or tags: for each, a parser searches the entire remaining text for its end. */
const maxBrackets = 1000;

const deepNesting = new RegExp(
  String.raw`^[ \t]*(?:>[ \t]*|(?:[-+*]|\d{1,9}[.)])[ \t]+){${maxDepth}}`,
  "m",
);
const thematicBreak = /^[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+|(?:\+[ \t]*)+)$/;
/** The beginning of a line that ends the paragraph before it. */
const blockStart = /^[ \t]*(?:$|[-+*][ \t]|#{1,6}[ \t]|\|)/;
const bracket = /[[<]/g;

/** The source, with brackets escaped in paragraphs that have more than 1,000 of them. Throws FileProblem for nesting more than 100 levels deep. */
export const boundedMarkdown = (source: string): string =>
  mapCode(source, { prose: part => (checkDepth(part), escapeBrackets(part)) });

function checkDepth(prose: string): void {
  if (
    deepNesting.test(prose) &&
    prose.split("\n").some(line => deepNesting.test(line) && !thematicBreak.test(line))
  )
    throw new FileProblem(
      "malformed",
      `quotations or lists are nested more than ${maxDepth} levels deep.`,
    );
}

function escapeBrackets(prose: string): string {
  if ((prose.match(bracket)?.length ?? 0) <= maxBrackets) return prose;
  const paragraphs: string[][] = [];
  for (const line of prose.split("\n")) {
    const paragraph = paragraphs.at(-1);
    if (paragraph === undefined || blockStart.test(line)) paragraphs.push([line]);
    else paragraph.push(line);
  }
  return paragraphs
    .map(lines => lines.join("\n"))
    .map(text =>
      (text.match(bracket)?.length ?? 0) > maxBrackets ? text.replace(bracket, "\\$&") : text,
    )
    .join("\n");
}
