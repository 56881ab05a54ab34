// Two splits whose drifts are known: systems of differing ability answer items of differing difficulty, right or wrong.

import type { ScoreRow } from "../../schemas/evaluation/metrics.ts";
import type { LinkedMetric } from "../../schemas/evaluation/split-link.ts";
import { linkSplits } from "../../pipelines/evaluate/statistics/split-link.ts";
import { aScore } from "./score-rows.ts";
import { type Random, uniformFrom } from "./simulated-pairs.ts";

interface Scenario {
  readonly name: string;
  /** What the system gained, and by how much the news became harder, in Rasch logits. */
  readonly ability: number;
  readonly difficulty: number;
  /** Abilities of the frozen systems; the one asked about has 0.3. */
  readonly anchors: readonly number[];
  /** Items of each type in the older split and in the newer, and how much harder the type is. */
  readonly types: readonly {
    readonly older: number;
    readonly newer: number;
    readonly harder: number;
  }[];
  /** What an item asks for: its score is the share of that which is right. */
  readonly keypoints: number;
  /** Standard deviation of what the news is for single systems, beside what it is for all. */
  readonly interaction: number;
}

const usual = {
  ability: 0.6,
  difficulty: 0.6,
  anchors: [-0.6, 0, 0.5, 0.9],
  types: [{ older: 60, newer: 60, harder: 0 }],
  keypoints: 1,
  interaction: 0,
};
const otherMix = [
  { older: 30, newer: 10, harder: -0.7 },
  { older: 20, newer: 20, harder: 0 },
  { older: 10, newer: 30, harder: 1 },
];
const smallTypes = Array.from({ length: 12 }, (_, at) => ({
  older: 5,
  newer: 5,
  harder: at / 6 - 1,
}));
const five = [-1, -0.5, 0, 0.5, 1];

/** The first four must hold 95 ± 2 %; the others say where that ends. */
export const scenarios: readonly Scenario[] = [
  { ...usual, name: "neither", ability: 0, difficulty: 0 },
  { ...usual, name: "ability alone", difficulty: 0 },
  { ...usual, name: "difficulty alone", ability: 0 },
  { ...usual, name: "both" },
  { ...usual, name: "both, 1 anchor", anchors: [0] },
  { ...usual, name: "both, 2 anchors", anchors: [-0.5, 0.5] },
  { ...usual, name: "both, 3 anchors", anchors: [-0.6, 0, 0.6] },
  { ...usual, name: "both, 5 anchors", anchors: five },
  { ...usual, name: "both, another mix of types", types: otherMix },
  { ...usual, name: "both, shares of 4 keypoints", keypoints: 4 },
  { ...usual, name: "both, 12 types of 5 items", types: smallTypes },
  {
    ...usual,
    name: "both, 3 anchors take the news apart by 0.3",
    anchors: [-0.6, 0, 0.6],
    interaction: 0.3,
  },
  { ...usual, name: "both, 5 anchors take the news apart by 0.3", anchors: five, interaction: 0.3 },
  { ...usual, name: "both, 5 anchors take the news apart by 0.6", anchors: five, interaction: 0.6 },
];

const ability = 0.3;
/** Of the items' difficulties, in logits; and the share of right answers by guessing. */
const itemSpread = 1;
const guessing = 0.1;

/** Standard normal (Box and Muller 1958). */
const normal = (uniform: Random): number =>
  Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

const chanceOf = (able: number, hard: number): number =>
  guessing + (1 - guessing) / (1 + Math.exp(hard - able));

function shareOf(keypoints: number, chance: number, uniform: Random): number {
  let right = 0;
  for (let keypoint = 0; keypoint < keypoints; keypoint++) if (uniform() < chance) right++;
  return right / keypoints;
}

/** The mean over endlessly many items: a sum over the normal distribution of their difficulties. */
function trueMean(able: number, harder: number): number {
  let [sum, weights] = [0, 0];
  for (let step = -60; step <= 60; step++) {
    const away = step / 10;
    const weight = Math.exp(-(away ** 2) / 2);
    sum += weight * chanceOf(able, harder + itemSpread * away);
    weights += weight;
  }
  return sum / weights;
}

const logit = (mean: number): number => Math.log(mean / (1 - mean));

