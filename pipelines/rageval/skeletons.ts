// The layout of a seed's section: headings, list marks, labels and code with all values blanked, for the writer to follow.

import type { ScenarioSchema, Section } from "../../schemas/rageval/schema.ts";
import { blankCode } from "../text/code-blocks.ts";
import { fold } from "../text/fold.ts";
import { countTokens } from "../text/segment.ts";

/** Most tokens (o200k) of a skeleton. */
const LONGEST = 120;
const LONGEST_HEADING = 60;
const BLANK = "…";

const MARK =
  /^(?:[-*•·](?=\s)|\d{1,2}[.)、](?!\d)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*/;
const LABELLED = /^([^:：。，,.;；|]{1,40})([:：])\s*\S/;
const HEADING = /^#{1,6}\s+/;

const bare = (line: string): string => fold(line.replace(HEADING, "").replace(MARK, ""));
/** Lines without emphasis, which marks values as often as labels. */
const linesOf = (text: string): string[] =>
  text.split("\n").map(line => line.replace(/\*\*|__/g, "").trimEnd());

/** The heading or label of a line, normalized for comparison: values follow it. */
const nameOf = (line: string): string =>
  bare(LABELLED.exec(line.trim().replace(MARK, ""))?.[1] ?? line);

const isShort = (line: string): boolean =>
  line.trim() !== "" && line.trim().length <= LONGEST_HEADING;
const isTitle = (line: string, title: string): boolean =>
  isShort(line) && bare(line.trim()) === fold(title);
const isHeading = (line: string, title: string): boolean =>
  isTitle(line, title) || (isShort(line) && HEADING.test(line) && bare(line).includes(fold(title)));

/** Level of a marked heading; any other line is below all of them. */
const levelOf = (line: string): number =>
  HEADING.test(line) ? line.search(/[^#]/) : Number.POSITIVE_INFINITY;

/** The lines of a section in a seed, without its heading; empty if the seed has no such heading. */
function sectionLines(text: string, section: Section, others: readonly Section[]): string[] {
  // Code is never a heading, and is shown.
  const plain = linesOf(blankCode(text));
  const first = plain.findIndex(line => line.trim() !== "");
  const named = plain.findIndex(line => isTitle(line, section.title));
  // The title of the document ("Notice of recall") is not the heading of a section ("Recall").
  const start =
    named >= 0
      ? named
      : plain.findIndex((line, at) => at > first && isHeading(line, section.title));
  if (start < 0) return [];
  const level = levelOf(plain[start] ?? "");
  const end = plain.findIndex(
    (line, at) =>
      at > start &&
      ((HEADING.test(line) && levelOf(line) <= level) ||
        others.some(({ title }) => isHeading(line, title))),
  );
  return linesOf(text).slice(start + 1, end < 0 ? undefined : end);
}

/** Names in the schema, or at the head of a line in most seeds: these are not specific to one seed. */
function commonNames(
  { sections, leaves }: ScenarioSchema,
  seeds: readonly string[],
): (name: string) => boolean {
  const inSchema = new Set(
    [
      ...sections.map(({ title }) => title),
      ...leaves.flatMap(({ label, aliases = [] }) => [label, ...aliases]),
    ].map(fold),
  );
  const inSeeds = seeds.map(text => new Set(linesOf(text).map(nameOf)));
  return name =>
    inSchema.has(name) ||
    inSeeds.filter(names => names.has(name)).length >= Math.max(2, seeds.length / 2);
}

const zeroed = (text: string): string => text.replace(/\d/g, "0");
const blankedCode = (line: string): string => zeroed(line.replace(/\p{L}+/gu, "x"));

/** One line without its values. */
function blanked(line: string, isCommon: (name: string) => boolean): string {
  const plain = line.trim();
  if (plain.startsWith("|")) return plain.replace(/[^|]*[\p{L}\p{N}][^|]*/gu, ` ${BLANK} `);
  const lead = zeroed(HEADING.exec(plain)?.[0] ?? MARK.exec(plain)?.[0] ?? "");
  const rest = plain.replace(HEADING, "").replace(MARK, "");
  const [, label, colon] = LABELLED.exec(rest) ?? [];
  if (label !== undefined)
    return `${lead}${isCommon(bare(label)) ? zeroed(label) : BLANK}${colon} ${BLANK}`;
  const keeps = (lead !== "" || rest.length <= LONGEST_HEADING) && isCommon(bare(rest));
  return `${lead}${keeps ? zeroed(rest) : BLANK}`;
}

function skeletonLines(lines: readonly string[], isCommon: (name: string) => boolean): string[] {
  const set: string[] = [];
  let inCode = false;
  for (const line of lines.filter(line => line.trim() !== "")) {
    const isFence = line.trim().startsWith("```");
    const next = isFence ? "```" : inCode ? blankedCode(line) : blanked(line, isCommon);
    if (isFence) inCode = !inCode;
    // Two equal lines show that there are several.
    if (set.at(-1) !== next || (next !== BLANK && set.at(-2) !== next)) set.push(next);
    if (countTokens(set.join("\n")) > LONGEST) return set.slice(0, -1);
  }
  return set;
}

/** Layout of a section in the first seed that has it, in at most 120 tokens (o200k); "" if it is running text or in no seed. */
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
    const [first = []] = skeletons.filter(lines => lines.some(line => line !== BLANK));
    return first.join("\n");
  };
}
