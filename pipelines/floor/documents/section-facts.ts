// The input for writing a section: its facts with their leaves, the subject and the names it is made from.

import { escapeRegExp } from "../../text/escape-reg-exp.ts";
import type { z } from "zod";
import { placeholdersOf } from "../../../schemas/rageval/paths.ts";
import type { SectionFact } from "../../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";

export type Fact = z.output<typeof SectionFact>;

export interface SectionFacts {
  readonly language: "zh" | "en";
  readonly draw: (n: number) => number;
  readonly subject: string;
  readonly schema: ScenarioSchema;
  readonly facts: readonly Fact[];
  /** The leaves the subject is made from, with their values. */
  readonly naming: ReadonlyMap<string, string>;
}

/** The values of the leaves that a subject is made from, by its pattern ("{hospital} {patient}"). Empty if the subject does not match. */
export function readSubject(pattern: string, subject: string): Map<string, string> {
  const literals = pattern.split(/\{[^{}]+\}/).map(escapeRegExp);
  const subjectPattern = new RegExp(`^${literals.join("(.{1,80}?)")}$`, "u");
  const [, ...values] = subjectPattern.exec(subject.trim()) ?? [];
  const names = placeholdersOf(pattern);
  return new Map(values.map((value, index) => [names[index] ?? "", value]));
}

/** The value a statement may name: one of the section's facts, or part of the subject. */
export const valueAt = ({ facts, naming }: SectionFacts, path: string): string | undefined =>
  facts.find(fact => fact.path === path)?.value ?? naming.get(path);
