// Variants use each sub-scenario once before any twice, and seeds are grouped by domain and language.

import { expect, test } from "vitest";
import { groupSeeds } from "../../pipelines/rageval/seed-groups.ts";
import { spreadVariants } from "../../pipelines/rageval/variants.ts";
import { variants } from "../../schemas/rageval/records.ts";
import { aSchema, leaves } from "../support/facts.ts";

const options = ["spinning", "ferries", "dairy"];
const schema = aSchema({
  subScenario: "company/name",
  leaves: leaves.map(leaf => (leaf.path === "company/name" ? { ...leaf, options } : leaf)),
});

test("every sub-scenario comes once before any comes twice", () => {
  const rows = spreadVariants(schema, 7, 1).map(row => variants.row.parse(row));
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const three of [rows.slice(0, 3), rows.slice(3, 6)])
    expect(new Set(three.map(({ subScenario }) => subScenario))).toEqual(new Set(options));
});

test("more documents leave the earlier variants as they were", () => {
  expect(spreadVariants(schema, 9, 5).slice(0, 4)).toEqual(spreadVariants(schema, 4, 5));
});

test("a schema without sub-scenarios has variants without", () => {
  expect(spreadVariants(aSchema(), 2, 1).map(({ subScenario }) => subScenario)).toEqual([
    null,
    null,
  ]);
});

test("seeds of one domain and language are one group, in their order", () => {
  const seed = (id: string, domain: string, language: "zh" | "en") => ({ id, domain, language });
  const groups = groupSeeds([
    seed("1", "law", "en"),
    seed("2", "law", "zh"),
    seed("3", "law", "en"),
  ]);
  expect(groups.map(({ seedIds }) => seedIds)).toEqual([["1", "3"], ["2"]]);
});
