// What code fills: complete, in order, in range, alike for the same seed, and without contradiction.

import { describe, expect, test } from "vitest";
import { contradictions } from "../../pipelines/rageval/contradictions.ts";
import { fillByRule, openLeaves } from "../../pipelines/rageval/rule-fill.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { clinicEn, clinicZh, names, readDomain } from "./clinic.ts";

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

function fill(schema: ScenarioSchema, seed: number) {
  const options = schema.leaves.find(({ path }) => path === schema.subScenario)?.options ?? [];
  return fillByRule(schema, { subScenario: options[seed % options.length] ?? null, draw: drawFrom(seed), names: names[schema.language] });
}

const valueOf = (values: ReturnType<typeof fill>, path: string) => values.find(value => value.path === path)?.value;

describe.each([clinicZh, clinicEn])("the clinic in $language", schema => {
  test("has no contradiction but the leaf left to the model", () => {
    for (const seed of SEEDS) expect(contradictions(schema, fill(schema, seed))).toEqual([expect.stringMatching(/^history\/past .*has no value/)]);
  });

  test("is the same for the same seed and another for another", () => {
    expect(fill(schema, 7)).toEqual(fill(schema, 7));
    expect(new Set(SEEDS.map(seed => JSON.stringify(fill(schema, seed)))).size).toBe(SEEDS.length);
  });

  test("leaves out what has no place, and only that", () => {
    const kinds = SEEDS.map(seed => {
      const values = fill(schema, seed);
      return [valueOf(values, "stay/surgery"), valueOf(values, "stay/surgeon") !== undefined, valueOf(values, "stay/operation-date") !== undefined].join();
    });
    expect(new Set(kinds)).toEqual(new Set(schema.language === "zh" ? ["是,true,true", "否,false,false"] : ["yes,true,true", "no,false,false"]));
  });

  test("gives lists two to four different values, numbered", () => {
    for (const seed of SEEDS) {
      const listed = fill(schema, seed).filter(({ path }) => path.startsWith("history/allergies"));
      expect(listed.map(({ path }) => path)).toEqual(listed.map((_, index) => `history/allergies/${index + 1}`));
      expect(new Set(listed.map(({ value }) => value)).size).toBe(listed.length);
      expect([2, 3, 4]).toContain(listed.length);
    }
  });

  test("opens to the model what the model fills", () => {
    expect(openLeaves(schema, fill(schema, 1)).map(({ path }) => path)).toEqual(["history/past"]);
  });

  test("keeps what is set and fills around it", () => {
    const set = fill(schema, 3).filter(({ path }) => path === "stay/admission" || path === "patient/name");
    const more = fillByRule(schema, { subScenario: null, draw: drawFrom(9), names: names[schema.language], set });
    expect(more.map(({ path }) => path)).not.toContain("stay/admission");
    expect(contradictions(schema, [...set, ...more]).filter(problem => !problem.startsWith("history/past"))).toEqual([]);
  });
});

test("dates, numbers and money are written as the language writes them", () => {
  const zh = fill(clinicZh, 2);
  const en = fill(clinicEn, 2);
  expect(valueOf(zh, "stay/admission")).toMatch(/^20\d\d年[1-9]\d?月[1-9]\d?日$/);
  expect(valueOf(en, "stay/admission")).toMatch(/^[1-9]\d? [A-Z][a-z]+ 20\d\d$/);
  expect(valueOf(zh, "patient/age")).toMatch(/^\d\d岁$/);
  expect(valueOf(en, "patient/age")).toMatch(/^\d\d years$/);
  expect(valueOf(zh, "bill/care")).toMatch(/^\d,\d{3}\.\d\d元$/);
  expect(valueOf(en, "bill/care")).toMatch(/^US\$\d,\d{3}\.\d\d$/);
});

test("a leaf that hangs on one the model fills waits for it", () => {
  const first = clinicEn.leaves.map(leaf => (leaf.path === "stay/admission" ? { ...leaf, fill: "model" as const } : leaf));
  const schema = { ...clinicEn, leaves: first };
  const values = fill(schema, 4);
  const waiting = ["patient/age", "patient/birth", "stay/operation-date", "stay/discharge"];
  expect(values.filter(({ path }) => waiting.includes(path))).toEqual([]);
  expect(openLeaves(schema, values).map(({ path }) => path)).toEqual(["stay/admission", "history/past"]);
});

describe.each(["finance", "law", "medical"])("the prepared schema of %s", domain => {
  test.each(["zh", "en"] as const)("in %s fills without contradiction", language => {
    const schema = readDomain(domain, language);
    for (const seed of SEEDS.slice(0, 24)) {
      const values = fill(schema, seed);
      const open = openLeaves(schema, values).map(({ path }) => path);
      const problems = contradictions(schema, values).filter(problem => !open.some(path => problem.startsWith(`${path} (`)));
      expect(problems).toEqual([]);
    }
  });
});
