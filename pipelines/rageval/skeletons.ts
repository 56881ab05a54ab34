// Extracts the layout of a seed's section for the writer to follow: headings, list markers, labels and code, with all values blanked.

import type { ScenarioSchema, Section } from "../../schemas/rageval/schema.ts";
import { blankCode } from "../text/code-blocks.ts";
import { fold } from "../text/fold.ts";
import { countTokens } from "../text/segment.ts";

/** Maximum number of tokens (o200k) in a skeleton. */
const maxTokens = 120;
const maxHeadingLength = 60;
const blank = "…";

const listMarkPattern =
  /^(?:[-*•·](?=\s)|\d{1,2}[.)、](?!\d)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*/;
const labelPattern = /^([^:：。，,.;；|]{1,40})([:：])\s*\S/;
const headingPattern = /^#{1,6}\s+/;

const foldedText = (line: string): string =>
  fold(line.replace(headingPattern, "").replace(listMarkPattern, ""));
/** Lines without emphasis, which marks values as often as labels. */
const linesOf = (text: string): string[] =>
  text.split("\n").map(line => line.replace(/\*\*|__/g, "").trimEnd());

/** The heading or label of a line, normalized for comparison: values follow it. */
const nameOf = (line: string): string =>
  foldedText(labelPattern.exec(line.trim().replace(listMarkPattern, ""))?.[1] ?? line);

const isShort = (line: string): boolean =>
  line.trim() !== "" && line.trim().length <= maxHeadingLength;
const isTitle = (line: string, title: string): boolean =>
  isShort(line) && foldedText(line.trim()) === fold(title);
const isHeading = (line: string, title: string): boolean =>
  isTitle(line, title) ||
  (isShort(line) && headingPattern.test(line) && foldedText(line).includes(fold(title)));

/** Level of a marked heading; any other line is below all of them. */
const levelOf = (line: string): number =>
  headingPattern.test(line) ? line.search(/[^#]/) : Number.POSITIVE_INFINITY;

/** The lines of a section in a seed, without its heading; empty if the seed has no such heading. */
function sectionLines(text: string, section: Section, others: readonly Section[]): string[] {
  // Code is never taken for a heading, but is kept.
  const proseLines = linesOf(blankCode(text));
  const firstLine = proseLines.findIndex(line => line.trim() !== "");
  const titleLine = proseLines.findIndex(line => isTitle(line, section.title));
  // The title of the document ("Notice of recall") is not the heading of a section ("Recall").
  const start =
    titleLine >= 0
      ? titleLine
      : proseLines.findIndex((line, index) => index > firstLine && isHeading(line, section.title));
  if (start < 0) return [];
  const level = levelOf(proseLines[start] ?? "");
  const end = proseLines.findIndex(
    (line, index) =>
      index > start &&
      ((headingPattern.test(line) && levelOf(line) <= level) ||
        others.some(({ title }) => isHeading(line, title))),
  );
  return linesOf(text).slice(start + 1, end < 0 ? undefined : end);
}

/** Names in the schema, or at the start of a line in most seeds: these are not specific to one seed. */
function commonNames(
  { sections, leaves }: ScenarioSchema,
  seeds: readonly string[],
): (name: string) => boolean {
  const schemaNames = new Set(
    [
      ...sections.map(({ title }) => title),
      ...leaves.flatMap(({ label, aliases = [] }) => [label, ...aliases]),
    ].map(fold),
  );
  const namesBySeed = seeds.map(text => new Set(linesOf(text).map(nameOf)));
  return name =>
    schemaNames.has(name) ||
    namesBySeed.filter(names => names.has(name)).length >= Math.max(2, seeds.length / 2);
}

const zeroDigits = (text: string): string => text.replace(/\d/g, "0");
const blankWords = (line: string): string => zeroDigits(line.replace(/\p{L}+/gu, "x"));

/** One line without its values. */
function blankValues(line: string, isCommon: (name: string) => boolean): string {
  const content = line.trim();
  if (content.startsWith("|")) return content.replace(/[^|]*[\p{L}\p{N}][^|]*/gu, ` ${blank} `);
  const lead = zeroDigits(
    headingPattern.exec(content)?.[0] ?? listMarkPattern.exec(content)?.[0] ?? "",
  );
  const rest = content.replace(headingPattern, "").replace(listMarkPattern, "");
  const [, label, colon] = labelPattern.exec(rest) ?? [];
  if (label !== undefined)
    return `${lead}${isCommon(foldedText(label)) ? zeroDigits(label) : blank}${colon} ${blank}`;
  const isKept = (lead !== "" || rest.length <= maxHeadingLength) && isCommon(foldedText(rest));
  return `${lead}${isKept ? zeroDigits(rest) : blank}`;
}

function skeletonLines(lines: readonly string[], isCommon: (name: string) => boolean): string[] {
  const skeleton: string[] = [];
  let isInCode = false;
  for (const line of lines.filter(line => line.trim() !== "")) {
    const isFence = line.trim().startsWith("```");
    const blankedLine = isFence ? "```" : isInCode ? blankWords(line) : blankValues(line, isCommon);
    if (isFence) isInCode = !isInCode;
    // A line is repeated once to show that there are several.
    if (
      skeleton.at(-1) !== blankedLine ||
      (blankedLine !== blank && skeleton.at(-2) !== blankedLine)
    )
      skeleton.push(blankedLine);
    if (countTokens(skeleton.join("\n")) > maxTokens) return skeleton.slice(0, -1);
  }
  return skeleton;
}

/** Returns a function that gives the layout of a section in the first seed that has it, in at most 120 tokens (o200k); "" if it is running text or in no seed. */
export function skeletonFinder(
  schema: ScenarioSchema,
  seeds: readonly string[],
): (section: Section) => string {
  const isCommon = commonNames(schema, seeds);
  return section => {
    const others = schema.sections.filter(({ id }) => id !== section.id);
    const skeletons = seeds.map(text =>
      skeletonLines(sectionLines(text, section, others), isCommon),
    );
    const [firstSkeleton = []] = skeletons.filter(lines => lines.some(line => line !== blank));
    return firstSkeleton.join("\n");
  };
}
