// Intervals of a decision, beside arithmetic by hand and simulated systems whose difference is known.

import { describe, expect, it } from "vitest";
import { confidenceSequence } from "../../../pipelines/evaluate/decide/confidence-sequence.ts";
import { meanInterval } from "../../../pipelines/evaluate/decide/mean-interval.ts";
import { furtherItemsNeeded } from "../../../pipelines/evaluate/decide/further-items.ts";
import { correctedByPeople } from "../../../pipelines/evaluate/decide/prediction-powered-mean.ts";
import { decideInSequence } from "../../../pipelines/evaluate/decide/sequential-decision.ts";
import {
  normalQuantile,
  studentQuantile,
} from "../../../pipelines/evaluate/statistics/quantiles.ts";
import { simulateItems, uniformFrom } from "../../support/simulated-pairs.ts";

const once = (...values: number[]) => values.map(value => ({ value, weight: 1 }));
const repeated = (n: number, value: number) => Array.from({ length: n }, () => value);

describe("quantiles", () => {
  it("are those of the tables", () => {
    expect(normalQuantile(0.025)).toBeCloseTo(1.96, 2);
    expect(normalQuantile(0.005)).toBeCloseTo(2.576, 2);
    expect(studentQuantile(1.959964, 30)).toBeCloseTo(2.0423, 3);
    expect(studentQuantile(1.959964, 10)).toBeCloseTo(2.2281, 3);
  });
});

describe("the mean of differences", () => {
  it("is Bonett and Price's of paired shares: one discordant pair more to either side, over n + 2", () => {
    // 12 to one side, 4 to the other, 84 alike: p = 13/102 and 5/102.
    const items = once(...repeated(12, 1), ...repeated(4, -1), ...repeated(84, 0));
    const [one, other] = [13 / 102, 5 / 102];
    const error = Math.sqrt((one + other - (one - other) ** 2) / 101);
    const t = studentQuantile(normalQuantile(0.025), 101);
    const { difference, low, high, n } = meanInterval(items);
    expect([difference, n]).toEqual([0.08, 100]);
    expect(low).toBeCloseTo(one - other - t * error, 10);
    expect(high).toBeCloseTo(one - other + t * error, 10);
  });

  it("is not sure of nothing: where no item differs, some still may", () => {
    const { low, high } = meanInterval(once(...repeated(20, 0)));
    expect(high).toBeGreaterThan(0.1);
    expect(low).toBe(-(high ?? 0));
  });

  it("weighs items, and has no bounds of one", () => {
    const weighed = [
      { value: 1, weight: 3 },
      { value: 0, weight: 1 },
    ];
    expect(meanInterval(weighed).difference).toBe(0.75);
    expect(meanInterval(once(0.5))).toEqual({ difference: 0.5, low: null, high: null, n: 1 });
    expect(meanInterval([])).toEqual({ difference: null, low: null, high: null, n: 0 });
  });
});

describe("a confidence sequence", () => {
  it("bets by hand: after n items of 1, a stake s has made (1 + s)^n of its sixth", () => {
    const stakes = [0.9, 0.5, 0.28, 0.15, 0.085, 0.047];
    const capital = (n: number) => stakes.reduce((sum, stake) => sum + (1 + stake) ** n, 0) / 6;
    const first = Array.from({ length: 40 }, (_, at) => at + 1).find(n => capital(n) >= 2 / 0.05);
    expect(decideInSequence(repeated(40, 1), 0.05)).toEqual({
      itemCount: first,
      verdict: "second",
    });
    expect(decideInSequence(repeated(40, -1), 0.05)).toEqual({
      itemCount: first,
      verdict: "first",
    });
  });

  it("tells of a side exactly when its interval leaves it out", () => {
    const uniform = uniformFrom(7);
    const sequence = confidenceSequence(0.05);
    const seen = Array.from({ length: 300 }, () => {
      sequence.add(uniform() < 0.6 ? 0.5 : -0.5);
      return { side: sequence.side(), isLeftOut: sequence.interval().low >= 0 };
    });
    const first = seen.findIndex(({ side }) => side === 1);
    expect(first).toBeGreaterThan(0);
    expect(seen.findIndex(({ isLeftOut }) => isLeftOut)).toBe(first);
  });

  it("looked at after every item of alike systems, errs in fewer than 5 of 100", () => {
    const uniform = uniformFrom(11);
    const scenario = { points: 0, wrong: 0, oneSided: false, items: 300 };
    const decisions = repeated(300, 0).map(() => {
      const leads = simulateItems(scenario, uniform).map(({ people }) => people);
      return decideInSequence(leads, 0.05);
    });
    expect(decisions.filter(decision => decision !== null).length / 300).toBeLessThanOrEqual(0.05);
  });

  it("adds what people say that the judge is off by", () => {
    const values = repeated(200, 0.1);
    expect(decideInSequence(values, 0.05)?.verdict).toBe("second");
    expect(decideInSequence(values, 0.05, { low: -0.3, high: -0.2 })?.verdict).toBe("first");
    expect(decideInSequence(values, 0.05, { low: -0.2, high: 0.1 })).toBeNull();
  });
});

