// Limits changes to what a schema allows: names and choices become other values of their leaf in the corpus, without clashes.

import { placeholdersOf, withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { groupBy } from "../engine/grouping.ts";
import { clashesIn } from "../text/clashes.ts";
import type { Change } from "./fact-changes.ts";
import { type Fact, leafKey, leafPath } from "./twin-corpus.ts";
import { rewriteValues } from "./item-texts.ts";

/** Leaves that others depend on: those that name the subject, vary the scenario, or decide whether or how another is stated. */
function leadingPaths({
  subject,
  subScenario,
  leaves,
  agreements,
  contradictions,
}: ScenarioSchema): Set<string> {
  return new Set([
    ...placeholdersOf(subject),
    ...(subScenario === null ? [] : [subScenario]),
    ...leaves.flatMap(({ onlyIf, pattern }) => [
      ...(onlyIf ? [onlyIf.path] : []),
      ...placeholdersOf(pattern ?? ""),
    ]),
    ...leaves.filter(({ optionsBy, pattern }) => optionsBy ?? pattern).map(({ path }) => path),
    ...agreements.flatMap(({ of, result }) => [...of, result]).map(leafPath),
    ...contradictions.flatMap(({ when, never }) => [when.path, never.path]),
  ]);
}

/** For each fact that is a name, the values of its leaf that its documents do not state; none if other leaves depend on it. */
export function otherNames(
  facts: readonly FactRow[],
  schemas: readonly SchemaRow[],
): (fact: Fact) => string[] {
  const schemaOf = new Map(schemas.map(({ id, schema }) => [id, schema]));
  const byLeaf = groupBy(
    facts.filter(({ state }) => state === "stated"),
    leafKey,
  );
  return ({ detail, documents, leaves }) => {
    const row = documents
      .flatMap(document => document.facts)
      .find(({ value }) => value === detail.canonical);
    const schema = row && schemaOf.get(row.schemaId);
    if (row === undefined || schema === undefined || leaves.length !== 1) return [];
    const leadingLeaves = leadingPaths(schema);
    if (leadingLeaves.has(leafPath(row.path)) || leadingLeaves.has(withoutElement(row.path)))
      return [];
    const values = (byLeaf.get(leafKey(row)) ?? []).map(({ value }) => value);
    const isStated = (value: string) =>
      documents.some(({ row: { text } }) => text.toLowerCase().includes(value.toLowerCase()));
    return [...new Set(values)].filter(
      value =>
        !isStated(value) &&
        avoidsNewClashes(schema, documents, fact =>
          fact.path === row.path && fact.value === row.value ? value : fact.value,
        ),
    );
  };
}

/** Whether changed values avoid new clashes: of sex, age and birth, and the schema's own contradictions. */
function avoidsNewClashes(
  schema: ScenarioSchema,
  documents: Fact["documents"],
  newValueOf: (fact: FactRow) => string,
): boolean {
  return documents.every(({ facts }) => {
    const statedFacts = facts.filter(({ state }) => state === "stated");
    const changedFacts = statedFacts.map(fact => ({ ...fact, value: newValueOf(fact) }));
    return clashesIn(schema, changedFacts).length <= clashesIn(schema, statedFacts).length;
  });
}

/** Whether a change fits everything else its documents state. */
export function createClashCheck(schemas: readonly SchemaRow[]): (change: Change) => boolean {
  const schemaOf = new Map(schemas.map(({ id, schema }) => [id, schema]));
  return change => {
    const { documents, language } = change.fact;
    const schema = schemaOf.get(documents[0]?.facts[0]?.schemaId ?? "");
    if (schema === undefined || change.fact.detail.kind === "name") return true;
    const newValueOf = ({ value }: FactRow) =>
      rewriteValues(value, [change], { language, names: [] }) ?? value;
    return avoidsNewClashes(schema, documents, newValueOf);
  };
}
