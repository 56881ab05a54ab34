// A scenario schema: the factual elements that documents of one kind share, as data a person can edit (YAML in schemas/domains/).

import { z } from "zod";
import { Language } from "../items/item-types.ts";

export const LeafType = z.enum([
  "text",
  "person",
  "organisation",
  "place",
  "date",
  "number",
  "money",
  "choice",
]);
export type LeafType = z.output<typeof LeafType>;

/** One factual element of the scenario. Only the first block is always there; the rest guides filling, writing and finding. */
export const Leaf = z.strictObject({
  /** Unique in the schema, short, ASCII, levels parted by "/": `company/founded`. */
  path: z.string().regex(/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u),
  /** What a person calls it, in the schema's language, fit for a question: "registered capital", "注册资本". */
  label: z.string().min(1),
  type: LeafType,
  /** A list of such values. */
  many: z.boolean().default(false),
  description: z.string(),
  /** Who fills it in a config: code (options, range, names, dates) or the model. */
  fill: z.enum(["rule", "model"]),
  /** The section of the document that states it (id of a `sections` entry). */
  section: z.string(),

  /** The values it may take. A model-filled leaf may have options too: `rules` then chooses among them. */
  options: z.array(z.string().min(1)).optional(),
  /** Options by sub-scenario, over `options` where the sub-scenario is named. */
  optionsBy: z.record(z.string(), z.array(z.string().min(1))).optional(),
  /** Bounds of a number or money value, and its decimals. */
  range: z
    .strictObject({
      minimum: z.number(),
      maximum: z.number(),
      decimals: z.int().min(0).max(6).default(0),
    })
    .optional(),
  /** Unit written after a number ("%", "人", "mmHg"), or currency and scale of money ("million US dollars", "万元"). */
  unit: z.string().optional(),
  /** Bounds of a date, ISO. */
  period: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  /** This date comes so many days after the date at that path. */
  after: z
    .strictObject({
      path: z.string(),
      minimumDays: z.int().min(0).default(1),
      maximumDays: z.int().min(0).default(60),
    })
    .optional(),
  /** `day` (default) or `month`: how exact a date is. */
  precision: z.enum(["day", "month", "year"]).optional(),
  /** Stated only if another leaf has one of these values. */
  onlyIf: z.strictObject({ path: z.string(), equals: z.array(z.string()) }).optional(),
  /** The value is the sum of these leaves. */
  sumOf: z.array(z.string()).optional(),
  /** A text filled from a pattern over other leaves: "{company/city}市中级人民法院". */
  pattern: z.string().optional(),

  /** Other labels that documents use for it. */
  aliases: z.array(z.string()).optional(),
  /** Sentences that state it in a document, with {value}, {subject} and other leaves' {path}. At least three are good. */
  statements: z.array(z.string()).optional(),
  /** Questions that ask for it, with {subject}. Two are good, one of them short: another can be joined to it. */
  questions: z.array(z.string()).optional(),
});
export type Leaf = z.output<typeof Leaf>;

export const Section = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** What the section is and how it is written in real life: for the model. */
  form: z.string(),
  /** How `rules` sets it: label: value lines, running sentences, or the mixture it chooses. */
  layout: z.enum(["labelled", "prose", "either"]).default("either"),
});
export type Section = z.output<typeof Section>;

/** Two values that contradict one another in one config. */
const Contradiction = z.strictObject({
  when: z.strictObject({ path: z.string(), matches: z.string() }),
  never: z.strictObject({ path: z.string(), matches: z.string() }),
  because: z.string(),
});

export const ScenarioSchema = z.strictObject({
  domain: z.string().min(1),
  language: Language,
  /** The kind of document: "annual report of a company". */
  scenario: z.string().min(1),
  /** How a question names one document, from leaves: "{hospital} {patient}". */
  subject: z.string().min(1),
  /** The leaf that varies the scenario: industry, crime, disease class. Its options are spread evenly. */
  subScenario: z.string().nullable(),
  /** In the order of the document. */
  sections: z.array(Section).min(1),
  leaves: z.array(Leaf).min(1),
  contradictions: z.array(Contradiction).default([]),
});
export type ScenarioSchema = z.output<typeof ScenarioSchema>;
