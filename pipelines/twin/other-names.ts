// What may stand in place of a name or choice: another value of the same leaf in the corpus.

import { withoutElement } from "../../schemas/rageval/paths.ts";
import type { FactRow, SchemaRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { placeholdersOf } from "../../schemas/rageval/paths.ts";
import { groupBy } from "../engine/grouping.ts";
import { clashesIn } from "../text/clashes.ts";
import { type Fact, leafKey, leafPath } from "./corpus.ts";

/** Leaves that others hang on: what names the subject, varies the scenario, or decides whether or how another is told. */
function leading({ subject, subScenario, leaves, agreements, contradictions }: ScenarioSchema): Set<string> {
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

/** Of each fact that is a name, the values of its leaf that its documents do not tell; none where others hang on it. */
export function otherNames(
  facts: readonly FactRow[],
  schemas: readonly SchemaRow[],
): (fact: Fact) => string[] {
  const schemaOf = new Map(schemas.map(({ id, schema }) => [id, schema]));
  const byLeaf = groupBy(facts.filter(({ state }) => state === "stated"), leafKey);
  return ({ told, documents, leaves }) => {
    const row = documents.flatMap(one => one.facts).find(({ value }) => value === told.canonical);
    const schema = row && schemaOf.get(row.schemaId);
    if (row === undefined || schema === undefined || leaves.length !== 1) return [];
    const leads = leading(schema);
    if (leads.has(leafPath(row.path)) || leads.has(withoutElement(row.path))) return [];
    const values = (byLeaf.get(leafKey(row)) ?? []).map(({ value }) => value);
    const isTold = (value: string) =>
      documents.some(({ row: { text } }) => text.toLowerCase().includes(value.toLowerCase()));
    return [...new Set(values)].filter(
      value => !isTold(value) && fitsAmong(schema, documents, { row, value }),
    );
  };
}

/** Whether no clash comes of it that was not there, in any document that tells it. */
function fitsAmong(
  schema: ScenarioSchema,
  documents: Fact["documents"],
  { row, value }: { row: FactRow; value: string },
): boolean {
  return documents.every(({ facts }) => {
    const stated = facts.filter(({ state }) => state === "stated");
    const after = stated.map(fact =>
      fact.path === row.path && fact.value === row.value ? { ...fact, value } : fact,
    );
    return clashesIn(schema, after).length <= clashesIn(schema, stated).length;
  });
}
