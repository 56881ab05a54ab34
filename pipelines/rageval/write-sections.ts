// Writes the sections of a document, short ones together; requests a repair if one loses, leaks or invents facts.

import { escapeRegExp } from "../text/escape-reg-exp.ts";
import { sectionPrompt, sectionRepairPrompt } from "../../schemas/rageval/prompts.ts";
import type { ConfigValue, MemberRow } from "../../schemas/rageval/records.ts";
import { leafAt } from "../../schemas/rageval/paths.ts";
import type { ScenarioSchema, Section } from "../../schemas/rageval/schema.ts";
import type { Ask } from "../engine/stage.ts";
import { fold } from "../text/fold.ts";
import { factFinder } from "../text/fact-occurrence.ts";
import { prepareText } from "../text/sought-fact.ts";
import { mayState } from "../text/text-occurrence.ts";
import { dayInWords } from "../text/write-values.ts";
import { lengthInWords, groupSections, type Part, divideTarget } from "./document-length.ts";
import { placesOf } from "./fact-places.ts";
import { dayFinder, dayToState } from "./validity-days.ts";

export interface WritingContext {
  readonly ask: Ask;
  readonly config: MemberRow;
  readonly schema: ScenarioSchema;
  readonly repairRounds: number;
  /** Target number of tokens (o200k) of the document; null if no length is required. */
  readonly target: number | null;
  /** Finds what a text states that no source of the document states. */
  readonly findInventions: (text: string) => string[];
  /** Layout of a section in a seed, without values; "" if there is none. */
  readonly skeletonOf: (section: Section) => string;
}

interface WrittenSection {
  readonly id: string;
  readonly text: string;
}

const factLine = ({ path, label, type, value }: ConfigValue) => ({ path, label, type, value });

/** A value as a line, with the day the text must state, and the reason for the change. */
const datedFactLine = (schema: ScenarioSchema) => (value: ConfigValue) => {
  const day = dayToState(schema, value);
  const since = day === undefined ? null : dayInWords(day, schema.language);
  return { ...factLine(value), since, because: value.because ?? "" };
};

/** The values of one section, without the withheld ones. */
const sectionValues = ({ schema, config }: WritingContext, section: Section): ConfigValue[] =>
  config.values.filter(
    ({ path, withheld }) => !withheld && leafAt(schema, path)?.section === section.id,
  );

function placeFinder(text: string, language: "zh" | "en") {
  const find = factFinder(text, language);
  return ({ type, value, label }: ConfigValue) =>
    find({ type, value, language }, { labels: [label] });
}

/** Withheld values that a text gives away in any format, except those that also follow from what it must state. */
export function leakedValues(
  text: string,
  {
    values,
    language,
    refers,
    family,
  }: Pick<MemberRow, "values" | "language" | "refers" | "family">,
): ConfigValue[] {
  const statedValues = values.filter(({ withheld }) => !withheld);
  const days = statedValues.flatMap(({ from }) => (from ? [dayInWords(from, language)] : []));
  const statedText = [...statedValues.map(({ value }) => value), ...days, ...refers].join("\n");
  const [placesInText, placesInStated] = [
    placeFinder(text, language),
    placeFinder(statedText, language),
  ];
  const suspects = values.filter(
    value => value.withheld && placesInText(value).length > 0 && placesInStated(value).length === 0,
  );
  if (suspects.length === 0) return suspects;
  // Verbatim phrases from labels, other texts and the document's kind in its title do not count as a paraphrase.
  const labels = [...statedValues.map(({ label }) => label), ...(family.kind ? [family.kind] : [])];
  const phrases = statedValues.flatMap(({ type, value }) => (type === "text" ? [value] : []));
  const removeKnown = (source: string): string => removePhrases(source, [...phrases, ...labels]);
  const placesInRest = placeFinder(removeKnown(text), language);
  const isLeaked = (value: ConfigValue): boolean =>
    value.type !== "text" ||
    fold(text).includes(fold(value.value)) ||
    placesInRest({ ...value, value: removeKnown(value.value) }).length > 0;
  return suspects.filter(isLeaked);
}