interface Simulated {
  readonly linked: LinkedMetric;
  readonly truth: {
    readonly news: number;
    readonly system: number;
    readonly newsPoints: number;
    readonly systemPoints: number;
  };
}

function rowsOf(
  scenario: Scenario,
  side: "older" | "newer",
  systems: readonly { name: string; able: number; harder: number }[],
  uniform: Random,
): Map<string, ScoreRow[]> {
  const rows = new Map<string, ScoreRow[]>(systems.map(({ name }) => [name, []]));
  for (const [at, type] of scenario.types.entries())
    for (let item = 0; item < type[side]; item++) {
      const hard = type.harder + itemSpread * normal(uniform);
      const itemId = `${side}-${at}-${item}`;
      for (const { name, able, harder } of systems)
        rows.get(name)?.push(
          aScore({
            itemId,
            system: name,
            type: `type-${at}`,
            values: {
              completeness: shareOf(scenario.keypoints, chanceOf(able, hard + harder), uniform),
            },
          }),
        );
    }
  return rows;
}

function simulate(scenario: Scenario, uniform: Random): Simulated {
  const names = ["system", ...scenario.anchors.map((_, at) => `anchor-${at}`)];
  const ables = [ability, ...scenario.anchors];
  const apart = names.map(() => scenario.interaction * normal(uniform));
  const systemsOf = (side: "older" | "newer") =>
    names.map((name, at) => ({
      name,
      able: (ables[at] ?? 0) + (side === "newer" && at === 0 ? scenario.ability : 0),
      harder: side === "newer" ? scenario.difficulty + (apart[at] ?? 0) : 0,
    }));
  const [older, newer] = [
    rowsOf(scenario, "older", systemsOf("older"), uniform),
    rowsOf(scenario, "newer", systemsOf("newer"), uniform),
  ];
  const [system, ...anchors] = names.map(name => ({
    name,
    older: older.get(name) ?? [],
    newer: newer.get(name) ?? [],
  }));
  const linked = linkSplits({ metric: "completeness", system: system!, anchors });
  if (!linked) throw new Error("nothing was linked");
  const weights = scenario.types.map(type => (type.older * type.newer) / (type.older + type.newer));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const over = (able: number, harder: number) =>
    scenario.types.reduce(
      (sum, type, at) => sum + ((weights[at] ?? 0) / whole) * trueMean(able, type.harder + harder),
      0,
    );
  const harder = scenario.difficulty;
  const [before, now, equated] = [
    over(ability, 0),
    over(ability + scenario.ability, harder),
    over(ability + scenario.ability, 0),
  ];
  return {
    linked,
    truth: {
      news: logit(now) - logit(equated),
      system: logit(equated) - logit(before),
      newsPoints: now - equated,
      systemPoints: equated - before,
    },
  };
}

export interface Coverage {
  /** Shares of simulations whose interval holds the truth. */
  readonly logits: number;
  readonly points: number;
  /** Mean of what was estimated less the truth, and of the truth. */
  readonly bias: number;
  readonly truth: number;
  readonly width: number;
}

const holds = (
  { low, high }: { low: number | null; high: number | null },
  truth: number,
): boolean => low !== null && high !== null && low <= truth && truth <= high;

export function coverageOf(
  scenario: Scenario,
  { simulations, seed }: { simulations: number; seed: number },
): { news: Coverage; system: Coverage } {
  const uniform = uniformFrom(seed);
  const all = Array.from({ length: simulations }, () => simulate(scenario, uniform));
  const share = (of: (one: Simulated) => number) =>
    all.reduce((sum, one) => sum + of(one), 0) / simulations;
  const coverage = (part: "news" | "system"): Coverage => ({
    logits: share(({ linked, truth }) => (holds(linked[part].logits, truth[part]) ? 1 : 0)),
    points: share(({ linked, truth }) =>
      holds(linked[part].points, truth[`${part}Points`]) ? 1 : 0,
    ),
    bias: share(({ linked, truth }) => linked[part].logits.value - truth[part]),
    truth: share(({ truth }) => truth[part]),
    width: share(({ linked }) => (linked[part].logits.high ?? 0) - (linked[part].logits.low ?? 0)),
  });
  return { news: coverage("news"), system: coverage("system") };
}
