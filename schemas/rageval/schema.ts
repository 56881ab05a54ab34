// Defines a scenario schema: the factual elements that documents of one kind share, as editable data (YAML in schemas/domains/).

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

/** Possible values and how they are found, for a leaf or a record's field. */
const elementFields = {
  /** Its name in the schema's language, as used in a question: "registered capital", "注册资本". */
  label: z.string().min(1),
  type: LeafType,
  description: z.string(),

  /** What fills it in a config: code (options, range, names, dates) or the model. */
  fill: z.enum(["rule", "model"]),
  /** The values it may take. A leaf that the model fills may also have options: `rules` then chooses among them. */
  options: z.array(z.string().min(1)).optional(),
  /** Options by sub-scenario, replacing `options` for the sub-scenarios listed. */
  optionsBy: z.record(z.string(), z.array(z.string().min(1))).optional(),
  /** Bounds of a number or money value, and its number of decimals. */
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
  /** Precision of a date; default `day`. */
  precision: z.enum(["day", "month", "year"]).optional(),
  /**
   * What it is built from: braces hold another leaf's path ("{company/city}市中级人民法院"; in a record also the path of
   * a sibling field), a range of whole numbers ("{1-300}"), or characters and their number ("ZK-{0-9:4}{A-F:1}").
   */
  pattern: z.string().optional(),
  /** Other labels that documents use for it. */
  aliases: z.array(z.string()).optional(),
};

/** One value in each record of a list: the amount of a count, the dose of a day. */
const Field = z.strictObject({
  /** Unique in its record, one level, not a number: `amount`. */
  path: z.string().regex(/^(?!\d+$)[\p{L}\p{N}_-]+$/u),
  ...elementFields,
  /** Questions that ask for it, with {subject} and the number of its record, {n}. */
  questions: z.array(z.string()).optional(),
});
export type Field = z.output<typeof Field>;

/** Consistent values for a record's fields, by field, with braces as in a pattern; fields not listed are filled as usual. */
const OptionRecord = z.record(z.string(), z.string().min(1));

/** One factual element of the scenario. Only the first block is required; the rest guides filling, writing and finding. */
export const Leaf = z.strictObject({
  /** Unique in the schema, short, ASCII, levels separated by "/": `company/founded`. */
  path: z.string().regex(/^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+)*$/u),
  ...elementFields,
  /** Whether it is a list of such values, or of records if it has fields. */
  many: z.boolean().default(false),
  /** The section of the document that states it (id of a `sections` entry). */
  section: z.string(),

  /** For a list of records: the fields of each; a config's paths are then `charges/2/amount`. `label` names one record. */
  fields: z.array(Field).min(2).optional(),
  /** Records to choose from, each used once; those of the sub-scenario replace the general ones. */
  optionRecords: z.array(OptionRecord).optional(),
  optionRecordsBy: z.record(z.string(), z.array(OptionRecord)).optional(),
  /** Whole lists to choose from, by sub-scenario, if records belong together in a fixed order, such as a course over days. */
  optionListsBy: z.record(z.string(), z.array(z.array(OptionRecord).min(2)).min(1)).optional(),
  /** The usual number of elements in a list. */
  count: z.strictObject({ minimum: z.int().min(0), maximum: z.int().min(1) }).optional(),
  /** Whether documents may lack it; it is then left out, never stated as "none". */
  optional: z.boolean().optional(),
  /**
   * How many days this date comes after the date at that path. In a list of records, this applies to the first date of
   * the first record; each further record follows the previous one by as many days.
   */
  after: z
    .strictObject({
      path: z.string(),
      minimumDays: z.int().min(0).default(1),
      maximumDays: z.int().min(0).default(60),
    })
    .optional(),
  /** Path of another leaf: this leaf states the value that it had in the previous document, if there is one, such as last year's revenue. */
  previous: z.string().optional(),
  /** Stated only if another leaf has one of these values. */
  onlyIf: z.strictObject({ path: z.string(), equals: z.array(z.string()) }).optional(),

  /** Sentences that state it in a document, with {value}, {subject} and other leaves' {path}; for a record, one sentence with its {field}s and its number, {n}. Give at least three. */
  statements: z.array(z.string()).optional(),
  /** Questions that ask for it, with {subject}. Give two, one of them short enough to be joined with another. */
  questions: z.array(z.string()).optional(),
});
export type Leaf = z.output<typeof Leaf>;

export const Section = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** What the section is and how it is usually written, for the model. */
  form: z.string(),
  /** How `rules` lays it out: "label: value" lines, running text, or its own choice. */
  layout: z.enum(["labelled", "prose", "either"]).default("either"),
});
export type Section = z.output<typeof Section>;

/** Two values that contradict each other in one config. */
const Contradiction = z.strictObject({
  when: z.strictObject({ path: z.string(), matches: z.string() }),
  never: z.strictObject({ path: z.string(), matches: z.string() }),
  because: z.string(),
});

/**
 * What must agree within one document: `result` is the operation applied to `of` (difference: the first minus the
 * others; percent: the first as a percentage of the second; order: not before and not less than any of them; count: the
 * number of elements or records). The path of a record's field, `charges/amount`, means that field of all records; if
 * `result` is a field of the same list, that of its own record; and for `order`, if it is among its own operands, that
 * of the previous record.
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
  /** Only for `bands`: the word for a number below each bound; the last word has no bound. */
  bands: z.array(z.strictObject({ below: z.number().nullable(), value: z.string() })).optional(),
  because: z.string(),
});
export type Agreement = z.output<typeof Agreement>;

/** How documents of the kind follow one another on one subject: reports of successive years, first instance and appeal. */
export const FamilyForm = z.strictObject({
  /** What each document is, in order: "first-instance judgment", "appeal judgment"; the last may recur. */
  kinds: z.array(z.string().min(1)).min(2),
  /** The leaf with a document's date. */
  date: z.string(),
  /** Days from one document to the next. */
  apart: z.strictObject({ minimum: z.int().min(1), maximum: z.int().min(1) }),
  /** Leaves that may change between two documents, on a day that the later one states; leaves not listed anywhere here stay the same. */
  changes: z.array(z.string()).min(1),
  /** Leaves that every document states for itself, valid from its own date: its dates, the figures of its period. */
  anew: z.array(z.string()).default([]),
  /** Leaves that a later document refers back to and does not restate. */
  notRestated: z.array(z.string()).default([]),
  /** Leaves that a near-twin shares with its original; the near-twin differs in name, in `changes` and in `anew`. */
  shared: z.array(z.string()).min(3),
});
export type FamilyForm = z.output<typeof FamilyForm>;

export const ScenarioSchema = z.strictObject({
  domain: z.string().min(1),
  language: Language,
  /** The kind of document: "annual report of a company". */
  scenario: z.string().min(1),
  /** How a question names a document, built from leaves: "{hospital} {patient}". */
  subject: z.string().min(1),
  /** The leaf that varies the scenario: industry, crime, disease class. Its options are spread evenly. */
  subScenario: z.string().nullable(),
  /** In the order of the document. */
  sections: z.array(Section).min(1),
  leaves: z.array(Leaf).min(1),
  contradictions: z.array(Contradiction).default([]),
  agreements: z.array(Agreement).default([]),
  /** Null if documents of the kind do not come in families. */
  family: FamilyForm.nullable().default(null),
});
export type ScenarioSchema = z.output<typeof ScenarioSchema>;
