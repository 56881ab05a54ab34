// Makes control tasks: candidates with a planted fault that a careful person would notice, to be hidden among the others.

import type { Content, Control } from "../../../schemas/annotation.ts";
import { canonicalJson, hashOf } from "../../engine/fingerprint.ts";
import type { Candidate, CandidateContent } from "./batch-candidates.ts";
import type { Fault } from "../protocol.ts";

/** A candidate to plant a fault in, or to borrow content from. */
export interface ShownCandidate {
  readonly candidate: Candidate;
  readonly shown: CandidateContent;
}

export interface PlantedControl extends ShownCandidate {
  readonly control: Control;
}

export interface PlantingOptions {
  readonly faults: readonly Fault[];
  /** Candidates that are not in the sample, in draw order. */
  readonly unsampled: readonly ShownCandidate[];
  readonly sampled: readonly ShownCandidate[];
  readonly count: number;
  readonly randomSeed: number;
}

/** Maximum number of other candidates that a fault may borrow content from. */
const maxOthers = 6;

/** Number of consecutive unsuitable candidates after which a fault is abandoned, since a longer search finds little. */
const maxFailures = 60;

/** Texts that would reveal that two tasks were made from the same candidate. */
const revealingTexts = ({ question, candidates }: Content): string[] =>
  question === "" ? candidates.map(({ text }) => text) : [question];

/**
 * Makes up to `count` controls, from unsampled candidates as long as there are any. The faults take turns, and each takes
 * the next suitable candidate.
 */
export function plantControls({
  faults,
  unsampled,
  sampled,
  count,
  randomSeed,
}: PlantingOptions): PlantedControl[] {
  const pool = [...unsampled, ...sampled].slice(0, 4 * count + 20);
  const lenders = {
    zh: pool.filter(({ shown }) => shown.content.language === "zh"),
    en: pool.filter(({ shown }) => shown.content.language === "en"),
  };
  const usedCandidates = new Set<ShownCandidate>();
  const knownTexts = new Set(sampled.flatMap(({ shown }) => revealingTexts(shown.content)));
  const isNew = (content: Content) => revealingTexts(content).every(text => !knownTexts.has(text));
  const plantIn = (bases: readonly ShownCandidate[], isUsable: FaultPlanting["isUsable"]) =>
    takeTurns(
      faults.map(fault =>
        plantEach({ fault, bases, lenders, usedCandidates, randomSeed, isUsable }),
      ),
    );
  const plantedControls: PlantedControl[] = [];
  for (const controls of [
    plantIn(pool.slice(0, unsampled.length), isNew),
    plantIn(pool.slice(unsampled.length), () => true),
  ]) {
    for (const control of controls) {
      if (plantedControls.length >= count) break;
      plantedControls.push(control);
      for (const text of revealingTexts(control.shown.content)) knownTexts.add(text);
    }
  }
  return plantedControls;
}

/** Yields the next value of each source in turn (round robin), skipping those that have ended. */
function* takeTurns(sources: readonly Iterator<PlantedControl>[]): Generator<PlantedControl> {
  const activeSources = new Set(sources);
  while (activeSources.size > 0) {
    for (const source of activeSources) {
      const next = source.next();
      if (next.done) activeSources.delete(source);
      else yield next.value;
    }
  }
}

interface FaultPlanting extends Pick<PlantingOptions, "randomSeed"> {
  readonly fault: Fault;
  readonly bases: readonly ShownCandidate[];
  readonly lenders: Readonly<Record<Content["language"], readonly ShownCandidate[]>>;
  /** Shared by all faults: a candidate gets at most one. */
  readonly usedCandidates: Set<ShownCandidate>;
  isUsable(content: Content): boolean;
}

function* plantEach(planting: FaultPlanting): Generator<PlantedControl> {
  let failures = 0;
  for (const [index, base] of planting.bases.entries()) {
    if (failures >= maxFailures) break;
    if (planting.usedCandidates.has(base)) continue;
    const control = plantOne(base, lendersFor(base, planting.lenders, index), planting);
    failures = control ? 0 : failures + 1;
    if (!control) continue;
    planting.usedCandidates.add(base);
    yield control;
  }
}

const rotate = <Element>(elements: readonly Element[], offset: number): Element[] => {
  const start = elements.length === 0 ? 0 : offset % elements.length;
  return [...elements.slice(start), ...elements.slice(0, start)];
};

/** Returns other candidates, those in the base's language first, starting at a different one for each base; the base itself if there are no others. */
function lendersFor(
  base: ShownCandidate,
  { zh, en }: FaultPlanting["lenders"],
  index: number,
): ShownCandidate[] {
  const [sameLanguage, otherLanguage] = base.shown.content.language === "zh" ? [zh, en] : [en, zh];
  const others = [...rotate(sameLanguage, index), ...rotate(otherLanguage, index)]
    .filter(lender => lender !== base)
    .slice(0, maxOthers);
  return others.length > 0 ? others : [base];
}

const isEmpty = (value: unknown): boolean =>
  value === "" || value === null || (Array.isArray(value) && value.length === 0);

// A part that only the control lacks would give it away.
const emptyParts = ({ keywords, ...parts }: Content): string =>
  Object.entries({ ...parts, ...keywords })
    .filter(([, value]) => isEmpty(value))
    .map(([name]) => name)
    .sort()
    .join();

function plantOne(
  { candidate, shown }: ShownCandidate,
  others: readonly ShownCandidate[],
  { fault, randomSeed, isUsable }: FaultPlanting,
): PlantedControl | undefined {
  const original = shown.content;
  for (const other of others) {
    const spoiled = fault.plant(
      original,
      other.shown.content,
      drawBelow(randomSeed, candidate.id, fault.name),
    );
    if (
      !spoiled ||
      !isUsable(spoiled.content) ||
      emptyParts(spoiled.content) !== emptyParts(original) ||
      canonicalJson(spoiled.content) === canonicalJson(original)
    )
      continue;
    return {
      candidate,
      shown: { content: spoiled.content, sources: spoiledSources(shown, spoiled.content) },
      control: { fault: fault.name, expect: spoiled.expect },
    };
  }
  return undefined;
}

/** Returns a function that draws whole numbers below a bound, in a sequence that depends only on the parts. */
function drawBelow(...parts: unknown[]): (below: number) => number {
  let count = 0;
  return below => Number.parseInt(hashOf([...parts, count++]).slice(0, 12), 16) % below;
}

/** Sources by label; a draft whose text was changed counts as a control. */
function spoiledSources(
  { content, sources }: CandidateContent,
  spoiled: Content,
): CandidateContent["sources"] {
  const originalTexts = new Map(content.candidates.map(({ label, text }) => [label, text]));
  return Object.fromEntries(
    spoiled.candidates.map(({ label, text }) => [
      label,
      originalTexts.get(label) === text ? (sources[label] ?? "control") : "control",
    ]),
  );
}
