// How often a decision is wrong, what people's corrections hold, what stopping early saves, and what a gate lets through.
// node --import tsx tests/bench/decisions.ts [simulations] [seed]

import { boundsOfJudgeError } from "../../pipelines/evaluate/decide/anytime-lead.ts";
import {
  type KnownLead,
  leadByPeople,
  leadOf,
  verdictOf,
} from "../../pipelines/evaluate/decide/lead-estimates.ts";
import { chancesOf } from "../../pipelines/evaluate/decide/drawn-verdicts.ts";
import {
  decideInSequence,
  alphaSpending,
} from "../../pipelines/evaluate/decide/sequential-decision.ts";
import { noWorseLead, outcomeOf } from "../../pipelines/evaluate/no-worse-check.ts";
import { seedOf } from "../../pipelines/text/random.ts";
import { type PairScenario, simulateItems, uniformFrom } from "../support/simulated-pairs.ts";

const simulations = Number(process.argv[2] ?? 2000);
const seed = process.argv[3] ?? "1";

const percent = (count: number) => `${((100 * count) / simulations).toFixed(1)} %`;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Items of which people judged the first so many. */
function knownItems(scenario: PairScenario, people: number, uniform: () => number): KnownLead[] {
  return simulateItems(scenario, uniform).map((item, at) => ({
    itemId: String(at),
    first: 0,
    second: 0,
    value: item.judge,
    weight: 1,
    isSameAnswer: false,
    people: at < people ? { value: item.people, weight: 1 } : null,
  }));
}

type Verdict = ReturnType<typeof verdictOf>;

/** As `decide` does: after every item, and at the last with what is left of the 5 %. */
function lookedAtEach(
  items: readonly KnownLead[],
  people: number,
): { verdict: Verdict; after: number } {
  const error = people > 0 ? boundsOfJudgeError(items, alphaSpending.early) : null;
  const values = items.map(({ value }) => value);
  const early = decideInSequence(
    values,
    error ? alphaSpending.early / 2 : alphaSpending.early,
    error ?? undefined,
  );
  // People's items are judged before any other.
  if (early) return { verdict: early.verdict, after: Math.max(early.itemCount, people) };
  const last =
    people > 0 ? leadByPeople(items, alphaSpending.last) : leadOf(items, alphaSpending.last);
  return { verdict: verdictOf(last), after: items.length };
}

const isWrong = (verdict: Verdict, points: number): boolean =>
  points === 0 ? verdict === "first" || verdict === "second" : verdict === "first";

function decisions(scenario: PairScenario, people: number): void {
  const uniform = uniformFrom(seedOf("decisions", seed, JSON.stringify([scenario, people])));
  const count = { once: 0, each: 0, open: 0, used: 0, held: 0 };
  for (let time = 0; time < simulations; time++) {
    const items = knownItems(scenario, people, uniform);
    const once =
      people > 0 ? leadByPeople(items, alphaSpending.once) : leadOf(items, alphaSpending.once);
    const each = lookedAtEach(items, people);
    const truth = scenario.points / 100;
    if (isWrong(verdictOf(once), scenario.points)) count.once++;
    if (isWrong(each.verdict, scenario.points)) count.each++;
    if (each.verdict === "undecided") count.open++;
    if ((once.low ?? 0) <= truth && truth <= (once.high ?? 0)) count.held++;
    count.used += each.after / scenario.items;
  }
  const { points, wrong, oneSided, items } = scenario;
  const judge =
    wrong === 0 ? "right" : `wrong in ${100 * wrong} %${oneSided ? ", to one side" : ""}`;
  say(
    `${items} items, ${points} points, judge ${judge}, ${people} by people: wrong ${percent(count.once)} at one look, ${percent(count.each)} looked at after each; undecided ${percent(count.open)}; items asked ${percent(count.used)}; interval held ${percent(count.held)}`,
  );
}

