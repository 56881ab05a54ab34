// The facts of one document in a schema's terms: candidates from labels, finders and phrases, and what survives of them.

import { type Candidate, type FactLeaf, type FactSentence, labelledCandidates } from "./fact-candidates.ts";
import { foundCandidates } from "./fact-finders.ts";
import { isAside, phraseCandidates, readSentence } from "./fact-phrases.ts";
import { keepCoherent, keepNearest } from "./fact-coherence.ts";
import { collectEntries } from "./labelled-entries.ts";
import { compileNames, findMentions } from "./name-mentions.ts";
import { isPersonName } from "./proper-names.ts";
import { valuesAgree } from "./value-types.ts";

type Language = "zh" | "en";

export interface FoundFact {
  readonly path: string;
  readonly value: string;
  /** Numbers of the sentences that state it, at most three. */
  readonly sentences: number[];
}

interface Reading {
  readonly name: string;
  readonly language: Language;
}

const strength = { label: 0, finder: 1, phrase: 2 };

const timesSaid = (candidate: Candidate, group: readonly Candidate[]): number => group.filter(other => other.value === candidate.value).length;

const named: ReadonlySet<FactLeaf["type"]> = new Set(["organisation", "place", "person"]);

/** The best wording first: marked by a label, then the document's own name, the usual wording of a name, the fullest of all else. */
const byQuality =
  (leaf: FactLeaf, group: readonly Candidate[], name: string) =>
  (a: Candidate, b: Candidate): number => {
    const own = Number(b.value === name) - Number(a.value === name);
    const usual = timesSaid(b, group) - timesSaid(a, group);
    const shorter = leaf.type === "person" || (named.has(leaf.type) && a.source !== "label");
    const length = shorter ? a.value.length - b.value.length : b.value.length - a.value.length;
    return strength[a.source] - strength[b.source] || (named.has(leaf.type) ? own || (a.source === "label" ? 0 : usual) : 0) || length;
  };

/** Candidates that say the same, the best wording first. */
const groupAgreeing = (leaf: FactLeaf, candidates: readonly Candidate[], name: string, language: Language): Candidate[][] => {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const group = groups.find(known => known.every(other => valuesAgree(leaf.type, other.value, candidate.value, language)));
    if (group === undefined) groups.push([candidate]);
    else group.push(candidate);
  }
  return groups.map(group => [...group].sort(byQuality(leaf, group, name)));
};

const strictTypes: ReadonlySet<FactLeaf["type"]> = new Set(["date", "number", "money"]);

/** What may contend: against a label a phrase is only a guess; finders may disprove a labelled date or amount. */
const standing = (leaf: FactLeaf, candidates: readonly Candidate[]): Candidate[] => {
  const marked = candidates.filter(candidate => candidate.source !== "phrase");
  const labelled = candidates.filter(candidate => candidate.source === "label");
  if (labelled.length > 0) return strictTypes.has(leaf.type) ? marked : labelled;
  return marked.length === 0 || strictTypes.has(leaf.type) ? [...candidates] : marked;
};

const factOf = (group: readonly Candidate[]): FoundFact[] => {
  const [best] = group;
  if (best === undefined) return [];
  // A value of several sentences is cited by these alone; a short one also where it is said again.
  const others = best.sentences.length > 1 ? [] : group.slice(1).filter(candidate => candidate.value === best.value);
  const sentences = [...new Set([...best.sentences, ...others.flatMap(candidate => candidate.sentences)])];
  return [{ path: best.path, value: best.value, sentences: (best.sentences.length > 1 ? sentences : sentences.slice(0, 3)).sort((a, b) => a - b) }];
};

/** Where a name contends with other things under the same label, what reads like a name wins, and the document's own first. */
const preferNames = (leaf: FactLeaf, groups: readonly Candidate[][], { name, language }: Reading): readonly Candidate[][] => {
  if (groups.length < 2 || leaf.type !== "person") return groups;
  const own = groups.filter(group => group.some(candidate => name.split("_").some(part => part.trim() === candidate.value)));
  const proper = groups.filter(group => group.some(candidate => isPersonName(candidate.value, language)));
  return own.length === 1 ? own : proper.length === 1 ? proper : groups;
};

/** One fact, or one for each element of a list; where two values contend both, so that the leaf is neither asked for nor taken for absent. */
const settle = (leaf: FactLeaf, candidates: readonly Candidate[], reading: Reading): FoundFact[] => {
  const all = groupAgreeing(leaf, standing(leaf, candidates), reading.name, reading.language);
  const groups = leaf.many ? all : preferNames(leaf, all, reading);
  return groups.flatMap(factOf);
};

const phrasesOf = (leaves: readonly FactLeaf[], sentences: readonly FactSentence[], language: Language): Candidate[] => {
  const byPath = new Map(leaves.map(leaf => [leaf.path, leaf]));
  const dated = new Set(leaves.filter(leaf => leaf.type === "date").map(leaf => leaf.path));
  const names = compileNames(leaves);
  return sentences.flatMap(sentence => phraseCandidates(byPath, readSentence(sentence, findMentions(sentence.text, names), language), language, dated));
};

/** "Company name" of a document that is known by it: the name it goes by, where it is written out. */
const ownNames = (leaves: readonly FactLeaf[], sentences: readonly FactSentence[], { name }: Reading): Candidate[] => {
  const sentence = name.length < 2 ? undefined : sentences.find(candidate => candidate.text.includes(name));
  const named = leaves.filter(leaf => leaf.type === "organisation" && /(?:^|\s)name$|名称$/i.test(leaf.label));
  return sentence === undefined ? [] : named.map(leaf => ({ path: leaf.path, value: name, sentences: [sentence.number], source: "phrase" as const, reach: 0 }));
};

/** The facts the sentences state, in the order of the leaves; every value is verbatim in its sentences. */
export const findFacts = (leaves: readonly FactLeaf[], sentences: readonly FactSentence[], reading: Reading): FoundFact[] => {
  const { language } = reading;
  const plain = sentences.filter(sentence => !isAside(sentence.text, language));
  const all = [
    ...labelledCandidates(leaves, collectEntries(sentences), language),
    ...leaves.flatMap(leaf => foundCandidates(leaf, plain, language)),
    ...phrasesOf(leaves, sentences, language),
    ...ownNames(leaves, sentences, reading),
  ];
  const dated = new Set(leaves.filter(leaf => leaf.type === "date").map(leaf => leaf.path));
  const candidates = keepNearest(keepCoherent(all), dated);
  return leaves.flatMap(leaf =>
    settle(
      leaf,
      candidates.filter(candidate => candidate.path === leaf.path),
      reading,
    ),
  );
};
