// Fills the leaves of a schema that need no model, each after those it depends on.

import type { Names } from "../../schemas/rageval/names.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findPeople } from "../../schemas/rageval/person-leaves.ts";
import type { Draw } from "../text/random.ts";
import { agreementFor } from "./value-agreements.ts";
import { drawLeaves } from "./config-leaves.ts";
import {
  isLeftOut,
  isOpen,
  isPathOf,
  isConditionKnown,
  type LeafDependencies,
  dependenciesOf,
  valuesAt,
  withDependents,
} from "./config-state.ts";
import { drawValues, type FillContext } from "./rule-values.ts";

export interface RuleFill {
  readonly subScenario: string | null;
  readonly draw: Draw;
  readonly names: Names;
  /** Existing values (a model's, in a second round); they are kept and not returned. */
  readonly existingValues?: readonly ConfigValue[];
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

interface FillState {
  readonly context: FillContext;
  readonly dependencies: LeafDependencies;
  /** Leaves that code cannot fill, so that nothing waits for them: a text without options is left to the model. */
  readonly unfillable: ReadonlySet<Leaf>;
}

const isUnsettled =
  ({ context: { schema, values }, unfillable }: FillState) =>
  (leaf: Leaf) =>
    isOpen(schema, leaf, values) && !unfillable.has(leaf);

/**
 * The next leaf to fill: one that no longer waits for any other. If there is none, the leaves wait for one another or for
 * the model; among those that wait only for one another, the one that waits for the fewest breaks the cycle.
 */
function nextLeaf(remaining: readonly Leaf[], state: FillState): Leaf | undefined {
  const { context, dependencies } = state;
  const { schema, values } = context;
  const unsettledDependencies = (leaf: Leaf) =>
    (dependencies.get(leaf) ?? []).filter(isUnsettled(state));
  const ready = remaining.find(leaf => unsettledDependencies(leaf).length === 0);
  if (ready || remaining.length === 0) return ready;
  const unsetLeaves = schema.leaves.filter(leaf => isOpen(schema, leaf, values));
  const modelLeaves = unsetLeaves.filter(
    leaf => leaf.fill === "model" && isConditionKnown(schema, leaf, values),
  );
  const followers = withDependents(modelLeaves, unsetLeaves, dependencies);
  const cycle = remaining.filter(leaf => !followers.has(leaf));
  // A value given before its condition is known may have to be removed; a sum or pattern without its parts is impossible.
  const cost = (leaf: Leaf) =>
    unsettledDependencies(leaf).length +
    (isConditionKnown(schema, leaf, values) ? 0 : 1000) +
    (agreementFor(schema, leaf) || leaf.pattern !== undefined ? 2000 : 0);
  return cycle.reduce<Leaf | undefined>(
    (best, leaf) => (best === undefined || cost(leaf) < cost(best) ? leaf : best),
    undefined,
  );
}

/**
 * The values of all leaves that `rule` fills, in the order of the schema. A leaf whose condition does not hold is left
 * out; one that depends on a leaf of the model has no value until that one is in `existingValues`; leaves that depend on
 * one another are filled all the same. The same random numbers give the same values. Optional leaves and lists of records
 * are drawn first, unless they already were.
 */
export function fillByRule(
  fullSchema: ScenarioSchema,
  { subScenario, draw, names, existingValues = [] }: RuleFill,
): ConfigValue[] {
  const schema = drawLeaves(fullSchema, { subScenario, draw });
  const drawnNames = {
    draw,
    takenNames: new Set(existingValues.map(({ value }) => value)),
    shared: new Map<string, string>(),
  };
  const context: FillContext = {
    schema,
    subScenario,
    names,
    drawnNames,
    people: findPeople(schema),
    values: [...existingValues],
  };
  const unfillable = new Set<Leaf>();
  const state: FillState = { context, dependencies: dependenciesOf(schema), unfillable };
  const ruleLeaves = schema.leaves.filter(
    leaf => leaf.fill === "rule" && valuesAt(existingValues, leaf).length === 0,
  );
  let unsetLeaves = sortByUrgency(ruleLeaves, context);
  for (
    let next = nextLeaf(unsetLeaves, state);
    next !== undefined;
    next = nextLeaf(unsetLeaves, state)
  ) {
    const leaf = next;
    const values = isLeftOut(schema, leaf, context.values) ? [] : drawValues(leaf, context);
    if (values.length === 0) unfillable.add(leaf);
    context.values.push(...toValues(leaf, values));
    unsetLeaves = unsetLeaves.filter(other => other !== leaf);
  }
  const presentLeaves = ruleLeaves.filter(leaf => !isLeftOut(schema, leaf, context.values));
  return presentLeaves.flatMap(leaf => context.values.filter(({ path }) => isPathOf(leaf, path)));
}

// Leaves that depend on the sub-scenario (a disease) have the fewest choices and come first; sex and age are drawn to fit them, the rest to fit both.
function sortByUrgency(leaves: readonly Leaf[], { schema, people }: FillContext): Leaf[] {
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
  const dependencies = dependenciesOf(schema);
  const isReady = (leaf: Leaf) =>
    leaf.fill === "model" || !dependencies.get(leaf)?.some(need => unsetLeaves.includes(need));
  const readyLeaves = unsetLeaves.filter(
    leaf => isConditionKnown(schema, leaf, values) && isReady(leaf),
  );
  // Leaves that depend on none of these depend on themselves: code could not break the cycle.
  const followers = withDependents(readyLeaves, unsetLeaves, dependencies);
  const cycle = unsetLeaves.filter(leaf => !followers.has(leaf));
  const needed = cycle.filter(leaf => isConditionKnown(schema, leaf, values));
  const leavesToFill = new Set([...readyLeaves, ...(needed.length > 0 ? needed : cycle)]);
  return unsetLeaves.filter(leaf => leavesToFill.has(leaf));
}
