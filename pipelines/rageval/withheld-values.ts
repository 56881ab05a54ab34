// Chooses the values of a config that its document withholds, so that questions about them have no answer.

import { placeholdersOf, recordOrOwnPath, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { groupBy } from "../engine/grouping.ts";
import { fold } from "../text/fold.ts";
import { findFact } from "../text/fact-occurrence.ts";
import { findPeople } from "../../schemas/rageval/person-leaves.ts";
import { drawFrom, shuffle } from "../text/random.ts";
import { findValues } from "../text/values.ts";
import { isInferable } from "./inferable-values.ts";

/** Marks values as withheld: only those that the others neither state in any format nor allow readers to infer, and that no pattern or subject gives away. Texts are never withheld: other parts of the document may partly answer a question about them. */
export function withhold(
  schema: ScenarioSchema,
  values: readonly ConfigValue[],
  count: number,
  seed: number,
): ConfigValue[] {
  const tied = tiedPaths(schema);
  const eligible = values.filter(
    ({ path, type, value }) =>
      type !== "text" && !tied.has(path) && withoutElement(path) === path && !isCommonWord(value),
  );
  const withheldPaths = new Set<string>();
  for (const value of shuffle(drawFrom(seed), eligible)) {
    if (withheldPaths.size >= count) break;
    if (!isStatedElsewhere(schema, values, value)) withheldPaths.add(value.path);
  }
  return values.map(value =>
    withheldPaths.has(value.path) ? { ...value, withheld: true } : value,
  );
}

/** Whether a value is a word that every document has ("yes", "男"), so that a leak could not be detected. */
const isCommonWord = (value: string) =>
  fold(value).length < 2 || /^(?:yes|no|none)$/i.test(value.trim());

/** Paths that a family's documents change, share or leave to one another: each of these is stated by one of them. */
const familyPaths = ({ family }: ScenarioSchema): string[] =>
  family ? [family.date, ...family.changes, ...family.notRestated, ...family.shared] : [];

/** Paths that the subject, the family, a person's data, an agreement or a pattern depends on. */
function tiedPaths(schema: ScenarioSchema): Set<string> {
  const vitalPaths = findPeople(schema).flatMap(({ age, birth, sex }) => [
    age?.path ?? "",
    birth?.path ?? "",
    sex?.path ?? "",
  ]);
  const tied = new Set([
    ...placeholdersOf(schema.subject),
    schema.subScenario ?? "",
    ...familyPaths(schema),
    ...vitalPaths,
  ]);
  for (const { result, operation, of } of schema.agreements)
    if (operation !== "order") for (const path of [result, ...of]) tied.add(path);
  for (const { pattern, statements } of schema.leaves) {
    for (const path of placeholdersOf(pattern ?? "")) tied.add(path);
    for (const path of (statements ?? []).flatMap(placeholdersOf))
      if (path !== "value" && path !== "subject") tied.add(path);
  }
  return tied;
}

function isStatedElsewhere(
  { language }: ScenarioSchema,
  values: readonly ConfigValue[],
  withheld: ConfigValue,
): boolean {
  const { path, type, value } = withheld;
  const rest = values.filter(other => other.path !== path);
  const others = rest.map(other => other.value);
  // A record is stated in one sentence, whose words together may reveal the value.
  const records = groupBy(rest, other => recordOrOwnPath(other.path)).values();
  const lines = [...records].map(record => record.map(other => other.value).join(" "));
  const otherText = lines.join("\n");
  return (
    others.some(other => other.includes(value) || value.includes(other)) ||
    findFact(otherText, { type, value, language }).length > 0 ||
    amountsOf(value).some(
      amount => findFact(otherText, { type: "number", value: amount, language }).length > 0,
    ) ||
    isInferable(withheld, { otherValues: rest, lines, language })
  );
}

/** Each number or date of a value, with the text after it up to the next. */
function amountsOf(value: string): string[] {
  const amounts = findValues(value);
  return amounts.map(({ start }, index) => value.slice(start, amounts[index + 1]?.start));
}