describe("people's correction of a judge", () => {
  const agreeing = Array.from({ length: 60 }, (_, at) => ({
    judge: at % 2,
    people: at % 2,
    weight: 1,
  }));

  it("relies on a judge that agrees as far as the items allow: λ = 1 / (1 + n / N)", () => {
    const judged = Array.from({ length: 240 }, (_, at) => ({
      value: at % 4 === 0 ? 1 : 0,
      weight: 1,
    }));
    const found = correctedByPeople(agreeing, judged);
    expect(found?.reliance).toBeCloseTo(1 / (1 + 60 / 240), 10);
    // People's mean 0.5 less 0.8 of the judge's there, and 0.8 of the judge's 0.25 elsewhere.
    expect(found?.difference).toBeCloseTo(0.5 - 0.8 * 0.5 + 0.8 * 0.25, 10);
  });

  it("takes a judge's bias out: what it adds everywhere it adds on people's items too", () => {
    const biased = agreeing.map(item => ({ ...item, judge: item.judge / 2 + 0.5 }));
    const judged = Array.from({ length: 6000 }, (_, at) => ({
      value: (at % 2) / 2 + 0.5,
      weight: 1,
    }));
    expect(correctedByPeople(biased, judged)?.difference).toBeCloseTo(0.5, 6);
  });

  it("says nothing of fewer than fifty, and leaves a judge that says nothing out", () => {
    expect(correctedByPeople(agreeing.slice(0, 49), [])).toBeNull();
    const mute = agreeing.map(item => ({ ...item, judge: 0 }));
    const found = correctedByPeople(mute, once(...repeated(100, 0)));
    expect([found?.reliance, found?.difference]).toEqual([0, 0.5]);
  });

  it("holds the true difference where the judge errs to one side, which the judge alone does not", () => {
    const uniform = uniformFrom(5);
    const scenario = { points: 3, wrong: 0.2, oneSided: true, items: 300 };
    let [held, alone] = [0, 0];
    for (let time = 0; time < 300; time++) {
      const items = simulateItems(scenario, uniform);
      const corrected = correctedByPeople(
        items.slice(0, 100).map(item => ({ ...item, weight: 1 })),
        once(...items.slice(100).map(({ judge }) => judge)),
      );
      const { low, high } = meanInterval(once(...items.map(({ judge }) => judge)));
      if (corrected && corrected.low <= 0.03 && corrected.high >= 0.03) held++;
      if ((low ?? 0) <= 0.03 && (high ?? 0) >= 0.03) alone++;
    }
    expect(held / 300).toBeGreaterThan(0.92);
    expect(alone / 300).toBeLessThan(0.2);
  });
});

describe("what more it takes", () => {
  const lead = { difference: 0.02, low: -0.0192, high: 0.0592, n: 400 };

  it("is four times the items for half the difference", () => {
    // A half-width of 3.92 points is a standard error of 2: 2.8 times that is seen, and 2 points are 2.8 times smaller.
    const found = furtherItemsNeeded(lead, { margin: null, verdicts: null });
    expect(found?.detectable).toBeCloseTo(0.056, 3);
    expect(found?.size).toBe(0.02);
    expect(found?.more).toBe(Math.ceil(400 * ((found?.detectable ?? 0) / 0.02) ** 2 - 400));
  });

  it("goes by the margin where that is more, and by verdicts where people decide", () => {
    expect(furtherItemsNeeded(lead, { margin: 0.04, verdicts: 100 })).toMatchObject({
      size: 0.04,
      of: "verdicts",
    });
    expect(
      furtherItemsNeeded({ ...lead, low: null, high: null }, { margin: null, verdicts: null }),
    ).toBeNull();
  });
});
