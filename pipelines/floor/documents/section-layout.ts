// Lays out a section's facts as labelled lines, paragraphs, or both, in the schema's order.

import { recordOf, recordOrOwnPath, withoutElement } from "../../../schemas/rageval/paths.ts";
import type { Section } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";
import { pick } from "../../text/random.ts";
import { type FactSentence, type SentencePosition, writeFact } from "./fact-sentences.ts";
import { upperFirst } from "../questions/phrase.ts";
import { fillPhrase } from "../wording.ts";
import { recordLine, writeRecord } from "./record-sentences.ts";
import type { Fact, SectionFacts } from "./section-facts.ts";

/** Sentences per paragraph. From the minimum on, a new topic starts a paragraph; at the maximum, any sentence does. */
const PARAGRAPH = { min: 3, max: 6 };

/** The body of a section: every fact once, in lines or sentences. */
export function layOutSection(section: SectionFacts, layout: Section["layout"]): string {
  const { facts, draw } = section;
  const chosenLayout =
    layout === "either" ? pick(draw, ["labelled", "mixed", "prose", "prose"] as const) : layout;
  const shortFacts = facts.filter(
    ({ path, type, value }) =>
      recordOf(path) === undefined && type !== "text" && !isClause(value, section.language),
  );
  const mixedFacts =
    chosenLayout === "mixed" && shortFacts.length >= PARAGRAPH.min ? shortFacts : [];
  const lineFacts = chosenLayout === "labelled" ? facts : mixedFacts;
  const sentenceFacts = facts.filter(fact => !lineFacts.includes(fact));
  return [labelledLines(lineFacts, section).join("\n"), ...paragraphs(sentenceFacts, section)]
    .filter(text => text !== "")
    .join("\n\n");
}

/** "Label: value", a list's elements on one line if they are short, a record's fields on one. */
function labelledLines(facts: readonly Fact[], section: SectionFacts): string[] {
  const { language } = section;
  const colon = language === "zh" ? "：" : ": ";
  const textOf = ({ value, since }: Fact) =>
    since === null ? value : fillPhrase("value-since", language, { value, since });
  const groups = groupBy(facts, ({ path }) => recordOf(path) ?? withoutElement(path));
  return [...groups].flatMap(([path, group]) => {
    if (recordOf(group[0]?.path ?? "") === path) return recordLine(group, section);
    const lineValues = group.every(fact => !isClause(fact.value, language))
      ? [group.map(textOf).join(language === "zh" ? "、" : "; ")]
      : group.map(textOf);
    return lineValues.map(value => `${upperFirst(group[0]?.label ?? "")}${colon}${value}`);
  });
}

/** Whether a value is a clause of its own rather than a phrase that fits after "is". */
const isClause = (value: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? /[。；，]/.test(value) || value.length > 24
    : /[.;]\s/.test(value) || value.split(" ").length > 12;

/** Running text: facts about one topic stay together, about three to six sentences per paragraph. */
function paragraphs(facts: readonly Fact[], section: SectionFacts): string[] {
  const paragraphList: FactSentence[][] = [];
  for (const topic of topicsOf(facts))
    for (const [index, statedFacts] of topic.entries()) {
      const lastParagraph = paragraphList.at(-1) ?? [];
      const isParagraphOpen =
        lastParagraph.length > 0 && lastParagraph.length < PARAGRAPH[index === 0 ? "min" : "max"];
      const paragraph = isParagraphOpen ? lastParagraph : [];
      if (!isParagraphOpen) paragraphList.push(paragraph);
      const [fact, ...others] = statedFacts;
      const place: SentencePosition = { isFirst: !isParagraphOpen, previous: paragraph.at(-1) };
      if (others.length > 0) paragraph.push(writeRecord(statedFacts, section, place));
      else if (fact) paragraph.push(writeFact(fact, section, place));
    }
  return paragraphList.map(sentences =>
    sentences.map(({ text }) => text).join(section.language === "zh" ? "" : " "),
  );
}

/** Groups facts by topic: consecutive facts of one branch ("event/acquisition/…"); those of one record are stated together. */
function topicsOf(facts: readonly Fact[]): Fact[][][] {
  const branchOf = ([fact]: readonly Fact[]) =>
    withoutElement(fact?.path ?? "")
      .split("/")
      .slice(0, -1)
      .join("/");
  const topics: Fact[][][] = [];
  for (const factGroup of groupBy(facts, ({ path }) => recordOrOwnPath(path)).values()) {
    const lastTopic = topics.at(-1);
    if (lastTopic?.[0] && branchOf(lastTopic[0]) === branchOf(factGroup)) lastTopic.push(factGroup);
    else topics.push([factGroup]);
  }
  return topics;
}
