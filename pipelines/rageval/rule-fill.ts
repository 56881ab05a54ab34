// Fills the leaves of a schema that need no model, each after those it depends on.

import type { Names } from "../../schemas/rageval/names.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findPeople } from "../../schemas/rageval/person-leaves.ts";
import type { Draw } from "../text/random.ts";
import { agreementFor } from "./agreements.ts";
import { castLeaves } from "./config-leaves.ts";
import {
  isLeftOut,
  isOpen,
  isPathOf,
  isConditionKnown,
  type Needs,
  needsOf,
  valuesAt,
  withFollowers,
} from "./filling.ts";
import { drawValues, type Filling } from "./rule-values.ts";

export interface RuleFill {
  readonly subScenario: string | null;
  readonly draw: Draw;
  readonly names: Names;
  /** Existing values (a model's, in a second round); they are kept and not returned. */
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

interface Waiting {
  readonly filling: Filling;
  readonly needs: Needs;
  /** Leaves that code cannot fill, so that nothing waits for them: a text without options is left to the model. */
  readonly unfillable: ReadonlySet<Leaf>;
}

const isUnsettled =
  ({ filling: { schema, values }, unfillable }: Waiting) =>
  (leaf: Leaf) =>
    isOpen(schema, leaf, values) && !unfillable.has(leaf);

/**
 * The next leaf to fill: one that no longer waits for any other. If there is none, the leaves wait for one another or for
 * the model; among those that wait only for one another, the one that waits for the fewest breaks the cycle.
 */
function nextLeaf(remaining: readonly Leaf[], waiting: Waiting): Leaf | undefined {
  const { filling, needs } = waiting;
  const { schema, values } = filling;
  const unsettledNeeds = (leaf: Leaf) => (needs.get(leaf) ?? []).filter(isUnsettled(waiting));
  const ready = remaining.find(leaf => unsettledNeeds(leaf).length === 0);
  if (ready || remaining.length === 0) return ready;
  const unsetLeaves = schema.leaves.filter(leaf => isOpen(schema, leaf, values));
  const modelLeaves = unsetLeaves.filter(
    leaf => leaf.fill === "model" && isConditionKnown(schema, leaf, values),
  );
  const followers = withFollowers(modelLeaves, unsetLeaves, needs);
  const cycle = remaining.filter(leaf => !followers.has(leaf));
  // A value given before its condition is known may have to be removed; a sum or pattern without its parts is impossible.
  const cost = (leaf: Leaf) =>
    unsettledNeeds(leaf).length +
    (isConditionKnown(schema, leaf, values) ? 0 : 1000) +
    (agreementFor(schema, leaf) || leaf.pattern !== undefined ? 2000 : 0);
  return cycle.reduce<Leaf | undefined>(
    (best, leaf) => (best === undefined || cost(leaf) < cost(best) ? leaf : best),
    undefined,
  );
}

/**
 * The values of all leaves that `rule` fills, in the order of the schema. A leaf whose condition does not hold is left
 * out; one that depends on a leaf of the model has no value until that one is in `set`; leaves that depend on one
 * another are filled all the same. The same draws give the same values; an uncast schema is cast.
 */
export function fillByRule(
  uncastSchema: ScenarioSchema,
  { subScenario, draw, names, set = [] }: RuleFill,
): ConfigValue[] {
  const schema = castLeaves(uncastSchema, { subScenario, draw });
  const drawn = {
    draw,
    taken: new Set(set.map(({ value }) => value)),
    shared: new Map<string, string>(),
  };
  const filling: Filling = {
    schema,
    subScenario,
    names,
    drawn,
    people: findPeople(schema),
    values: [...set],
  };
  const unfillable = new Set<Leaf>();
  const waiting: Waiting = { filling, needs: needsOf(schema), unfillable };
  const ruleLeaves = schema.leaves.filter(
    leaf => leaf.fill === "rule" && valuesAt(set, leaf).length === 0,
  );
  let unsetLeaves = sortByUrgency(ruleLeaves, filling);
  for (
    let next = nextLeaf(unsetLeaves, waiting);
    next !== undefined;
    next = nextLeaf(unsetLeaves, waiting)
  ) {
    const leaf = next;
    const values = isLeftOut(schema, leaf, filling.values) ? [] : drawValues(leaf, filling);
    if (values.length === 0) unfillable.add(leaf);
    filling.values.push(...toValues(leaf, values));
    unsetLeaves = unsetLeaves.filter(other => other !== leaf);
  }
  const presentLeaves = ruleLeaves.filter(leaf => !isLeftOut(schema, leaf, filling.values));
  return presentLeaves.flatMap(leaf => filling.values.filter(({ path }) => isPathOf(leaf, path)));
}

// Leaves that depend on the sub-scenario (a disease) have the fewest choices and come first; sex and age are drawn to fit them, the rest to fit both.
function sortByUrgency(leaves: readonly Leaf[], { schema, people }: Filling): Leaf[] {
  if (people.length === 0) return [...leaves];
  const vitalLeaves = new Set(
    people.flatMap(({ age, birth, sex, event }) => [age, birth, sex, event]),
  );
  const urgency = (leaf: Leaf) =>
    leaf.optionsBy !== undefined || leaf.path === schema.subScenario
      ? 0
      : vitalLeaves.has(leaf)
        ? 1
        : 2;
  return [0, 1, 2].flatMap(level => leaves.filter(leaf => urgency(leaf) === level));
}

/**
 * The leaves a model must fill now, in the order of the schema: the model's leaves whose condition is known to
 * hold, and those that code cannot fill. Empty only if the config is complete.
 */
export function openLeaves(schema: ScenarioSchema, values: readonly ConfigValue[]): Leaf[] {
  const unsetLeaves = schema.leaves.filter(leaf => isOpen(schema, leaf, values));
  const needs = needsOf(schema);
  const isReady = (leaf: Leaf) =>
    leaf.fill === "model" || !needs.get(leaf)?.some(need => unsetLeaves.includes(need));
  const readyLeaves = unsetLeaves.filter(
    leaf => isConditionKnown(schema, leaf, values) && isReady(leaf),
  );
  // Leaves that depend on none of these depend on themselves: code could not break the cycle.
  const followers = withFollowers(readyLeaves, unsetLeaves, needs);
  const cycle = unsetLeaves.filter(leaf => !followers.has(leaf));
  const needed = cycle.filter(leaf => isConditionKnown(schema, leaf, values));
  const leavesToFill = new Set([...readyLeaves, ...(needed.length > 0 ? needed : cycle)]);
  return unsetLeaves.filter(leaf => leavesToFill.has(leaf));
}