function gate(items: number, same: number): void {
  const margin = 0.03;
  const all = { wrong: 0, open: 0, number: 0 };
  // Two in three pull requests change nothing for the better or the worse; one in three breaks something.
  const truths = [
    { points: 0, share: 0.5 },
    { points: 2, share: 1 / 6 },
    { points: -6, share: 1 / 3 },
  ];
  for (const { points, share } of [...truths, { points: -3, share: 0 }]) {
    const uniform = uniformFrom(seedOf("gate", seed, JSON.stringify([items, same, points])));
    const count = { wrong: 0, open: 0 };
    for (let time = 0; time < simulations; time++) {
      const known = knownItems({ points, wrong: 0, oneSided: false, items, same }, 0, uniform);
      const { outcome } = outcomeOf(noWorseLead(known), margin);
      if (outcome === "undecided") count.open++;
      if (outcome === (points / 100 < -margin ? "passes" : "fails")) count.wrong++;
    }
    all.wrong += share * count.wrong;
    all.open += share * count.open;
    say(
      `  truly ${points} points: wrong ${percent(count.wrong)}, not decided ${percent(count.open)}`,
    );
  }
  say(
    `gate at 3 points, ${items} items of which ${100 * same} % have the same answer: wrong ${percent(all.wrong)}, not decided ${percent(all.open)}`,
  );
}

/** People's verdicts where they help most: how often the interval holds, and how wide it is beside one by lot. */
function drawnForDecision(scenario: PairScenario, people: number): void {
  const uniform = uniformFrom(seedOf("drawn", seed, JSON.stringify([scenario, people])));
  const count = { held: 0, width: 0, byLot: 0 };
  for (let time = 0; time < simulations; time++) {
    const items = knownItems(scenario, scenario.items, uniform);
    const chances = chancesOf(
      items.map(({ value }) => value),
      people,
    );
    const drawn = items.map((item, place): KnownLead => {
      const chance = chances[place] ?? 1;
      const said = item.people;
      return { ...item, people: said && uniform() < chance ? { ...said, chance } : null };
    });
    const lot = items.map((item, place) => (place < people ? item : { ...item, people: null }));
    const [found, other] = [leadByPeople(drawn, 0.05), leadByPeople(lot, 0.05)];
    const truth = scenario.points / 100;
    if ((found.low ?? -1) <= truth && truth <= (found.high ?? 1)) count.held++;
    count.width += ((found.high ?? 1) - (found.low ?? -1)) / simulations;
    count.byLot += ((other.high ?? 1) - (other.low ?? -1)) / simulations;
  }
  const { points, wrong, oneSided } = scenario;
  say(
    `drawn for the decision, ${people} by people, ${points} points, judge wrong in ${100 * wrong} %${oneSided ? ", to one side" : ""}: interval held ${percent(count.held)}, ${(100 * count.width).toFixed(1)} points wide, by lot ${(100 * count.byLot).toFixed(1)}`,
  );
}

/** How much narrower an interval would be if the ease of every item were known for certain, and differences were adjusted for it. */
function covariate(): void {
  const uniform = uniformFrom(seedOf("covariate", seed));
  const scenario = { points: -3, wrong: 0, oneSided: false, items: 400 * simulations };
  const items = simulateItems(scenario, uniform);
  const mean = (of: (item: (typeof items)[number]) => number) =>
    items.reduce((sum, item) => sum + of(item), 0) / items.length;
  const [ease, lead] = [mean(each => each.ease), mean(each => each.people)];
  const shared = mean(each => (each.ease - ease) * (each.people - lead));
  const explained =
    shared ** 2 / (mean(each => (each.ease - ease) ** 2) * mean(each => (each.people - lead) ** 2));
  say(
    `the ease of items explains ${(100 * explained).toFixed(2)} % of the variance of paired differences`,
  );
}

for (const wrong of [0, 0.1, 0.2])
  for (const points of [0, 1, 3, 5]) decisions({ points, wrong, oneSided: false, items: 400 }, 0);
for (const wrong of [0.1, 0.2])
  for (const points of [0, 1, 3, 5]) {
    decisions({ points, wrong, oneSided: true, items: 400 }, 0);
    decisions({ points, wrong, oneSided: true, items: 400 }, 100);
  }
for (const people of [50, 75, 100])
  for (const [wrong, oneSided] of [
    [0, false],
    [0.1, false],
    [0.2, false],
    [0.1, true],
    [0.2, true],
  ] as const)
    decisions({ points: 3, wrong, oneSided, items: 400 }, people);
for (const points of [3, 5, 10])
  for (const items of [400, 1000]) decisions({ points, wrong: 0, oneSided: false, items }, 0);
for (const [items, same] of [
  [400, 0],
  [400, 0.1],
  [400, 0.3],
  [400, 0.7],
  [450, 0],
  [1000, 0],
  [1000, 0.7],
] as const)
  gate(items, same);
covariate();
for (const people of [60, 100])
  for (const [wrong, oneSided] of [
    [0.1, false],
    [0.2, false],
    [0.1, true],
    [0.2, true],
  ] as const)
    drawnForDecision({ points: 3, wrong, oneSided, items: 400 }, people);
