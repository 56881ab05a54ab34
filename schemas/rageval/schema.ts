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
  "identifier",
  "version",
  "code",
  "duration",
]);
export type LeafType = z.output<typeof LeafType>;

/** What a value may be and how it is found; of a leaf and of a record's field alike. */
const element = {
  /** What a person calls it, in the schema's language, fit for a question: "registered capital", "注册资本". */
  label: z.string().min(1),
  type: LeafType,
  description: z.string(),

  /** Who fills it in a config: code (options, range, names, dates) or the model. */
  fill: z.enum(["rule", "model"]),
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
  /** `day` (default) or `month`: how exact a date is. */
  precision: z.enum(["day", "month", "year"]).optional(),
  /**
   * What it is built from: braces hold another leaf's path ("{company/city}市中级人民法院"; in a record also that of a
   * field beside it), a range of whole numbers ("{1-300}"), or kinds of characters and how many ("ZK-{0-9:4}{A-F:1}").
   */
  pattern: z.string().optional(),
  /** Other labels that documents use for it. */
  aliases: z.array(z.string()).optional(),
};

/** One value of each record of a list: the amount of a count, the dose of a day. */
const Field = z.strictObject({
  /** Unique in its record, one level, not a number: `amount`. */
  path: z.string().regex(/^(?!\d+$)[\p{L}\p{N}_-]+$/u),
  ...element,
  /** Questions that ask for it, with {subject} and the number of its record, {n}. */
  questions: z.array(z.string()).optional(),
});
export type Field = z.output<typeof Field>;

/** Values of a record's fields that fit together, by field, with braces as in a pattern; fields it does not name are filled as elsewhere. */
const OptionRecord = z.record(z.string(), z.string().min(1));

/** One factual element of the scenario. Only the first block is always there; the rest guides filling, writing and finding. */
export const Leaf = z.strictObject({
  /** Unique in the schema, short, ASCII, levels parted by "/": `company/founded`. */
  path: z.string().regex(/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u),
  ...element,
  /** A list of such values, or of records where it has fields. */
  many: z.boolean().default(false),
  /** The section of the document that states it (id of a `sections` entry). */
  section: z.string(),

  /** Of a list of records: what each holds; a config's paths are then `charges/2/amount`. `label` names one of them. */
  fields: z.array(Field).min(2).optional(),
  /** Records to choose from, each taken once; by sub-scenario before those of all. */
  optionRecords: z.array(OptionRecord).optional(),
  optionRecordsBy: z.record(z.string(), z.array(OptionRecord)).optional(),
  /** Whole lists to choose one from, by sub-scenario, where records belong together and have their order: a course over days. */
  optionListsBy: z.record(z.string(), z.array(z.array(OptionRecord).min(2)).min(1)).optional(),
  /** How many a list usually has. */
  count: z.strictObject({ minimum: z.int().min(0), maximum: z.int().min(1) }).optional(),
  /** Documents may lack it; what is lacking is left out, never told as "none". */
  optional: z.boolean().optional(),
  /**
   * This date comes so many days after the date at that path. Of a list of records: the first date of the first record
   * does, and that of each further one as many days after the record before it.
   */
  after: z
    .strictObject({
      path: z.string(),
      minimumDays: z.int().min(0).default(1),
      maximumDays: z.int().min(0).default(60),
    })
    .optional(),
  /** It says what that leaf was in the document before, where there is one: last year's revenue. */
  previous: z.string().optional(),
  /** Stated only if another leaf has one of these values. */
  onlyIf: z.strictObject({ path: z.string(), equals: z.array(z.string()) }).optional(),

  /** Sentences that state it in a document, with {value}, {subject} and other leaves' {path}; of a record one sentence with its {field}s and its number, {n}. At least three are good. */
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

/**
 * What must agree within one document: `result` is what the operation makes of `of` (difference: the first less the
 * others; percent: of the second the first is so many; order: not before and not less than any of them; count: how
 * many elements or records). The path of a record's field, `charges/amount`, stands for that field of all its records;
 * where `result` is a field of the same list, for that of its own record, and for `order` among its own operands for
 * that of the record before.
 */
export const Agreement = z.strictObject({
  result: z.string(),
  operation: z.enum([
    "sum",
    "difference",
    "product",
    "ratio",
    "percent",
    "count",
    "order",
    "bands",
  ]),
  of: z.array(z.string()).min(1),
  /** Of `bands` alone: the word that belongs to a number below each bound, the last without bound. */
  bands: z.array(z.strictObject({ below: z.number().nullable(), value: z.string() })).optional(),
  because: z.string(),
});
export type Agreement = z.output<typeof Agreement>;

/** How documents of the kind follow one another on one subject: reports of successive years, first instance and appeal. */
export const FamilyForm = z.strictObject({
  /** What each document is, in order: "first-instance judgment", "appeal judgment"; the last may recur. */
  kinds: z.array(z.string().min(1)).min(2),
  /** The leaf that dates a document. */
  date: z.string(),
  /** Days from one document to the next. */
  apart: z.strictObject({ minimum: z.int().min(1), maximum: z.int().min(1) }),
  /** Leaves that may change on a day between two documents, which the later one then names; what is nowhere here stays. */
  changes: z.array(z.string()).min(1),
  /** Leaves that every document states for itself and that hold from its own day: its dates, the figures of its period. */
  anew: z.array(z.string()).default([]),
  /** Leaves that a later document refers back to and does not restate. */
  notRestated: z.array(z.string()).default([]),
  /** Leaves that a near-twin shares with its original; it differs in name, in `changes` and in `again`. */
  shared: z.array(z.string()).min(3),
});
export type FamilyForm = z.output<typeof FamilyForm>;

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
  agreements: z.array(Agreement).default([]),
  /** Null where documents of the kind do not come in families. */
  family: FamilyForm.nullable().default(null),
});
export type ScenarioSchema = z.output<typeof ScenarioSchema>;
