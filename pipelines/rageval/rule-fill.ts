// Fills the leaves of a schema that need no model, in an order in which each finds what it depends on.

import type { Names } from "../../schemas/rageval/names.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findPeople } from "../text/people.ts";
import type { Draw } from "../text/random.ts";
import { isLeftOut, isPathOf, valuesAt, waitsFor } from "./filling.ts";
import { drawValues, type Filling } from "./rule-values.ts";

export interface RuleFill {
  readonly subScenario: string | null;
  readonly draw: Draw;
  readonly names: Names;
  /** Values that are there already (a model's, in a second round); they are kept and not returned. */
  readonly set?: readonly ConfigValue[];
}

const toValues = (leaf: Leaf, values: readonly string[]): ConfigValue[] =>
  values.map((value, index) => ({
    path: leaf.many ? `${leaf.path}/${index + 1}` : leaf.path,
    label: leaf.label,
    type: leaf.type,
    value,
    filledBy: "rule",
    withheld: false,
  }));

function isSettled(schema: ScenarioSchema, leaf: Leaf, { values }: Filling, unfillable: ReadonlySet<Leaf>): boolean {
  return valuesAt(values, leaf).length > 0 || unfillable.has(leaf) || isLeftOut(schema, leaf, values);
}

/**
 * The values of all leaves that `rule` fills, in the order of the schema. A leaf whose condition does not hold is left
 * out; one that depends on a leaf the model fills has no value until that one is in `set`. The same draws give the same values.
 */
export function fillByRule(schema: ScenarioSchema, { subScenario, draw, names, set = [] }: RuleFill): ConfigValue[] {
  const drawn = { draw, taken: new Set(set.map(({ value }) => value)), shared: new Map<string, string>() };
  const filling: Filling = { schema, subScenario, names, drawn, people: findPeople(schema), values: [...set] };
  const needs = new Map(schema.leaves.map(leaf => [leaf, waitsFor(schema, leaf)]));
  // What came to nothing is not waited for: a person's text without options stays the model's.
  const unfillable = new Set<Leaf>();
  let waiting = inUrgency(
    schema.leaves.filter(leaf => leaf.fill === "rule" && valuesAt(set, leaf).length === 0),
    filling,
  );
  const isReady = (leaf: Leaf) => (needs.get(leaf) ?? []).every(need => isSettled(schema, need, filling, unfillable));
  for (let next = waiting.find(isReady); next !== undefined; next = waiting.find(isReady)) {
    const values = isLeftOut(schema, next, filling.values) ? [] : drawValues(next, filling);
    if (values.length === 0) unfillable.add(next);
    filling.values.push(...toValues(next, values));
    waiting = waiting.filter(leaf => leaf !== next);
  }
  return inOrder(schema, filling.values.slice(set.length));
}

// What hangs on the sub-scenario (a disease) has the fewest choices and comes first; sex and age are drawn to fit it, all else to fit both.
function inUrgency(leaves: readonly Leaf[], { schema, people }: Filling): Leaf[] {
  if (people.length === 0) return [...leaves];
  const vital = new Set(people.flatMap(({ age, birth, sex, event }) => [age, birth, sex, event]));
  const urgency = (leaf: Leaf) => (leaf.optionsBy !== undefined || leaf.path === schema.subScenario ? 0 : vital.has(leaf) ? 1 : 2);
  return [0, 1, 2].flatMap(level => leaves.filter(leaf => urgency(leaf) === level));
}

function inOrder(schema: ScenarioSchema, values: readonly ConfigValue[]): ConfigValue[] {
  return schema.leaves.flatMap(leaf => values.filter(({ path }) => isPathOf(leaf, path)));
}

/** The leaves a model must fill now: its own, and those that code can make nothing of, whose condition is known to hold. */
export function openLeaves(schema: ScenarioSchema, values: readonly ConfigValue[]): Leaf[] {
  const isOpen = (leaf: Leaf) => valuesAt(values, leaf).length === 0 && !isLeftOut(schema, leaf, values);
  const isTold = (path: string | undefined) => {
    const condition = schema.leaves.find(leaf => leaf.path === path);
    return condition === undefined || valuesAt(values, condition).length > 0;
  };
  const needsModel = (leaf: Leaf) => leaf.fill === "model" || waitsFor(schema, leaf).every(need => !isOpen(need));
  return schema.leaves.filter(leaf => isOpen(leaf) && isTold(leaf.onlyIf?.path) && needsModel(leaf));
}
