// The published multi-hop example comes out of the law schema: the acts of one offence are counted, each with its own reference.

import { describe, expect, test } from "vitest";
import { fillByRule } from "../../../pipelines/rageval/rule-fill.ts";
import { derivationsOf } from "../../../pipelines/text/derivation.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { initPrompt } from "../../../schemas/questions/prompts.ts";
import { Names } from "../../../schemas/rageval/names.ts";
import { recordOf } from "../../../schemas/rageval/paths.ts";
import { readDomainFile, readSchema } from "../../rageval/domain-files.ts";
import { candidatesOf, evidenceOf, type Language, type Variables } from "../prepared.ts";

const total = { zh: "crime/count", en: "facts/acts" };

/** A judgment with this many counts: a sentence a count, and one that says how many they are. */
function judgment(language: Language, count: number) {
  const schema = readSchema(`law.${language}.yaml`);
  const [list] = schema.leaves.filter(({ fields }) => fields !== undefined);
  const [kind = ""] = Object.keys(list!.optionRecordsBy!);
  const values = fillByRule(
    {
      ...schema,
      leaves: schema.leaves.map(leaf =>
        leaf === list ? { ...leaf, count: { minimum: count, maximum: count } } : leaf,
      ),
    },
    {
      subScenario: kind,
      draw: drawFrom(5),
      names: Names.parse(readDomainFile(`names.${language}.yaml`)),
    },
  ).filter(({ path }) => path === total[language] || recordOf(path) !== undefined);
  const lines = [...new Set(values.map(({ path }) => recordOf(path) ?? path))];
  const valuesOf = (line: string) =>
    values.filter(({ path }) => (recordOf(path) ?? path) === line).map(({ value }) => value);
  const document = { name: "K", published: "", rest: "" };
  const variables: Variables = initPrompt.variables.parse({
    domain: "law",
    link: null,
    silent: [],
    brief: false,
    count: 100,
    wanted: [{ type: "multi-hop", count: 100 }],
    documents: [
      {
        ...document,
        sentences: lines.map((line, at) => ({ number: at + 1, text: valuesOf(line).join(", ") })),
      },
    ],
    facts: values.map(({ path, label, type, value }) => ({
      document: "K",
      subject: "K",
      path,
      label,
      type,
      value,
      sentences: [lines.indexOf(recordOf(path) ?? path) + 1],
    })),
  });
  return { variables, values, context: { language, draw: drawFrom(1), domains: [schema] } };
}

const asked = (variables: Variables, { context }: ReturnType<typeof judgment>) =>
  candidatesOf(variables, context).filter(({ derivations }) =>
    derivations.some(({ operation }) => operation === "count"),
  );

const without = (variables: Variables, path: string): Variables => ({
  ...variables,
  facts: variables.facts.filter(fact => fact.path !== path),
});

describe.each<Language>(["en", "zh"])("the counts of a judgment (%s)", language => {
  test("are counted, each with its sum and its own reference", () => {
    const made = judgment(language, 5);
    const amounts = made.values
      .filter(({ path }) => path.endsWith("/amount"))
      .map(({ value }) => value);
    const [one, ...more] = asked(made.variables, made);
    expect(more).toEqual([]);
    expect(one?.type).toBe("multi-hop");
    expect(one?.derivations).toEqual([{ operation: "count", operands: amounts, result: "5" }]);
    expect(derivationsOf(one!.derivations, language)).toEqual(one!.derivations);
    expect(amounts.filter(amount => !one!.answer.includes(amount))).toEqual([]);
    const evidence = evidenceOf(made.variables, one!.sentences).map(({ text }) => text);
    expect(evidence.map((text, at) => text.includes(amounts[at]!))).toEqual(Array(5).fill(true));
  });

  test("are not counted where one is not told, or the number is not", () => {
    const made = judgment(language, 5);
    expect(asked(without(made.variables, "counts/3/amount"), made)).toEqual([]);
    expect(asked(without(made.variables, total[language]), made)).toEqual([]);
  });

  test("are not counted where they are two", () => {
    const made = judgment(language, 2);
    expect(asked(made.variables, made)).toEqual([]);
  });
});
