// Writes a record of a list as one sentence, from the list's statements, or as one labelled line.

import { isElementOf, placeholdersOf } from "../../../schemas/rageval/paths.ts";
import type { Leaf } from "../../../schemas/rageval/schema.ts";
import { shuffle } from "../../text/random.ts";
import { withoutFullStop } from "../questions/askable-facts.ts";
import { upperFirst } from "../questions/phrase.ts";
import { fillPhrase } from "../wording.ts";
import { type SentencePosition, type FactSentence, writeStatement } from "./fact-sentences.ts";
import type { Fact, SectionFacts } from "./section-facts.ts";

interface ListRecord {
  readonly list: Leaf | undefined;
  readonly number: string;
  readonly values: ReadonlyMap<string, string>;
}

function readRecord(facts: readonly Fact[], { schema }: SectionFacts): ListRecord {
  const [, number = "1"] = /\/(\d+)\/[^/]+$/.exec(facts[0]?.path ?? "") ?? [];
  const list = schema.leaves.find(leaf => isElementOf(leaf.path, facts[0]?.path ?? ""));
  const nameOf = ({ path }: Fact) => path.split("/").at(-1) ?? "";
  const values = facts.map(fact => [nameOf(fact), withoutFullStop(fact.value)] as const);
  return { list, number, values: new Map(values) };
}

/** "Count 2: date 3 May 2021; amount US$300". */
export function recordLine(facts: readonly Fact[], section: SectionFacts): string {
  const { list, number, values } = readRecord(facts, section);
  const labelOf = (name: string) => list?.fields?.find(({ path }) => path === name)?.label ?? name;
  const entries = [...values].map(
    ([name, value]) => `${labelOf(name)}${section.language === "zh" ? "" : " "}${value}`,
  );
  return fillPhrase("record", section.language, {
    number,
    label: list?.label ?? "",
    Label: upperFirst(list?.label ?? ""),
    list: entries.join(section.language === "zh" ? "，" : "; "),
  });
}

/** A statement of the list with all fields of the record; a labelled line if no statement has all of them. */
export function writeRecord(
  facts: readonly Fact[],
  section: SectionFacts,
  place: SentencePosition,
): FactSentence {
  const { list, number, values } = readRecord(facts, section);
  const fullStatements = (list?.statements ?? []).filter(statement =>
    [...values.keys()].every(name => placeholdersOf(statement).includes(name)),
  );
  const line = `${recordLine(facts, section)}${section.language === "zh" ? "。" : "."}`;
  const [fact] = facts;
  if (fact === undefined || fullStatements.length === 0)
    return { text: line, opensWithName: false };
  // Placeholders outside the record (the subject, another leaf) are filled as in any statement.
  const recordFacts = [...values, ["n", number] as const].map(([path, value]) => ({
    ...fact,
    path,
    value,
  }));
  return writeStatement(
    shuffle(section.draw, fullStatements),
    { ...fact, type: "text", value: "" },
    { ...section, facts: [...recordFacts, ...section.facts] },
    place,
  );
}
