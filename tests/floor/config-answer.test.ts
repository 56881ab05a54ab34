// Open leaves are filled from their options, in order, and never against what is set.

import { expect, test } from "vitest";
import { configAnswerer } from "../../pipelines/floor/documents/config-answer.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { configPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";

type Open = VariablesOf<typeof configPrompt>["open"][number];

const leaf = (path: string, type: Open["type"], more: Partial<Open> = {}): Open => ({
  path,
  label: path.split("/").at(-1) ?? "",
  type,
  count: null,
  optional: false,
  description: "",
  options: [],
  unit: null,
  range: null,
  stem: null,
  example: null,
  repeated: false,
  ...more,
});

const schema = ScenarioSchema.parse(fixtureYaml("patient.en.yaml"));

function fill(open: Open[], set: VariablesOf<typeof configPrompt>["set"], seed: number) {
  const variables = { scenario: "record", domain: "clinic", subScenario: null, set, open };
  return (
    configAnswerer.answer(variables as never, {
      language: "en",
      draw: drawFrom(seed),
      domains: [schema],
    }) as ReplyOf<typeof configPrompt>
  ).values;
}

const male = [{ path: "patient/sex", label: "sex", type: "choice" as const, value: "male" }];
const seeds = Array.from({ length: 30 }, (_, seed) => seed);

test("a disease is chosen that the person can have", () => {
  const chosen = seeds.map(
    seed =>
      fill(
        [leaf("disease", "choice", { options: ["uterine fibroids", "prostatitis", "pneumonia"] })],
        male,
        seed,
      )[0]?.value,
  );
  expect(new Set(chosen)).toEqual(new Set(["prostatitis", "pneumonia"]));
});

test("a leaf whose condition fails is left out", () => {
  expect(fill([leaf("operation", "text", { options: ["hysterectomy"] })], male, 1)).toEqual([]);
});

test("a list has two to four different options, numbered", () => {
  for (const seed of seeds) {
    const values = fill(
      [
        leaf("allergies", "text", {
          count: { minimum: 2, maximum: 4 },
          options: ["pollen", "seafood", "nuts", "dust"],
        }),
      ],
      [],
      seed,
    );
    expect(values.map(({ path }) => path)).toEqual(
      values.map((_, index) => `allergies/${index + 1}`),
    );
    expect(new Set(values.map(({ value }) => value)).size).toBe(values.length);
    expect([2, 3, 4]).toContain(values.length);
  }
});

test("what may be lacking is lacking in about a third", () => {
  const open = leaf("disease", "text", { optional: true, options: ["gout", "measles"] });
  const filled = seeds.filter(seed => fill([open], male, seed * 7919).length > 0).length;
  expect(filled).toBeGreaterThan(13);
  expect(filled).toBeLessThan(27);
});

test("the records of a list differ, by a choice they may be alike", () => {
  const records = (type: Open["type"], options: string[]) =>
    [1, 2, 3].map(number => leaf(`acts/${number}/what`, type, { options }));
  for (const seed of seeds) {
    const values = fill(records("text", ["a", "b", "c"]), male, seed).map(({ value }) => value);
    expect(new Set(values).size).toBe(3);
    expect(fill(records("choice", ["a", "b"]), male, seed)).toHaveLength(3);
  }
});

test("an option takes values of other leaves", () => {
  expect(fill([leaf("advice", "text", { options: ["{patient/sex} ward"] })], male, 1)).toEqual([
    { path: "advice", value: "male ward" },
  ]);
});

test.each([
  ["a leaf without options", [leaf("patient/name", "person")], [schema]],
  ["a domain without a prepared schema", [leaf("disease", "choice", { options: ["gout"] })], []],
])("%s needs a model", (_, open, domains) => {
  const variables = { scenario: "record", domain: "clinic", subScenario: null, set: male, open };
  expect(
    configAnswerer.answer(variables as never, { language: "en", draw: drawFrom(1), domains }),
  ).toBeUndefined();
});
