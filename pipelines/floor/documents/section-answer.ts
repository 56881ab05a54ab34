// Writes sections of a document from their facts: for each, a heading, then lines or sentences that state the facts exactly.

import { sectionPrompt } from "../../../schemas/rageval/prompts.ts";
import { pick } from "../../text/random.ts";
import { type AnswerContext, answererFor, preparedSchema } from "../answerer.ts";
import { upperFirst, fillPhrase, joinClauses } from "../wording.ts";
import {
  readSubject,
  type FactSentence,
  type SentencePosition,
  writeFact,
  type Fact,
  type SectionFacts,
  recordLine,
  writeRecord,
} from "./fact-sentences.ts";
import { recordOf, recordOrOwnPath, withoutElement } from "../../../schemas/rageval/paths.ts";
import type { Section } from "../../../schemas/rageval/schema.ts";
import { groupBy } from "../../engine/grouping.ts";

/** Sentences per paragraph. From the minimum on, a new topic starts a paragraph; at the maximum, any sentence does. */
const paragraphLength = { min: 3, max: 6 };

/** The body of a section: every fact once, in lines or sentences. */
function layOutSection(section: SectionFacts, layout: Section["layout"]): string {
  const { facts, draw } = section;
  const chosenLayout =
    layout === "either" ? pick(draw, ["labelled", "mixed", "prose", "prose"] as const) : layout;
  const shortFacts = facts.filter(
    ({ path, type, value }) =>
      recordOf(path) === undefined && type !== "text" && !isClause(value, section.language),
  );
  const mixedFacts =
    chosenLayout === "mixed" && shortFacts.length >= paragraphLength.min ? shortFacts : [];
  const lineFacts = chosenLayout === "labelled" ? facts : mixedFacts;
  const sentenceFacts = facts.filter(fact => !lineFacts.includes(fact));
  return [labelledLines(lineFacts, section).join("\n"), ...paragraphs(sentenceFacts, section)]
    .filter(text => text !== "")
    .join("\n\n");
}

/** "Label: value"; a list's elements share one line if they are short, and a record's fields share one. */
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
        lastParagraph.length > 0 &&
        lastParagraph.length < paragraphLength[index === 0 ? "min" : "max"];
      const paragraph = isParagraphOpen ? lastParagraph : [];
      if (!isParagraphOpen) paragraphList.push(paragraph);
      const [fact, ...others] = statedFacts;
      const position: SentencePosition = { isFirst: !isParagraphOpen, previous: paragraph.at(-1) };
      if (others.length > 0) paragraph.push(writeRecord(statedFacts, section, position));
      else if (fact) paragraph.push(writeFact(fact, section, position));
    }
  return paragraphList.map(sentences =>
    sentences.map(({ text }) => text).join(section.language === "zh" ? "" : " "),
  );
}

/** Groups facts by topic: consecutive facts of one branch ("event/acquisition/…"); those of one record are stated together. */
function topicsOf(facts: readonly Fact[]): Fact[][][] {
  const branchOf = ([fact]: readonly Fact[]) =>
    withoutElement(fact?.path ?? "").replace(/\/?[^/]*$/, "");
  const topics: Fact[][][] = [];
  for (const factGroup of groupBy(facts, ({ path }) => recordOrOwnPath(path)).values()) {
    const lastTopic = topics.at(-1);
    if (lastTopic?.[0] && branchOf(lastTopic[0]) === branchOf(factGroup)) lastTopic.push(factGroup);
    else topics.push([factGroup]);
  }
  return topics;
}

/** Phrases for a document's heading: its subject, and the kind of document. */
const headingPhrases = ["heading-0", "heading-1", "heading-2"];

export const sectionAnswerer = answererFor(sectionPrompt, (variables, context: AnswerContext) => {
  const { scenario, domain, subject, before, kind, refers, sections } = variables;
  const { language, draw } = context;
  const schema = preparedSchema(context, domain);
  if (schema === undefined) return undefined;
  const naming = readSubject(schema.subject, subject);
  const layoutOf = (id: string) => schema.sections.find(section => section.id === id)?.layout;
  const writtenSections = sections.map(({ id, title, facts }, index) => {
    const section = { language, draw, subject, schema, naming, facts };
    const body = layOutSection(section, layoutOf(id) ?? "either");
    // Lines without a verb depend on the subject in the heading.
    const heading = /^[^。\n]{1,40}[:：]/.test(body)
      ? fillPhrase("heading-of-lines", language, { title: upperFirst(title), subject })
      : title;
    if (before !== "" || index > 0) return { id, text: `${heading}\n\n${body}` };
    const headingNames = { subject: upperFirst(subject), scenario: upperFirst(kind || scenario) };
    const list = joinClauses(refers, language);
    const backReference = refers.length > 0 ? [fillPhrase("follows", language, { list })] : [];
    const opening = fillPhrase(pick(draw, headingPhrases), language, headingNames);
    return { id, text: [opening, ...backReference, heading, body].join("\n\n") };
  });
  return { sections: writtenSections };
});
