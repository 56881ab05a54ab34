// What code fills: complete, in order, in range, alike for the same seed, and without contradiction.

import { describe, expect, test } from "vitest";
import { findContradictions } from "../../pipelines/rageval/contradictions.ts";
import { fillByRule, openLeaves } from "../../pipelines/rageval/rule-fill.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { clinicEn, clinicZh, names, readDomain } from "./clinic.ts";

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

function fill(schema: ScenarioSchema, seed: number) {
  const options = schema.leaves.find(({ path }) => path === schema.subScenario)?.options ?? [];
  return fillByRule(schema, {
    subScenario: options[seed % options.length] ?? null,
    draw: drawFrom(seed),
    names: names[schema.language],
  });
}

const valueOf = (values: ReturnType<typeof fill>, path: string) =>
  values.find(value => value.path === path)?.value;

describe.each([clinicZh, clinicEn])("the clinic in $language", schema => {
  test("has no contradiction but the leaf left to the model", () => {
    for (const seed of seeds)
      expect(findContradictions(schema, fill(schema, seed))).toEqual([
        expect.stringMatching(/^history\/past .*(?:has no value|没有填写)/),
      ]);
  });

  test("is the same for the same seed and another for another", () => {
    expect(fill(schema, 7)).toEqual(fill(schema, 7));
    expect(new Set(seeds.map(seed => JSON.stringify(fill(schema, seed)))).size).toBe(seeds.length);
  });

  test("leaves out what has no place, and only that", () => {
    const kinds = seeds.map(seed => {
      const values = fill(schema, seed);
      return [
        valueOf(values, "stay/surgery"),
        valueOf(values, "stay/surgeon") !== undefined,
        valueOf(values, "stay/operation-date") !== undefined,
      ].join();
    });
    expect(new Set(kinds)).toEqual(
      new Set(
        schema.language === "zh"
          ? ["是,true,true", "否,false,false"]
          : ["yes,true,true", "no,false,false"],
      ),
    );
  });

  test("gives lists two to four different values, numbered", () => {
    for (const seed of seeds) {
      const listed = fill(schema, seed).filter(({ path }) => path.startsWith("history/allergies"));
      expect(listed.map(({ path }) => path)).toEqual(
        listed.map((_, index) => `history/allergies/${index + 1}`),
      );
      expect(new Set(listed.map(({ value }) => value)).size).toBe(listed.length);
      expect([2, 3, 4]).toContain(listed.length);
    }
  });

  test("opens to the model what the model fills", () => {
    expect(openLeaves(schema, fill(schema, 1)).map(({ path }) => path)).toEqual(["history/past"]);
  });

  test("keeps what is set and fills around it", () => {
    const set = fill(schema, 3).filter(
      ({ path }) => path === "stay/admission" || path === "patient/name",
    );
    const more = fillByRule(schema, {
      subScenario: null,
      draw: drawFrom(9),
      names: names[schema.language],
      existingValues: set,
    });
    expect(more.map(({ path }) => path)).not.toContain("stay/admission");
    expect(
      findContradictions(schema, [...set, ...more]).filter(
        problem => !problem.startsWith("history/past"),
      ),
    ).toEqual([]);
  });
});

test("a leaf that hangs on one the model fills waits for it", () => {
  const first = clinicEn.leaves.map(leaf =>
    leaf.path === "stay/admission" ? { ...leaf, fill: "model" as const } : leaf,
  );
  const schema = { ...clinicEn, leaves: first };
  const values = fill(schema, 4);
  const waiting = ["patient/age", "patient/birth", "stay/operation-date", "stay/discharge"];
  expect(values.filter(({ path }) => waiting.includes(path))).toEqual([]);
  expect(openLeaves(schema, values).map(({ path }) => path)).toEqual([
    "stay/admission",
    "history/past",
  ]);
});

describe("leaves that wait for one another", () => {
  const dates = [
    "crime/start",
    "crime/end",
    "case/reported",
    "case/filed",
    "defendant/detained",
    "defendant/arrested",
    "case/indicted",
    "case/heard",
    "verdict/date",
  ];
  const blankLeaf = { type: "text", description: "", fill: "rule", section: "s" };
  const leaf = (path: string, over: object) => ({ path, label: path, ...blankLeaf, ...over });
  const after = (path: string) => ({ path, minimumDays: 1, maximumDays: 60 });
  const trial = (
    over: (path: string) => object = () => ({}),
    age: object = { range: { minimum: 18, maximum: 60 } },
  ) =>
    ScenarioSchema.parse({
      domain: "law",
      language: "en",
      scenario: "judgment",
      subject: "{defendant/name}",
      subScenario: null,
      sections: [{ id: "s", title: "S", form: "" }],
      leaves: [
        leaf("defendant/name", { type: "person" }),
        leaf("defendant/age", { type: "number", ...age }),
        ...dates.map((path, index) =>
          leaf(path, {
            type: "date",
            after: after(dates[index - 1] ?? "defendant/birth"),
            ...over(path),
          }),
        ),
        leaf("defendant/birth", { type: "date", ...over("defendant/birth") }),
      ],
    });
  const years = (values: ReturnType<typeof fill>, path: string) =>
    Number(/\d{4}$/.exec(valueOf(values, path) ?? "")?.[0]);

  test("have values all the same, in order, at a plausible age", () => {
    const configs = seeds.map(seed => fill(trial(), seed));
    expect(configs.map(values => values.length)).toEqual(seeds.map(() => 12));
    expect(configs.flatMap(values => openLeaves(trial(), values))).toEqual([]);
    const sound = configs.filter(values => findContradictions(trial(), values).length === 0);
    expect(sound.length).toBeGreaterThan(seeds.length * 0.8);
    expect(
      configs.filter(
        values => years(values, "crime/start") - years(values, "defendant/birth") < 16,
      ),
    ).toEqual([]);
  });

  test("are the model's to fill where code has nothing to begin with", () => {
    const schema = trial(path =>
      path === "crime/start"
        ? { type: "text", after: undefined, pattern: "{crime/end}, then" }
        : path === "crime/end"
          ? { type: "text", after: undefined, pattern: "{crime/start}, before" }
          : {},
    );
    const values = fill(schema, 1);
    expect(valueOf(values, "verdict/date")).toBeDefined();
    expect(openLeaves(schema, values).map(({ path }) => path)).toEqual([
      "crime/start",
      "crime/end",
    ]);
  });

  test("on a condition that is the model's to fill are asked in turn", () => {
    const schema = trial(path =>
      path === "crime/end"
        ? {
            type: "text",
            after: undefined,
            fill: "model",
            onlyIf: { path: "case/reported", equals: ["yes"] },
          }
        : path === "case/reported"
          ? { type: "text", after: undefined, pattern: "{crime/end}" }
          : {},
    );
    expect(openLeaves(schema, fill(schema, 1)).map(({ path }) => path)).toEqual(["case/reported"]);
  });
});

describe.each(["finance", "law", "medical"])("the prepared schema of %s", domain => {
  test.each(["zh", "en"] as const)("in %s fills without contradiction", language => {
    const schema = readDomain(domain, language);
    for (const seed of seeds.slice(0, 24)) {
      const values = fill(schema, seed);
      const open = openLeaves(schema, values).map(({ path }) => path);
      const problems = findContradictions(schema, values).filter(
        problem => !open.some(path => problem.startsWith(`${path} `)),
      );
      expect(problems).toEqual([]);
    }
  });
});
