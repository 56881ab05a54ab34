// Two systems whose difference is known, answering items of differing difficulty, judged by a judge that errs and by people who do not.

import { drawFrom } from "../../pipelines/text/random.ts";

export interface SimulatedItem {
  /** The second system's share of the keypoints less the first's: as people see it, and as the judge does. */
  readonly people: number;
  readonly judge: number;
  /** How easy the item is: the chance that a system of middling ability covers a keypoint. */
  readonly ease: number;
}

export interface PairScenario {
  /** True difference, in points of 100; the second system is the better one. */
  readonly points: number;
  /** Share of single verdicts that the judge gets wrong. */
  readonly wrong: number;
  /** Whether it errs to one side: it lets the first system's omissions pass, and errs nowhere else. */
  readonly oneSided: boolean;
  readonly items: number;
  /** Share of items on which both give the same answer, as where little was changed; none where absent. */
  readonly same?: number;
}

const keypoints = 4;
/** Of the difficulty of items, and of what a question is for one system alone. */
const spread = { item: 0.25, system: 0.1 };
const ability = 0.6;

export type Random = () => number;

/** Uniform between 0 and 1. */
export const uniformFrom = (seed: number): Random => {
  const draw = drawFrom(seed);
  return () => (draw(2 ** 30) + 0.5) / 2 ** 30;
};

const clamp = (chance: number): number => Math.min(0.98, Math.max(0.02, chance));

/** Whether each keypoint is covered; half of them the systems share: the passages that both found. */
function covered(chance: number, shared: readonly number[], uniform: Random): boolean[] {
  return shared.map(own => (uniform() < 0.5 ? own : uniform()) < chance);
}

const shareOf = (verdicts: readonly boolean[]): number =>
  verdicts.filter(Boolean).length / verdicts.length;

function seenBy({ wrong, oneSided }: PairScenario, isFirst: boolean, uniform: Random) {
  return (verdict: boolean): boolean => {
    const errs = uniform() < wrong;
    if (!errs) return verdict;
    return oneSided ? (isFirst ? true : verdict) : !verdict;
  };
}

/** `points` is the difference over all items, so that the items that differ at all do so by more. Difficulty is symmetric and stays clear of 0 and 1, so that the difference is the one wanted in the mean. */
export function simulateItems(scenario: PairScenario, uniform: Random): SimulatedItem[] {
  const { same = 0 } = scenario;
  const gap = scenario.points / 100 / (1 - same);
  return Array.from({ length: scenario.items }, () => {
    if (same > 0 && uniform() < same) return { people: 0, judge: 0, ease: ability };
    const middle = ability + spread.item * (2 * uniform() - 1);
    const shared = Array.from({ length: keypoints }, uniform);
    const chance = (side: number) =>
      clamp(middle + (side * gap) / 2 + spread.system * (2 * uniform() - 1));
    const first = covered(chance(-1), shared, uniform);
    const second = covered(chance(1), shared, uniform);
    return {
      ease: middle,
      people: shareOf(second) - shareOf(first),
      judge:
        shareOf(second.map(seenBy(scenario, false, uniform))) -
        shareOf(first.map(seenBy(scenario, true, uniform))),
    };
  });
}
