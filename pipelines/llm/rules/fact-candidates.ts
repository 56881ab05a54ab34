// Candidate values of leaves from what a document marks itself: labelled elements, and the finders of the schema.

import type { VariablesOf } from "../../../schemas/define.ts";
import type { factsPrompt } from "../../../schemas/rageval/prompts.ts";
import { fold } from "../../text/fold.ts";
import { type Entry, qualifiedLabels, valueOf } from "./labelled-entries.ts";
import { labelKey } from "./line-labels.ts";
import { eventOf } from "./name-mentions.ts";
import { isPlaceholder, readAs, trimValue } from "./value-types.ts";

export type FactLeaf = VariablesOf<typeof factsPrompt>["leaves"][number];
export type FactSentence = VariablesOf<typeof factsPrompt>["sentences"][number];
type Language = "zh" | "en";

export interface Candidate {
  readonly path: string;
  /** Verbatim from the sentences. */
  readonly value: string;
  readonly sentences: readonly number[];
  readonly source: "label" | "finder" | "phrase";
}

const keysOf = (leaf: FactLeaf): Set<string> => {
  const names = [leaf.label, ...leaf.aliases];
  return new Set((leaf.type === "date" ? [...names, ...names.map(eventOf)] : names).map(labelKey).filter((key) => key !== ""));
};

const shortBody = 80;
const shortTypes: ReadonlySet<FactLeaf["type"]> = new Set(["person", "organisation", "place", "choice", "number", "money"]);

const readEntry = (leaf: FactLeaf, entry: Entry, language: Language): Candidate | undefined => {
  const [first] = entry.parts;
  if (first === undefined) return undefined;
  // A section says more than one thing: only a text is its whole body, a date its first sentence's.
  if (leaf.type !== "text" && entry.form !== "line" && shortTypes.has(leaf.type) && first.text.length > shortBody) return undefined;
  const whole = leaf.type === "text" ? readAs("text", valueOf(entry), language) : undefined;
  if (whole !== undefined) return { path: leaf.path, value: whole, sentences: entry.parts.map((part) => part.number), source: "label" };
  if (leaf.type === "text" && entry.form !== "line") return undefined;
  const value = readAs(leaf.type, first.text, language, leaf.options);
  return value === undefined ? undefined : { path: leaf.path, value, sentences: [first.number], source: "label" };
};

/** Values of labelled elements whose label is the leaf's; "Name" under "Defendant" is the defendant's before anyone else's. */
export const labelledCandidates = (leaves: readonly FactLeaf[], entries: readonly Entry[], language: Language): Candidate[] => {
  const keyed = leaves.map((leaf) => ({ leaf, keys: keysOf(leaf) }));
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    const qualified = qualifiedLabels(entry).map(labelKey);
    const byContext = keyed.filter(({ keys }) => qualified.some((key) => keys.has(key)));
    const own = labelKey(entry.label);
    const claimed = byContext.length > 0 ? byContext : keyed.filter(({ keys }) => keys.has(own));
    for (const { leaf } of claimed) {
      const candidate = readEntry(leaf, entry, language);
      if (candidate !== undefined) candidates.push(candidate);
    }
  }
  return candidates;
};

const compile = (source: string): RegExp | undefined => {
  for (const flags of ["gu", "g"]) {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      // A finder a person mistyped finds nothing; the schema's own check reports it.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
};

/** Longer sentences are tables or lists run together: no finder is meant for them. */
const longestSentence = 1500;

/** A finder may stop in the middle of a name: "Project Green" of "Project Green Harvest". */
const wholeName = (leaf: FactLeaf, value: string, text: string): string => {
  if (leaf.type === "date" || leaf.type === "number" || leaf.type === "money" || !/(?:^|\s)[A-Z][\w'’-]*$/.test(value)) return value;
  const at = text.indexOf(value) + value.length;
  return value + (/^(?:\s[A-Z][\w'’-]*)*/.exec(text.slice(at))?.[0] ?? "");
};

const isOption = (leaf: FactLeaf, value: string): boolean => leaf.options.some((option) => fold(option) === fold(value));

/** What a finder finds must fit the leaf: a date for a date, one of the options for a choice. */
const isValueOf = (leaf: FactLeaf, value: string, language: Language): boolean => {
  if (isPlaceholder(value)) return false;
  if (leaf.type === "choice" && leaf.options.length > 0) return isOption(leaf, value);
  return leaf.type === "date" || leaf.type === "number" || leaf.type === "money" ? readAs(leaf.type, value, language) !== undefined : value.length <= 300;
};

/** "从10000吨减少到8000吨", "from 40 to 60": the first of the two is what it was before. */
export const wasBefore = (text: string, at: number): boolean => /(?:从|由原来的|由此前的|\bfrom )(?:约|about )?$/i.test(text.slice(Math.max(0, at - 12), at));

const overrun = /[了将使，]|^[的是在]/;
const names: ReadonlySet<FactLeaf["type"]> = new Set(["organisation", "place", "person"]);

/** "营业收入和1200万元的净利润": what follows "and" belongs to what comes after it. */
const isCoordinated = (leaf: FactLeaf, text: string, at: number): boolean => (leaf.type === "money" || leaf.type === "number") && /[和与及、]$/.test(text.slice(0, at));

/** The found stretch as a value; undefined where the finder ran over its end or met something else. */
const readFound = (leaf: FactLeaf, raw: string, text: string, language: Language): string | undefined => {
  const at = text.indexOf(raw);
  if (raw === "" || /^[，。、；,;:：]/.test(raw) || wasBefore(text, at) || isCoordinated(leaf, text, at)) return undefined;
  const start = language === "zh" ? trimValue(raw).replace(/^了/, "") : wholeName(leaf, trimValue(raw), text);
  const value = language === "zh" && leaf.type === "place" ? trimValue(start.split("的")[0] ?? "") : start;
  if (language === "zh" && names.has(leaf.type) && overrun.test(value)) return undefined;
  return isValueOf(leaf, value, language) ? value : undefined;
};

/** Values the schema's finders find in running text; `value` is the named group. */
export const foundCandidates = (leaf: FactLeaf, sentences: readonly FactSentence[], language: Language): Candidate[] => {
  const finders = leaf.finders.map(compile).filter((finder) => finder !== undefined);
  const candidates: Candidate[] = [];
  for (const sentence of finders.length === 0 ? [] : sentences) {
    if (sentence.text.length > longestSentence) continue;
    for (const match of finders.flatMap((finder) => [...sentence.text.matchAll(finder)])) {
      const value = readFound(leaf, match.groups?.["value"] ?? "", sentence.text, language);
      if (value !== undefined) candidates.push({ path: leaf.path, value, sentences: [sentence.number], source: "finder" });
    }
  }
  return candidates;
};