/** Removes phrases, ignoring case. */
const removePhrases = (text: string, phrases: readonly string[]): string =>
  phrases
    .map(escapeRegExp)
    .reduce((rest, phrase) => rest.replace(new RegExp(phrase, "giu"), "…"), text);

/** Requests the section again while it lacks or leaks a fact, and once if it invents something. */
async function repair(
  context: WritingContext,
  part: Part<Section>,
  draft: string,
): Promise<string> {
  const { ask, config, schema, repairRounds, findInventions } = context;
  const { language, subject } = config;
  let text = draft;
  for (let round = 0; round < repairRounds; round++) {
    const withDay = dayFinder(text, schema);
    const places = placesOf(text, language, part.values, { select: withDay });
    const source = prepareText(text, language);
    const missing = part.values.filter(
      ({ path, type, value }) =>
        places.get(path)?.length === 0 && !(type === "text" && mayState(source, value)),
    );
    const forbidden = leakedValues(text, config);
    const invented = round === 0 ? findInventions(text) : [];
    if (missing.length + forbidden.length + invented.length === 0) break;
    ({ text } = await ask(sectionRepairPrompt, language, {
      subject,
      text,
      missing: missing.map(datedFactLine(schema)),
      forbidden: forbidden.map(factLine),
      invented,
    }));
  }
  return text.trim();
}

/** The problem if a reply does not have exactly the requested sections, in order. */
function sectionsProblem(
  parts: readonly Part<Section>[],
  writtenSections: readonly WrittenSection[],
  language: "zh" | "en",
): string | undefined {
  const expectedIds = parts.map(({ section }) => section.id).join(", ");
  if (writtenSections.map(({ id }) => id).join(", ") === expectedIds) return undefined;
  return language === "zh"
    ? `sections 应依次为 ${expectedIds}，每节一个元素。`
    : `sections must have one element for each of ${expectedIds}, in this order.`;
}

async function writeGroup(
  context: WritingContext,
  parts: readonly Part<Section>[],
  precedingText: string,
): Promise<WrittenSection[]> {
  const { ask, config, schema, skeletonOf } = context;
  const { language, domain, subject } = config;
  const sections = parts.map(({ section, values, text }) => ({
    id: section.id,
    title: section.title,
    form: section.form,
    skeleton: skeletonOf(section),
    length: lengthInWords(text, language),
    facts: values.map(datedFactLine(schema)),
  }));
  const reply = await ask(
    sectionPrompt,
    language,
    {
      scenario: schema.scenario,
      domain,
      subject,
      before: precedingText,
      kind: config.family.kind,
      refers: precedingText === "" ? config.refers : [],
      sections,
    },
    { check: ({ sections: written }) => sectionsProblem(parts, written, language) },
  );
  return Promise.all(
    parts.map(async (part, index) => ({
      id: part.section.id,
      text: await repair(context, part, reply.sections[index]?.text ?? ""),
    })),
  );
}

/** Separator between two sections. */
export const sectionSeparator = "\n\n";

/** Writes the opening first; all other sections are then written to fit it, in parallel. */
export async function writeSections(context: WritingContext): Promise<WrittenSection[]> {
  const sections = context.schema.sections.map(section => ({
    section,
    values: sectionValues(context, section),
  }));
  const [firstGroup, ...laterGroups] = groupSections(divideTarget(sections, context.target));
  if (!firstGroup) return [];
  const opening = await writeGroup(context, firstGroup, "");
  const precedingText = opening.map(({ text }) => text).join(sectionSeparator);
  const rest = await Promise.all(
    laterGroups.map(async group => writeGroup(context, group, precedingText)),
  );
  return [opening, ...rest].flat().filter(({ text }) => text !== "");
}
