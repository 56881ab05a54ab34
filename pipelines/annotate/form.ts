// Forms as data: a protocol defines the fields of a task, from which the page, tables and Label Studio projects are built.

import type { Content, Values } from "../../schemas/annotation.ts";

/** An interface text in both languages. */
export interface BilingualText {
  readonly zh: string;
  readonly en: string;
}

export interface Option {
  /** The value as stored. */
  readonly value: string;
  readonly words: BilingualText;
}

/** Lists in a task's content with one field per element. */
export type RepeatedList = "coarse" | "fine" | "keypoints" | "candidates";

interface FieldBase {
  /** Unique in its task: `score`, `keypoint-2`, `clarity-A`. */
  readonly name: string;
  readonly words: BilingualText;
  /** The keyword or keypoint that the field is about: untrusted text from the corpus. */
  readonly about?: string;
  /** For a repeated field: its list, its index there from 0, and the name that its repetitions share. */
  readonly repeats?: { readonly list: RepeatedList; readonly index: number; readonly stem: string };
}

/** Always required. */
export interface ChoiceField extends FieldBase {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** Level of measurement, which says how far apart two values are for Krippendorff's α. */
  readonly level: "nominal" | "ordinal" | "interval";
}

export interface TextField extends FieldBase {
  readonly kind: "text";
  /** The text that the person starts from. */
  readonly initial: string;
  /** Required if and only if another field has one of these values; null for a remark, which is never required. */
  readonly when: { readonly field: string; readonly oneOf: readonly string[] } | null;
}

export type Field = ChoiceField | TextField;

/** The name that a field and its repetitions share. */
export const stemOf = ({ name, repeats }: Field): string => repeats?.stem ?? name;

/** The remark that every form ends with. */
export const noteField: TextField = {
  name: "note",
  kind: "text",
  words: { zh: "备注（可不填）", en: "Remark (optional)" },
  initial: "",
  when: null,
};

const isRequired = (field: Field, values: Values): boolean =>
  field.kind === "choice" ||
  (field.when !== null && field.when.oneOf.includes(values[field.when.field]?.trim() ?? ""));

/** A problem with a person's values; `missing` is not an error until the person has finished. */
export interface FormProblem {
  readonly field: string;
  readonly kind: "missing" | "unknown-field" | "unknown-value" | "unchanged" | "rule";
  readonly detail: string;
  /** For a rule of the protocol: the detail in both languages, for the page. */
  readonly words?: BilingualText;
}

function problemOf(field: Field, values: Values): FormProblem | undefined {
  const value = values[field.name]?.trim() ?? "";
  const createProblem = (kind: FormProblem["kind"], detail: string): FormProblem => ({
    field: field.name,
    kind,
    detail,
  });
  if (value === "")
    return isRequired(field, values)
      ? createProblem("missing", `${field.name} is empty`)
      : undefined;
  if (field.kind === "text")
    return isRequired(field, values) && value === field.initial.trim()
      ? createProblem("unchanged", `${field.name} was not changed`)
      : undefined;
  if (field.options.some(option => option.value === value)) return undefined;
  return createProblem(
    "unknown-value",
    `${field.name} is "${value.slice(0, 40)}"; it must be one of ${field.options.map(option => option.value).join(", ")}`,
  );
}

/** Problems with a person's values; empty if they are complete and valid. */
export function findProblems(fields: readonly Field[], values: Values): FormProblem[] {
  const fieldNames = new Set(fields.map(({ name }) => name));
  const unknownNames = Object.keys(values).filter(
    name => !fieldNames.has(name) && values[name]?.trim() !== "",
  );
  return [
    ...fields.flatMap(field => problemOf(field, values) ?? []),
    ...unknownNames.map(
      (field): FormProblem => ({
        field,
        kind: "unknown-field",
        detail: `there is no field ${field}`,
      }),
    ),
  ];
}

/** The values to store: those of fields that are filled in, and an edited text only if it is required. */
export const tidyValues = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(field => {
      const value = values[field.name]?.trim() ?? "";
      const isUnused = field.kind === "text" && field.when !== null && !isRequired(field, values);
      return value === "" || isUnused ? [] : [[field.name, value]];
    }),
  );

/** Options from low to high, each with its meaning. */
export const scaleOptions = (points: readonly (readonly [number, BilingualText])[]): Option[] =>
  points.map(([value, words]) => ({ value: String(value), words }));

/** Content with all parts empty. */
export const emptyContent = ({
  language,
  domain,
}: Pick<Content, "language" | "domain">): Content => ({
  type: null,
  language,
  domain,
  question: "",
  answer: "",
  evidence: [],
  keypoints: [],
  documentIds: [],
  keywords: { coarse: [], fine: [] },
  response: "",
  candidates: [],
});

/** Content with two elements in each list that fields repeat over, and three drafts: every protocol has all of its fields for it. */
export const sampleContent = (language: Content["language"]): Content => ({
  ...emptyContent({ language, domain: "" }),
  type: "factual",
  keypoints: ["…", "…"],
  keywords: { coarse: ["…", "…"], fine: [["…"], ["…"]] },
  candidates: ["A", "B", "C"].map(label => ({ label, text: "…" })),
});
