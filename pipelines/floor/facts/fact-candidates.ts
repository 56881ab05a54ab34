// Candidate values of leaves from the elements that a document labels itself.

import type { VariablesOf } from "../../../schemas/define.ts";
import type { factsPrompt } from "../../../schemas/rageval/prompts.ts";
import { type Entry, qualifiedLabels, valueOf } from "./labelled-entries.ts";
import { labelKey } from "./line-labels.ts";
import { eventOf } from "./name-mentions.ts";
import { readAs, trimValue } from "./value-types.ts";

export type FactLeaf = VariablesOf<typeof factsPrompt>["leaves"][number];
export type FactSentence = VariablesOf<typeof factsPrompt>["sentences"][number];
type Language = "zh" | "en";

export interface Candidate {
  readonly path: string;
  /** Verbatim from the sentences. */
  readonly value: string;
  readonly sentences: readonly number[];
  readonly source: "label" | "finder" | "phrase";
  /** How much text ties the value to its leaf: the less, the surer. */
  readonly reach: number;
}

const keysOf = (leaf: FactLeaf): Set<string> => {
  const names = [leaf.label, ...leaf.aliases];
  return new Set((leaf.type === "date" ? [...names, ...names.map(eventOf)] : names).map(labelKey).filter(key => key !== ""));
};

const shortBody = 80;
const shortTypes: ReadonlySet<FactLeaf["type"]> = new Set(["person", "organisation", "place", "choice", "number", "money"]);

const nothing = /^(?:none(?: \w+)?|no|nil|not applicable.*|无|没有|未见|暂无)$/i;
const mayLack = /histor|allerg|injur|damage|casualt|transfusion|surger|operation|exposure|travel|dysmenorrh|史|过敏|伤|痛经|并发症/i;

/** "Allergies: none" is a finding; "Discharge: none" is a field left open. */
const leftOpen = (leaf: FactLeaf, entry: Entry): boolean => nothing.test(trimValue(valueOf(entry))) && !mayLack.test(leaf.label);

/** What a leaf's options are like tells how long a value may be: "罪名" is not the paragraph under that heading. */
const isOtherThan = (leaf: FactLeaf, entry: Entry): boolean =>
  entry.form === "section" && leaf.options.length > 0 && valueOf(entry).length > 6 * Math.max(...leaf.options.map(option => option.length));

const readEntry = (leaf: FactLeaf, entry: Entry, language: Language): Candidate | undefined => {
  const [first] = entry.parts;
  if (first === undefined || leftOpen(leaf, entry) || isOtherThan(leaf, entry)) return undefined;
  // A section says more than one thing: only a text is its whole body, a date its first sentence's.
  if (leaf.type !== "text" && entry.form !== "line" && shortTypes.has(leaf.type) && first.text.length > shortBody) return undefined;
  const whole = leaf.type === "text" ? readAs("text", valueOf(entry), language) : undefined;
  if (whole !== undefined) return { path: leaf.path, value: whole, sentences: entry.parts.map(part => part.number), source: "label", reach: 0 };
  if (leaf.type === "text" && entry.form !== "line") return undefined;
  const value = readAs(leaf.type, first.text, language, leaf.options);
  return value === undefined ? undefined : { path: leaf.path, value, sentences: [first.number], source: "label", reach: 0 };
};

/** Values of labelled elements whose label is the leaf's; "Name" under "Defendant" is the defendant's before anyone else's. */
export const labelledCandidates = (leaves: readonly FactLeaf[], entries: readonly Entry[], language: Language): Candidate[] => {
  const keyed = leaves.map(leaf => ({ leaf, keys: keysOf(leaf) }));
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    const qualified = qualifiedLabels(entry).map(labelKey);
    const byContext = keyed.filter(({ keys }) => qualified.some(key => keys.has(key)));
    const own = labelKey(entry.label);
    const claimed = byContext.length > 0 ? byContext : keyed.filter(({ keys }) => keys.has(own));
    for (const { leaf } of claimed) {
      const candidate = readEntry(leaf, entry, language);
      if (candidate !== undefined) candidates.push(candidate);
    }
  }
  return candidates;
};
