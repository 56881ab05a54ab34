// Lays out a section's facts as labelled lines, paragraphs, or both, in the schema's order.

import { recordOf, wholeOf, withoutElement } from "../../../schemas/rageval/paths.ts";
import type { Section } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { pick } from "../../text/random.ts";
import { type FactSentence, writeFact } from "./fact-sentences.ts";
import { upperFirst } from "../questions/phrase.ts";
import { say } from "../wording.ts";
import { recordLine, writeRecord } from "./record-sentences.ts";
import type { Fact, SectionFacts } from "./section-facts.ts";

const PARAGRAPH = { least: 3, most: 6 };

/** The body of a section: every fact once, in lines or sentences. */
export function setSection(section: SectionFacts, layout: Section["layout"]): string {
  const { facts, draw } = section;
  const chosen =
    layout === "either" ? pick(draw, ["labelled", "mixed", "prose", "prose"] as const) : layout;
  const short = facts.filter(
    ({ path, type, value }) =>
      recordOf(path) === undefined && type !== "text" && !isClause(value, section.language),
  );
  const mixed = chosen === "mixed" && short.length >= PARAGRAPH.least ? short : [];
  const inLines = chosen === "labelled" ? facts : mixed;
  const rest = facts.filter(fact => !inLines.includes(fact));
  return [labelledLines(inLines, section).join("\n"), ...paragraphs(rest, section)]
    .filter(text => text !== "")
    .join("\n\n");
}

/** "Label: value", a list's elements on one line if they are short, a record's fields on one. */
function labelledLines(facts: readonly Fact[], section: SectionFacts): string[] {
  const { language } = section;
  const colon = language === "zh" ? "：" : ": ";
  const textOf = ({ value, since }: Fact) =>
    since === null ? value : say("value-since", language, { value, since });
  const groups = groupBy(facts, ({ path }) => recordOf(path) ?? withoutElement(path));
  return [...groups].flatMap(([path, group]) => {
    if (recordOf(group[0]?.path ?? "") === path) return recordLine(group, section);
    const joined = group.every(fact => !isClause(fact.value, language))
      ? [group.map(textOf).join(language === "zh" ? "、" : "; ")]
      : group.map(textOf);
    return joined.map(value => `${upperFirst(group[0]?.label ?? "")}${colon}${value}`);
  });
}

/** Whether a value is a clause of its own rather than a phrase that fits after "is". */
const isClause = (value: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? /[。；，]/.test(value) || value.length > 24
    : /[.;]\s/.test(value) || value.split(" ").length > 12;

/** Running text: facts on one topic stay together, about three to six sentences per paragraph. */
function paragraphs(facts: readonly Fact[], section: SectionFacts): string[] {
  const done: FactSentence[][] = [];
  for (const matter of matters(facts))
    for (const [at, told] of matter.entries()) {
      const last = done.at(-1) ?? [];
      const isOpen = last.length > 0 && last.length < PARAGRAPH[at === 0 ? "least" : "most"];
      const open = isOpen ? last : [];
      if (!isOpen) done.push(open);
      const [fact, ...others] = told;
      const place = { first: !isOpen, before: open.at(-1) };
      if (others.length > 0) open.push(writeRecord(told, section, place));
      else if (fact) open.push(writeFact(fact, section, place));
    }
  return done.map(sentences =>
    sentences.map(({ text }) => text).join(section.language === "zh" ? "" : " "),
  );
}

/** Groups facts by topic: consecutive facts of one branch ("event/acquisition/…"); those of one record are stated together. */
function matters(facts: readonly Fact[]): Fact[][][] {
  const branchOf = ([fact]: readonly Fact[]) =>
    withoutElement(fact?.path ?? "")
      .split("/")
      .slice(0, -1)
      .join("/");
  const done: Fact[][][] = [];
  for (const topic of groupBy(facts, ({ path }) => wholeOf(path)).values()) {
    const last = done.at(-1);
    if (last?.[0] && branchOf(last[0]) === branchOf(topic)) last.push(topic);
    else done.push([topic]);
  }
  return done;
}
