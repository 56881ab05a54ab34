// Facts of one event belong to one telling of it: what stands far from the others is another event's.

import type { Candidate } from "./fact-candidates.ts";

const groupOf = (path: string): string | undefined => /^event\/[^/]+/.exec(path)?.[0];

/** A phrase adds to an event only in a sentence that tells of this event: another investment has another date. */
const withoutGuesses = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(candidate => {
    const group = groupOf(candidate.path);
    if (group === undefined || candidate.source !== "phrase") return true;
    const told = candidates.filter(other => other.source !== "phrase" && groupOf(other.path) === group).flatMap(other => other.sentences);
    return told.length === 0 || candidate.sentences.some(number => told.includes(number));
  });

/** One date of one sentence, found for two events, belongs to the nearer. */
export const keepNearest = (candidates: readonly Candidate[], dated: ReadonlySet<string>): Candidate[] =>
  candidates.filter(candidate => {
    if (!dated.has(candidate.path) || candidate.source === "label") return true;
    const rivals = candidates.filter(
      other => other.path !== candidate.path && dated.has(other.path) && other.value === candidate.value && other.sentences[0] === candidate.sentences[0],
    );
    return rivals.every(rival => rival.source !== "label" && rival.reach >= candidate.reach);
  });

/** A telling goes on for so many sentences: "In May Foo bought Bar. The price was …". */
const tellingLength = 2;

const startOf = ({ sentences }: Candidate): number => sentences[0] ?? 0;

/** The sentence from which most leaves of the event are told, the first of equals. */
function tellingOf(group: readonly Candidate[]): number {
  const told = (start: number) => new Set(group.filter(other => startOf(other) >= start && startOf(other) <= start + tellingLength).map(({ path }) => path)).size;
  const [first = 0, ...others] = [...new Set(group.map(startOf))].sort((a, b) => a - b);
  return others.reduce((best, start) => (told(start) > told(best) ? start : best), first);
}

/** Finders meet an event anywhere: a leaf that is met only outside the telling of the others is of another such event. */
const withoutStrays = (candidates: readonly Candidate[]): Candidate[] => {
  const found = candidates.filter(({ path, source }) => groupOf(path) !== undefined && source === "finder");
  const tellings = new Map([...new Set(found.map(({ path }) => groupOf(path)))].map(group => [group, tellingOf(found.filter(({ path }) => groupOf(path) === group))]));
  const inTelling = (candidate: Candidate): boolean => {
    const start = tellings.get(groupOf(candidate.path));
    return start === undefined || (startOf(candidate) >= start && startOf(candidate) <= start + tellingLength);
  };
  return candidates.filter(candidate => candidate.source !== "finder" || candidates.some(other => other.path === candidate.path && inTelling(other)));
};

/** Candidates without guesses and strays: what is left of an event's leaves is told together. */
export const keepCoherent = (candidates: readonly Candidate[]): Candidate[] => withoutStrays(withoutGuesses(candidates));
