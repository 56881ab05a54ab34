// Agreement between people on each field of a protocol's form, and between a judge and the majority of them.

import type { AnnotationTaskRow, Values } from "../../../schemas/annotation.ts";
import type { FieldAgreement, PairAgreement } from "../../../schemas/output/annotation.ts";
import {
  cohenKappa,
  exactAgreement,
  krippendorffAlpha,
  type MeasurementLevel,
  mean,
  meanAbsoluteDifference,
  type RatingPair,
  type Weighting,
  weightedKappa,
} from "../../evaluate/descriptive-statistics.ts";
import { type Field, stemOf } from "../form.ts";
import { countOf } from "../../engine/grouping.ts";

/** A task with each person's last verdict on it. */
export interface ReviewedTask {
  readonly task: AnnotationTaskRow;
  readonly fields: readonly Field[];
  /** By person. */
  readonly people: ReadonlyMap<string, Values>;
  /** Values given by the judge, a model; undefined if it did not judge the task. */
  readonly judge: Values | undefined;
}

/** The values given to one field of one task. */
interface Unit {
  /** By person. */
  readonly people: ReadonlyMap<string, string>;
  readonly judge: string | undefined;
}

/** All units of a field and its repetitions. */
interface Pool {
  readonly level: MeasurementLevel;
  /** From low to high. */
  categories: readonly string[];
  readonly units: Unit[];
}

/** The value given more often than any other; undefined if there is none. */
export function majority<Value>(values: Iterable<Value>): Value | undefined {
  const [first, second] = [...countOf(values)].toSorted(([, a], [, b]) => b - a);
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

function unitOf({ people, judge }: ReviewedTask, { name }: Field): Unit {
  const values = [...people].flatMap(([person, answers]) => {
    const value = answers[name];
    return value ? [[person, value] as const] : [];
  });
  return { people: new Map(values), judge: judge?.[name] };
}

/** Collects units by field; repetitions of a field share a pool. */
function poolUnits(tasks: readonly ReviewedTask[]): Map<string, Pool> {
  const pools = new Map<string, Pool>();
  for (const task of tasks) {
    for (const field of task.fields) {
      if (field.kind !== "choice") continue;
      const name = stemOf(field);
      const pool = pools.get(name) ?? { level: field.level, categories: [], units: [] };
      pools.set(name, pool);
      // A task has as many ranks as drafts; the shorter scales are prefixes of the longest.
      if (field.options.length > pool.categories.length)
        pool.categories = field.options.map(({ value }) => value);
      pool.units.push(unitOf(task, field));
    }
  }
  return pools;
}

const weightings = {
  nominal: undefined,
  ordinal: "linear",
  interval: "quadratic",
} as const satisfies Record<MeasurementLevel, Weighting | undefined>;

function pairAgreement(pairs: readonly RatingPair[], { level, categories }: Pool): PairAgreement {
  const { n, observed, kappa } = cohenKappa(pairs);
  const weighting = weightings[level];
  return {
    n,
    exact: observed,
    kappa,
    weighted: weighting ? { weighting, kappa: weightedKappa(pairs, categories, weighting) } : null,
  };
}

/** Agreement between each pair of people who gave values to the same units, ordered by name. */
function pairsOf(pool: Pool): FieldAgreement["pairs"] {
  const names = [...new Set(pool.units.flatMap(({ people }) => [...people.keys()]))].toSorted();
  return names.flatMap((firstPerson, index) =>
    names.slice(index + 1).flatMap((secondPerson): FieldAgreement["pairs"] => {
      const pairs = pool.units.flatMap(({ people }): RatingPair[] => {
        const [firstValue, secondValue] = [people.get(firstPerson), people.get(secondPerson)];
        return firstValue !== undefined && secondValue !== undefined
          ? [[firstValue, secondValue]]
          : [];
      });
      return pairs.length > 0
        ? [{ people: [firstPerson, secondPerson], ...pairAgreement(pairs, pool) }]
        : [];
    }),
  );
}

function judgeAgreement(pool: Pool): FieldAgreement["judge"] {
  const judgedUnits = pool.units.flatMap(({ people, judge }) =>
    judge && people.size > 0 ? [{ answers: [...people.values()], judge }] : [],
  );
  const pairs = judgedUnits.flatMap(({ answers, judge }): RatingPair[] => {
    const majorityValue = majority(answers);
    return majorityValue === undefined ? [] : [[majorityValue, judge]];
  });
  const numbers = judgedUnits.map(
    ({ answers, judge }) => [mean(answers.map(Number)) ?? 0, Number(judge)] as const,
  );
  return {
    ...pairAgreement(pairs, pool),
    torn: judgedUnits.length - pairs.length,
    meanAbsoluteDifference: pool.level === "interval" ? meanAbsoluteDifference(numbers) : null,
  };
}

/** Returns one entry per choice field, in form order. Expects only values among the fields' options, as `findProblems` ensures. */
export function fieldAgreement(
  tasks: readonly ReviewedTask[],
  hasJudge: boolean,
): FieldAgreement[] {
  return [...poolUnits(tasks)].map(([field, pool]) => {
    const values = pool.units.map(({ people }) => [...people.values()]);
    const { share: exact, n: units } = exactAgreement(values);
    const alpha = krippendorffAlpha(values, pool.level, pool.categories);
    return {
      field,
      level: pool.level,
      units,
      exact,
      alpha,
      pairs: pairsOf(pool),
      judge: hasJudge ? judgeAgreement(pool) : null,
    };
  });
}
