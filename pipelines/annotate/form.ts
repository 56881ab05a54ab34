// Forms as data: a protocol says which fields a task has; page, tables and Label Studio are all drawn from them.

import type { Content, Values } from "../../schemas/annotation.ts";

/** A text of the interface, in both its languages. */
export interface Words {
  readonly zh: string;
  readonly en: string;
}

export interface Option {
  /** As it is stored. */
  readonly value: string;
  readonly words: Words;
}

/** Lists of a task's content over which fields repeat, one for each element. */
export type RepeatedList = "coarse" | "fine" | "keypoints" | "candidates";

interface FieldHead {
  /** Unique in its task: `score`, `keypoint-2`, `clarity-A`. */
  readonly name: string;
  readonly words: Words;
  /** What of the corpus the field is about (a keyword, a keypoint): untrusted text. */
  readonly about?: string;
  /** Of a field that repeats: its list, its place there from 0, and the name that all of them share. */
  readonly repeats?: { readonly list: RepeatedList; readonly index: number; readonly stem: string };
}

export interface ChoiceField extends FieldHead {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** How far apart two values are, for Krippendorff's α. */
  readonly level: "nominal" | "ordinal" | "interval";
  readonly required: boolean;
}

export interface TextField extends FieldHead {
  readonly kind: "text";
  /** What stands in it at first. */
  readonly initial: string;
  /** Wanted exactly when another field has one of these values; null for a remark that is never wanted. */
  readonly when: { readonly field: string; readonly oneOf: readonly string[] } | null;
}

export type Field = ChoiceField | TextField;

/** The remark that every form ends with. */
export const noteField: TextField = {
  name: "note",
  kind: "text",
  words: { zh: "备注（可不填）", en: "Remark (may be left empty)" },
  initial: "",
  when: null,
};

const isWanted = (field: Field, values: Values): boolean =>
  field.kind === "choice"
    ? field.required
    : field.when !== null && field.when.oneOf.includes(values[field.when.field]?.trim() ?? "");

/** What is wrong with a person's values, in words; `missing` alone is not wrong before the person has finished. */
export interface Problem {
  readonly field: string;
  readonly kind: "missing" | "unknown-field" | "unknown-value" | "unchanged" | "rule";
  readonly detail: string;
  /** Of a rule of the protocol: the same for the page, in both its languages. */
  readonly words?: Words;
}

function problemOf(field: Field, values: Values): Problem | undefined {
  const value = values[field.name]?.trim() ?? "";
  const problem = (kind: Problem["kind"], detail: string): Problem => ({
    field: field.name,
    kind,
    detail,
  });
  if (value === "")
    return isWanted(field, values) ? problem("missing", `${field.name} is empty`) : undefined;
  if (field.kind === "text")
    return isWanted(field, values) && value === field.initial.trim()
      ? problem("unchanged", `${field.name} was not changed`)
      : undefined;
  if (field.options.some(option => option.value === value)) return undefined;
  return problem(
    "unknown-value",
    `${field.name} is "${value.slice(0, 40)}"; it may be ${field.options.map(option => option.value).join(", ")}`,
  );
}

/** Nothing for values that are whole and right. */
export function findProblems(fields: readonly Field[], values: Values): Problem[] {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(values).filter(
    name => !known.has(name) && values[name]?.trim() !== "",
  );
  return [
    ...fields.flatMap(field => problemOf(field, values) ?? []),
    ...unknown.map(
      (field): Problem => ({ field, kind: "unknown-field", detail: `there is no field ${field}` }),
    ),
  ];
}

/** What of a person's values is kept: fields of the form that are filled, an edited text only where it was wanted. */
export const tidyValues = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap(field => {
      const value = values[field.name]?.trim() ?? "";
      const idle = field.kind === "text" && field.when !== null && !isWanted(field, values);
      return value === "" || idle ? [] : [[field.name, value]];
    }),
  );

/** Points from low to high, each with its meaning. */
export const scale = (points: readonly (readonly [number, Words])[]): Option[] =>
  points.map(([value, words]) => ({ value: String(value), words }));

/** A content that shows nothing yet. */
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
