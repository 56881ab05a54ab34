// Documents are shared out among subjects alone and families, variants use each sub-scenario once before any twice, and seeds are grouped by domain and language.

import { describe, expect, test } from "vitest";
import { groupSeeds } from "../../pipelines/rageval/seed-groups.ts";
import { spreadFamilies, spreadVariants } from "../../pipelines/rageval/variants.ts";
import { variants } from "../../schemas/rageval/records.ts";
import { aSchema, leaves } from "../support/facts.ts";

const options = ["spinning", "ferries", "dairy"];
const schema = aSchema({
  subScenario: "company/name",
  leaves: leaves.map(leaf => (leaf.path === "company/name" ? { ...leaf, options } : leaf)),
});

const alone = (documentsPerSchema: number) => ({
  documentsPerSchema,
  families: { share: 0, documents: 2, twins: 0 },
});

test("every sub-scenario comes once before any comes twice", () => {
  const rows = spreadVariants(schema, alone(7), 1).map(row => variants.row.parse(row));
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const three of [rows.slice(0, 3), rows.slice(3, 6)])
    expect(new Set(three.map(({ subScenario }) => subScenario))).toEqual(new Set(options));
});

test("more documents leave the earlier variants as they were", () => {
  expect(spreadVariants(schema, alone(9), 5).slice(0, 4)).toEqual(
    spreadVariants(schema, alone(4), 5),
  );
});

test("a schema without sub-scenarios has variants without", () => {
  expect(spreadVariants(aSchema(), alone(2), 1).map(({ subScenario }) => subScenario)).toEqual([
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

describe("of the documents", () => {
  const spread = (documentsPerSchema: number, share: number, documents: number, twins: number) =>
    spreadFamilies({ documentsPerSchema, families: { share, documents, twins } });
  const sizesOf = (subjects: ReturnType<typeof spread>) =>
    subjects.map(({ documents, twin }) => documents + (twin ? 1 : 0));

  test("all are told, members and near-twins counted", () => {
    for (const count of [1, 2, 3, 8, 41])
      for (const share of [0, 0.3, 1])
        expect(sizesOf(spread(count, share, 4, 0.5)).reduce((sum, size) => sum + size)).toBe(count);
  });

  test("as many are in families as there should be, to within half a family", () => {
    for (const share of [0.25, 0.5, 0.8]) {
      const sizes = sizesOf(spread(60, share, 3, 0.5)).filter(size => size > 1);
      const inFamilies = sizes.reduce((sum, size) => sum + size, 0);
      expect(Math.abs(inFamilies - 60 * share)).toBeLessThanOrEqual(2);
    }
  });

  test("families have all sizes up to the greatest, and their share of near-twins", () => {
    const families = spread(120, 1, 4, 0.25).filter(({ documents }) => documents > 1);
    expect(new Set(families.map(({ documents }) => documents))).toEqual(new Set([2, 3, 4]));
    const twins = families.filter(({ twin }) => twin).length;
    expect(Math.abs(twins - families.length / 4)).toBeLessThanOrEqual(1);
  });

  test("none is in a family where the schema does not say how documents follow one another", () => {
    const options = { documentsPerSchema: 6, families: { share: 1, documents: 3, twins: 1 } };
    expect(aSchema().schema.family).toBeNull();
    expect(
      spreadVariants(aSchema(), options, 1).map(({ documents, twin }) => [documents, twin]),
    ).toEqual(Array.from({ length: 6 }, () => [1, false]));
  });
});
