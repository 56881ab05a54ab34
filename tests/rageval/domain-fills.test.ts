// Filled by code alone, every prepared schema gives configs that hold together and sentences in which each value is found.

import { describe, expect, test } from "vitest";
import { fillByRule } from "../../pipelines/rageval/rule-fill.ts";
import { clashesIn } from "../../pipelines/text/clashes.ts";
import { findFact } from "../../pipelines/text/fact-occurrence.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { Names } from "../../schemas/rageval/names.ts";
import { fillPattern } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { domainNames, leafAt, readDomainFile, readSchema, subScenarios } from "./domain-files.ts";

/** One config a sub-scenario, every leaf filled by code: those a model would fill draw from their options. */
function fill(schema: ScenarioSchema): { kind: string; values: ConfigValue[] }[] {
  const ruled = {
    ...schema,
    leaves: schema.leaves.map(leaf => ({
      ...leaf,
      fill: "rule" as const,
      fields: leaf.fields?.map(field => ({ ...field, fill: "rule" as const })),
    })),
  };
  const names = Names.parse(readDomainFile(`names.${schema.language}.yaml`));
  return subScenarios(schema).map((kind, index) => ({
    kind,
    values: fillByRule(ruled, { subScenario: kind, draw: drawFrom(7 + index), names }),
  }));
}

function unfoundStatements(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const at = (path: string) => values.find(value => value.path === path)?.value;
  const subject = fillPattern(schema.subject, at);
  return values.flatMap(({ path, type, value }) =>
    (leafAt(schema, path)?.statements ?? []).flatMap(statement => {
      const text = fillPattern(statement, name =>
        name === "value" ? value : name === "subject" ? subject : at(name),
      );
      return text !== undefined &&
        findFact(text, { type, value, language: schema.language }).length > 0
        ? []
        : [`${path}: ${text ?? statement}`];
    }),
  );
}

describe.each(domainNames)("%s, filled", name => {
  const schema = readSchema(name);
  const configs = fill(schema);

  test("every leaf whose condition holds has a value", () => {
    const isDue = (path: string, values: readonly ConfigValue[]) => {
      const { onlyIf: condition, optional, count } = leafAt(schema, path) ?? {};
      if (optional || count?.minimum === 0) return false;
      return (
        condition === undefined ||
        values.some(
          value => value.path === condition.path && condition.equals.includes(value.value),
        )
      );
    };
    const missing = ({ kind, values }: (typeof configs)[number]) =>
      schema.leaves
        .filter(
          ({ path }) =>
            isDue(path, values) &&
            !values.some(value => value.path === path || value.path.startsWith(`${path}/`)),
        )
        .map(({ path }) => `${kind}: ${path}`);
    expect(configs.flatMap(missing)).toEqual([]);
  });

  test("no value contradicts another", () => {
    expect(configs.flatMap(({ values }) => clashesIn(schema, values))).toEqual([]);
  });

  test("each statement states its value, in words that are found again", () => {
    expect(configs.slice(0, 6).flatMap(({ values }) => unfoundStatements(schema, values))).toEqual(
      [],
    );
  });
});
