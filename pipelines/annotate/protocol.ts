// What an annotation protocol is: a form over a task's content, a rule that decides on the item, and faults to plant in controls.

import type { Content, Control, Protocol, Values } from "../../schemas/annotation.ts";
import { type Field, findProblems, type Problem, tidyValues, type Words } from "./form.ts";

/** A fault that a careful person sees. `other` is the content of another task, to borrow from; `pick` draws a whole number below a bound. */
export interface Fault {
  readonly name: string;
  /** Undefined where this content cannot bear it. */
  plant(
    content: Content,
    other: Content,
    pick: (below: number) => number,
  ): { readonly content: Content; readonly expect: Control["expect"] } | undefined;
}

/** What one person's values mean for the item. */
export interface Judgement {
  readonly accepted: boolean;
  /** The question in the person's words, where they edited it. */
  readonly question?: string;
}

export interface AnnotationProtocol {
  readonly name: Protocol;
  readonly title: Words;
  /** What the person is to do, in paragraphs. */
  readonly guide: { readonly zh: readonly string[]; readonly en: readonly string[] };
  /** Where it comes from. */
  readonly source: string;
  fields(content: Content): readonly Field[];
  /** What keeps a whole form from being right, beyond its single fields; undefined if nothing does. */
  check?(content: Content, values: Values): Words | undefined;
  /** Absent where the protocol decides on no items. */
  decide?(content: Content, values: Values): Judgement;
  readonly faults: readonly Fault[];
}

export const defineProtocol = (protocol: AnnotationProtocol): AnnotationProtocol => protocol;

/** What keeps a form from being whole and right: first its single fields, then the protocol's own rule, which stands under no field. */
export function findFormProblems(
  { fields, check }: Pick<AnnotationProtocol, "fields" | "check">,
  content: Content,
  values: Values,
): Problem[] {
  const form = fields(content);
  const problems = findProblems(form, values);
  const words = problems.length > 0 ? undefined : check?.(content, tidyValues(form, values));
  return words ? [{ field: "", kind: "rule", detail: words.en, words }] : problems;
}
