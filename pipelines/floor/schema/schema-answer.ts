// How `rules` drafts a schema: what was prepared for the domain as far as the seeds show it, and what else they share.

import type { DraftSchema } from "../../../schemas/rageval/prompts.ts";
import { schemaPrompt } from "../../../schemas/rageval/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { answers } from "../answerer.ts";
import { type DraftLeaf, leavesOf } from "./draft-leaves.ts";
import type { Element } from "./labelled-elements.ts";
import { labelKey } from "../facts/line-labels.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { discoverElements, discoverSchema } from "./schema-discovery.ts";
import { evidencedLeaves } from "./schema-evidence.ts";
import { readSeed } from "./seed-reading.ts";

type Language = "zh" | "en";

export const draftLeaf = (leaf: Leaf): DraftLeaf => ({
  path: leaf.path,
  label: leaf.label,
  type: leaf.type,
  many: leaf.many,
  description: leaf.description,
  fill: leaf.fill,
  section: leaf.section,
  options: leaf.options ?? [],
  unit: leaf.unit ?? null,
  range: leaf.range ?? null,
  after: leaf.after?.path ?? null,
  aliases: leaf.aliases ?? [],
});

interface Named {
  readonly label: string;
  readonly aliases?: readonly string[] | undefined;
}

/** Elements that none of these leaves stands for already. */
export const unclaimed = (elements: readonly Element[], leaves: readonly Named[]): Element[] => {
  const keys = leaves.flatMap(leaf => [leaf.label, ...(leaf.aliases ?? [])]).map(labelKey);
  const claims = (element: Element): boolean => {
    // "Defence lawyer name" is the leaf "defence lawyer".
    const named = element.key.replace(/(?<=.) names?$|(?<=..)姓名$/u, "");
    const words = element.key.split(" ");
    return keys.some(
      key =>
        key === element.key ||
        key === named ||
        (/\p{Script=Han}/u.test(key) ? key.includes(element.key) || element.key.includes(key) : words.every(word => key.split(" ").includes(word))),
    );
  };
  return elements.filter(element => !claims(element));
};

/** Whether an element may join a prepared schema: one thing, and labelled by the seeds themselves; a heading's date is mostly a prepared leaf's. */
export const joinsPrepared = ({ label, underHeading }: Element): boolean => underHeading !== true && !/[/、&]| and /.test(label) && !BIRTH.test(label);

// A birth drawn freely would contradict the age that the prepared leaves give.
const BIRTH = /出生(?:日期|年月|时间)|生日|\b(?:date of birth|birth ?date|born)\b/i;

const mostAdded = 12;

type PreparedSection = ScenarioSchema["sections"][number];

/** The section of an element: under its own heading, else as far down the shown sections as it stands in its seed. */
const placeIn = (element: Element, sections: readonly PreparedSection[]): string => {
  const titled = sections.find(known => element.under.includes(labelKey(known.title)));
  const byPlace = sections[Math.min(Math.floor(element.place * sections.length), sections.length - 1)];
  return (titled ?? byPlace)?.id ?? "";
};

/** Short, typed elements of the seeds beyond the prepared ones; long texts are no new leaves. */
const addedLeaves = (schema: ScenarioSchema, sections: readonly PreparedSection[], texts: readonly string[], language: Language): DraftLeaf[] => {
  const readings = texts.map(text => readSeed(text, language));
  const elements = unclaimed(discoverElements(readings, language), schema.leaves)
    // One seed shows what is its own; the prepared schema holds what the scenario shares.
    .filter(joinsPrepared)
    .filter(element => element.type !== "text" && element.seeds.size >= 2 && (language === "zh" || element.label.includes(" ")))
    .slice(0, mostAdded);
  const taken = new Set(schema.leaves.map(leaf => leaf.path));
  const placed = elements.map(element => ({ element, section: { id: placeIn(element, sections) } }));
  return leavesOf(placed, language).filter(leaf => !taken.has(leaf.path));
};

const draftPrepared = (schema: ScenarioSchema, texts: readonly string[], language: Language): DraftSchema => {
  const kept = evidencedLeaves(schema, texts, language);
  const sections = schema.sections.filter(section => kept.some(leaf => leaf.section === section.id));
  const leaves = [...kept.map(draftLeaf), ...addedLeaves(schema, sections, texts, language)];
  return { scenario: schema.scenario, subject: schema.subject, subScenario: schema.subScenario, sections: sections.map(({ id, title, form }) => ({ id, title, form })), leaves };
};

/** The draft for a domain, prepared or never seen before, from its seeds. */
export const schemaAnswer = answers(schemaPrompt, ({ domain, seeds }, context) => {
  const texts = seeds.map(seed => seed.text);
  const schema = preparedSchema(context, domain);
  return schema === undefined ? discoverSchema(domain, texts, context.language) : draftPrepared(schema, texts, context.language);
});
