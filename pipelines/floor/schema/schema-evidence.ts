// Which leaves of a prepared schema the seeds give evidence of.

import { placeholdersOf } from "../../../schemas/rageval/paths.ts";
import { findableLeaf } from "../../../schemas/rageval/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type FactLeaf, type FactSentence, labelledCandidates } from "../facts/fact-candidates.ts";
import { foundCandidates } from "../facts/fact-finders.ts";
import { collectEntries } from "../facts/labelled-entries.ts";
import { compileNames, findMentions } from "../facts/name-mentions.ts";

type Language = "zh" | "en";

const shownIn = (leaves: readonly FactLeaf[], sentences: readonly FactSentence[], language: Language): Set<string> => {
  const labelled = labelledCandidates(leaves, collectEntries(sentences), language);
  const found = leaves.flatMap(leaf => foundCandidates(leaf, sentences, language).slice(0, 1));
  const names = compileNames(leaves);
  const mentioned = sentences.flatMap(sentence => findMentions(sentence.text, names));
  return new Set([...labelled, ...found, ...mentioned].map(hit => hit.path));
};

/** What a kept leaf cannot be filled or named without. */
const neededBy = (leaf: Leaf): string[] => [leaf.after?.path, leaf.onlyIf?.path, ...(leaf.sumOf ?? []), ...placeholdersOf(leaf.pattern ?? "")].filter(path => path !== undefined);

const closeOver = (schema: ScenarioSchema, shown: ReadonlySet<string>): Set<string> => {
  const known = new Map(schema.leaves.map(leaf => [leaf.path, leaf]));
  const kept = new Set([...shown, ...placeholdersOf(schema.subject), ...(schema.subScenario === null ? [] : [schema.subScenario])]);
  // A set grows while it is walked: what a leaf needs is reached in the same walk.
  for (const path of kept) {
    const leaf = known.get(path);
    for (const needed of leaf === undefined ? [] : neededBy(leaf)) kept.add(needed);
  }
  return new Set([...kept].filter(path => known.has(path)));
};

/** The leaves whose label, alias or finder meets one of the texts, with all that they and the subject rest on. */
export const evidencedLeaves = (schema: ScenarioSchema, texts: readonly string[], language: Language): Leaf[] => {
  const leaves = schema.leaves.map(findableLeaf);
  const shown = new Set<string>();
  for (const text of texts) {
    const sentences = splitSentences(text, language).map((sentence, index) => ({ number: index + 1, document: "", text: sentence.text }));
    for (const path of shownIn(leaves, sentences, language)) shown.add(path);
  }
  const kept = closeOver(schema, shown);
  return schema.leaves.filter(leaf => kept.has(leaf.path));
};
