// Sets a section's facts as labelled lines, as paragraphs, or as both, in the schema's order.

import { recordOf, withoutElement } from "../../../schemas/rageval/paths.ts";
import type { Section } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { type Written, writeFact } from "./fact-sentences.ts";
import { upperFirst } from "../questions/phrase.ts";
import { say } from "../wording.ts";
import { recordLine, writeRecord } from "./record-sentences.ts";
import type { Fact, SectionFacts } from "./section-facts.ts";

const PARAGRAPH = { least: 3, most: 6 };

/** The body of a section: every fact once, in lines or sentences. */
export function setSection(section: SectionFacts, layout: Section["layout"]): string {
  const chosen =
    layout === "either"
      ? (["labelled", "mixed", "mixed", "prose", "prose", "prose", "prose", "prose"] as const)[
          section.draw(8)
        ]
      : layout;
  if (chosen === "labelled") return labelledLines(section.facts, section).join("\n");
  if (chosen === "prose") return paragraphs(section.facts, section).join("\n\n");
  const short = section.facts.filter(
    ({ path, type, value }) =>
      recordOf(path) === undefined && type !== "text" && !isClause(value, section.language),
  );
  const long = section.facts.filter(fact => !short.includes(fact));
  const lines = short.length < 3 ? [] : [labelledLines(short, section).join("\n")];
  return [...lines, ...paragraphs(short.length < 3 ? section.facts : long, section)].join("\n\n");
}

/** "Label: value", a list's elements in one line where they are short, a record's fields in one. */
function labelledLines(facts: readonly Fact[], section: SectionFacts): string[] {
  const { language } = section;
  const colon = language === "zh" ? "：" : ": ";
  const told = ({ value, since }: Fact) =>
    since === null ? value : say("value-since", language, { value, since });
  const groups = groupBy(facts, ({ path }) => recordOf(path) ?? withoutElement(path));
  return [...groups].flatMap(([path, group]) => {
    if (recordOf(group[0]?.path ?? "") === path) return recordLine(group, section);
    const joined = group.every(fact => !isClause(fact.value, language))
      ? [group.map(told).join(language === "zh" ? "、" : "; ")]
      : group.map(told);
    return joined.map(value => `${upperFirst(group[0]?.label ?? "")}${colon}${value}`);
  });
}

/** Whether a value is a clause of its own rather than a phrase that fits after "is". */
const isClause = (value: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? /[。；，]/.test(value) || value.length > 24
    : /[.;]\s/.test(value) || value.split(" ").length > 12;

/** Running text: facts of one matter stand together, about three to six facts a paragraph. */
function paragraphs(facts: readonly Fact[], section: SectionFacts): string[] {
  const done: string[] = [];
  let open: string[] = [];
  const close = () => {
    // A lone sentence stays with what was said before.
    if (open.length === 1 && done.length > 0)
      done.push(joinSentences([done.pop() ?? "", ...open], section));
    else if (open.length > 0) done.push(joinSentences(open, section));
    open = [];
  };
  for (const matter of matters(facts)) {
    if (open.length >= PARAGRAPH.least || open.length + matter.length > PARAGRAPH.most + 1) close();
    const parts = slices(matter, PARAGRAPH.least + section.draw(PARAGRAPH.most - PARAGRAPH.least));
    for (const [index, part] of parts.entries()) {
      if (index > 0) close();
      open.push(...sentencesOf(part, section, open.length === 0));
    }
  }
  close();
  return done;
}

const joinSentences = (sentences: readonly string[], { language }: SectionFacts) =>
  sentences.join(language === "zh" ? "" : " ");

const slices = <T>(list: readonly T[], size: number): T[][] =>
  list.length <= size + 1 ? [[...list]] : [list.slice(0, size), ...slices(list.slice(size), size)];

/** The sentences of one matter. */
function sentencesOf(matter: readonly Fact[][], section: SectionFacts, first: boolean): string[] {
  const sentences: Written[] = [];
  for (const told of matter) {
    const place = { first: first && sentences.length === 0, before: sentences.at(-1) };
    const [fact, ...others] = told;
    if (fact === undefined) continue;
    sentences.push(
      others.length > 0 ? writeRecord(told, section, place) : writeFact(fact, section, place),
    );
  }
  return sentences.map(({ text }) => text);
}

// Facts under one branch ("event/acquisition/…") are one matter; those of one record are told as one.
function matters(facts: readonly Fact[]): Fact[][][] {
  const told = [...groupBy(facts, ({ path }) => recordOf(path) ?? path).values()];
  const branchOf = ([fact]: Fact[]) =>
    withoutElement(fact?.path ?? "")
      .split("/")
      .slice(0, -1)
      .join("/");
  return [...groupBy(told, branchOf).values()];
}
