// Makes control tasks: candidates with a planted fault that a careful person sees, hidden among the rest.

import type { Content, Control } from "../../../schemas/annotation.ts";
import { canonicalJson, hashOf } from "../../engine/fingerprint.ts";
import type { Candidate, CandidateContent } from "./candidates.ts";
import type { Fault } from "../protocol.ts";

/** A candidate to plant a fault in or to borrow from. */
export interface Spare {
  readonly candidate: Candidate;
  readonly shown: CandidateContent;
}

export interface Planted extends Spare {
  readonly control: Control;
}

export interface Planting {
  readonly faults: readonly Fault[];
  /** Candidates that are not in the sample, in draw order. */
  readonly unsampled: readonly Spare[];
  readonly sampled: readonly Spare[];
  readonly count: number;
  readonly randomSeed: number;
}

/** Number of other contents that a fault may borrow from. */
const maxOthers = 6;

/** Unsuitable candidates in a row after which a fault is given up: a longer search finds little. */
const maxFailures = 60;

/** Texts that would reveal that two tasks have the same origin. */
const signsOf = ({ question, candidates }: Content): string[] =>
  question === "" ? candidates.map(({ text }) => text) : [question];

/**
 * At most `count` controls, from unsampled candidates as long as there are any, taking the faults in turn: each takes
 * the next suitable candidate. Fewer if too few are suitable.
 */
export function plantControls({
  faults,
  unsampled,
  sampled,
  count,
  randomSeed,
}: Planting): Planted[] {
  const pool = [...unsampled, ...sampled].slice(0, 4 * count + 20);
  const lenders = {
    zh: pool.filter(({ shown }) => shown.content.language === "zh"),
    en: pool.filter(({ shown }) => shown.content.language === "en"),
  };
  const used = new Set<Spare>();
  const known = new Set(sampled.flatMap(({ shown }) => signsOf(shown.content)));
  const isNew = (content: Content) => signsOf(content).every(sign => !known.has(sign));
  const fresh = faults.map(fault =>
    plantEach({
      fault,
      bases: pool.slice(0, unsampled.length),
      lenders,
      used,
      randomSeed,
      fits: isNew,
    }),
  );
  const repeated = faults.map(fault =>
    plantEach({
      fault,
      bases: pool.slice(unsampled.length),
      lenders,
      used,
      randomSeed,
      fits: () => true,
    }),
  );
  const planted: Planted[] = [];
  for (const turn of [takeTurns(fresh), takeTurns(repeated)]) {
    while (planted.length < count) {
      const { value } = turn.next();
      if (!value) break;
      planted.push(value);
      for (const sign of signsOf(value.shown.content)) known.add(sign);
    }
  }
  return planted;
}

/** The next of each in turn (round robin); one that has ended is skipped. */
function* takeTurns(sources: readonly Iterator<Planted>[]): Generator<Planted, undefined> {
  let going = [...sources];
  while (going.length > 0) {
    const ended = new Set<Iterator<Planted>>();
    for (const source of going) {
      const next = source.next();
      if (next.done) ended.add(source);
      else yield next.value;
    }
    going = going.filter(source => !ended.has(source));
  }
  return undefined;
}

interface Sowing extends Pick<Planting, "randomSeed"> {
  readonly fault: Fault;
  readonly bases: readonly Spare[];
  readonly lenders: Readonly<Record<Content["language"], readonly Spare[]>>;
  /** Shared by all faults: a candidate gets at most one. */
  readonly used: Set<Spare>;
  fits(content: Content): boolean;
}

function* plantEach(sowing: Sowing): Generator<Planted, undefined> {
  let failures = 0;
  for (const [place, base] of sowing.bases.entries()) {
    if (failures >= maxFailures) break;
    if (sowing.used.has(base)) continue;
    const planted = plantOne(base, lendersFor(base, sowing.lenders, place), sowing);
    failures = planted ? 0 : failures + 1;
    if (!planted) continue;
    sowing.used.add(base);
    yield planted;
  }
  return undefined;
}

const turned = <T>(list: readonly T[], by: number): T[] =>
  list.length === 0 ? [] : [...list.slice(by % list.length), ...list.slice(0, by % list.length)];

/** Other candidates, those of its own language first, from a different start for each base; itself if there are no others. */
function lendersFor(base: Spare, { zh, en }: Sowing["lenders"], place: number): Spare[] {
  const [sameLanguage, otherLanguage] = base.shown.content.language === "zh" ? [zh, en] : [en, zh];
  const others = [...turned(sameLanguage, place), ...turned(otherLanguage, place)]
    .filter(spare => spare !== base)
    .slice(0, maxOthers);
  return others.length > 0 ? others : [base];
}

const isEmpty = (value: unknown): boolean =>
  value === "" || value === null || (Array.isArray(value) && value.length === 0);

// A part that is missing in the control alone would give it away.
const emptyParts = ({ keywords, ...parts }: Content): string =>
  Object.entries({ ...parts, ...keywords })
    .filter(([, value]) => isEmpty(value))
    .map(([name]) => name)
    .sort()
    .join();

function plantOne(
  { candidate, shown }: Spare,
  others: readonly Spare[],
  { fault, randomSeed, fits }: Sowing,
): Planted | undefined {
  const before = shown.content;
  for (const other of others) {
    const made = fault.plant(
      before,
      other.shown.content,
      drawBelow(randomSeed, candidate.id, fault.name),
    );
    if (
      !made ||
      !fits(made.content) ||
      emptyParts(made.content) !== emptyParts(before) ||
      canonicalJson(made.content) === canonicalJson(before)
    )
      continue;
    return {
      candidate,
      shown: { content: made.content, sources: spoiledSources(shown, made.content) },
      control: { fault: fault.name, expect: made.expect },
    };
  }
  return undefined;
}

/** A sequence of whole numbers below a bound that depends on the parts alone. */
function drawBelow(...parts: unknown[]): (below: number) => number {
  let count = 0;
  return below => Number.parseInt(hashOf([...parts, count++]).slice(0, 12), 16) % below;
}

/** Sources by label; a draft whose text was changed counts as a control. */
function spoiledSources(
  { content, sources }: CandidateContent,
  after: Content,
): CandidateContent["sources"] {
  const textOf = new Map(content.candidates.map(({ label, text }) => [label, text]));
  return Object.fromEntries(
    after.candidates.map(({ label, text }) => [
      label,
      textOf.get(label) === text ? (sources[label] ?? "control") : "control",
    ]),
  );
}
