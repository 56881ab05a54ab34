// Definition of an annotation protocol: a form for a task's content, a rule that decides on the item, and faults to plant in controls.

import type { Content, Control, Protocol, Values } from "../../schemas/annotation.ts";
import {
  type Field,
  findProblems,
  type FormProblem,
  tidyValues,
  type BilingualText,
} from "./form.ts";

/** A fault that a careful person would notice. `other` is the content of another task, to borrow from; `pick` returns a random whole number below its argument. */
export interface Fault {
  readonly name: string;
  /** Undefined if this content is unsuitable. */
  plant(
    content: Content,
    other: Content,
    pick: (below: number) => number,
  ): { readonly content: Content; readonly expect: Control["expect"] } | undefined;
}

/** The decision on the item that follows from one person's values. */
export interface Judgement {
  readonly accepted: boolean;
  /** The question as the person edited it; absent if they did not. */
  readonly question?: string;
}

export interface AnnotationProtocol {
  readonly name: Protocol;
  readonly title: BilingualText;
  /** Instructions for the person, in paragraphs. */
  readonly guide: { readonly zh: readonly string[]; readonly en: readonly string[] };
  /** The paper that the protocol follows. */
  readonly source: string;
  fields(content: Content): readonly Field[];
  /** A problem with a complete form as a whole, checked once no field has a problem; undefined if there is none. */
  check?(content: Content, values: Values): BilingualText | undefined;
  /** Absent if the protocol makes no decisions about items. */
  decide?(content: Content, values: Values): Judgement;
  readonly faults: readonly Fault[];
}

/** Problems with a form: those of its fields, or if they have none, the one found by the protocol's own rule, which belongs to no field. */
export function findFormProblems(
  { fields, check }: Pick<AnnotationProtocol, "fields" | "check">,
  content: Content,
  values: Values,
): FormProblem[] {
  const formFields = fields(content);
  const problems = findProblems(formFields, values);
  const words = problems.length > 0 ? undefined : check?.(content, tidyValues(formFields, values));
  return words ? [{ field: "", kind: "rule", detail: words.en, words }] : problems;
}
