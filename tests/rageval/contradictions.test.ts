// Planted contradictions are found, each by path, value and reason; a sound config has none.

import { describe, expect, test } from "vitest";
import { findContradictions } from "../../pipelines/rageval/contradictions.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";
import { clinicEn, clinicZh, configOf, sound } from "./clinic.ts";

type Planted = [title: string, change: Record<string, string | null>, path: string, reason: string];
const planted = fixtureYaml<Record<"zh" | "en", Planted[]>>("contradictions.yaml");

const found = (schema: ScenarioSchema, change: Record<string, string | null>) =>
  findContradictions(schema, configOf(schema, { ...sound[schema.language], ...change }));

describe.each([
  ["Chinese", clinicZh],
  ["English", clinicEn],
] as const)("in a %s config", (_, schema) => {
  test("a sound one has no contradiction", () => {
    expect(found(schema, {})).toEqual([]);
  });

  test.each(planted[schema.language])("%s is found", (_title, change, path, reason) => {
    const said = found(schema, change).filter(problem => problem.startsWith(path));
    expect(said.join("\n")).toMatch(new RegExp(reason));
    expect(said.join("\n")).toContain(change[path] ?? path);
  });
});

test("a placeholder for a value is found", () => {
  expect(found(clinicZh, { "history/past": "张××" }).join()).toContain("占位符");
});

test("codes, durations and patterns are held to their form", () => {
  const typed = (type: Leaf["type"], over: Partial<Leaf> = {}) => ({
    ...clinicEn,
    leaves: clinicEn.leaves.map(leaf =>
      leaf.path === "history/past" ? { ...leaf, type, ...over } : leaf,
    ),
  });
  const said = (schema: ScenarioSchema, value: string) =>
    found(schema, { "history/past": value }).join();
  expect(said(typed("duration"), "3 months")).toBe("");
  expect(said(typed("duration"), "long")).toContain("is not a length of time");
  const days = { unit: "days", range: { minimum: 1, maximum: 9, decimals: 0 } };
  const drawn = { ...days, fill: "rule" as const };
  expect(said(typed("duration", drawn), "12 days")).toContain("outside its range 1 to 9");
  // What seeds happen to show bounds nobody who tells a story; nor need every day be told to the day.
  expect(said(typed("duration", days), "12 days")).toBe("");
  expect(said(typed("date"), "March 2021")).toBe("");
  expect(said(typed("date", { fill: "rule" }), "March 2021")).toContain("must be exact to the day");
  expect(said(typed("version"), "v2.0.1")).toBe("");
  expect(said(typed("version"), "the latest")).toContain("is not a version");
  const coded = { pattern: "{patient/sex}-{0-9:3}", fill: "model" as const };
  expect(said(typed("identifier", coded), "female-012")).toBe("");
  expect(said(typed("identifier", coded), "male-012")).toContain(
    'must have the form "female-{0-9:3}"',
  );
});

test("what is said of kin is not said of the patient", () => {
  expect(
    found(clinicEn, { "history/past": "The mother died of prostate cancer, sister is pregnant." }),
  ).toEqual([]);
  expect(
    found(clinicZh, { "patient/occupation": "教师", "history/past": "父亲患前列腺癌，母亲79岁。" }),
  ).toEqual([]);
});

test("a value that rules had set may not be changed or dropped", () => {
  const set = configOf(clinicEn, {
    "patient/name": "Clara Tansley",
    "stay/surgeon": "Hugo Draycott",
  });
  const values = configOf(clinicEn, {
    ...sound.en,
    "patient/name": "Clara Tansly",
    "stay/surgeon": null,
    "patient/file": "File of Clara Tansly (female)",
  });
  const problems = findContradictions(clinicEn, values, set);
  expect(problems[0]).toBe(
    'patient/name "Clara Tansly": must stay "Clara Tansley", which was set before.',
  );
  expect(problems[1]).toContain('stay/surgeon "Hugo Draycott": was set before and is missing');
});

test("a date left out hands its order on: discharge still follows admission", () => {
  const without = { "stay/surgery": "no", "stay/operation-date": null, "stay/surgeon": null };
  expect(found(clinicEn, without)).toEqual([]);
  expect(found(clinicEn, { ...without, "stay/discharge": "1 March 2021" }).join()).toContain(
    "days after stay/admission",
  );
});

describe("the order of dates", () => {
  const between = (after: object, period?: { from: string; to: string }) => ({
    ...clinicEn,
    leaves: clinicEn.leaves.map(leaf =>
      leaf.path === "stay/discharge"
        ? {
            ...leaf,
            after: { path: "stay/admission", minimumDays: 0, maximumDays: 60, ...after },
            ...(period ? { period } : {}),
          }
        : leaf,
    ),
  });

  test("goes before a period that it leaves no room in", () => {
    const schema = between({}, { from: "2019-01-01", to: "2019-12-31" });
    expect(found(schema, { "stay/discharge": "9 April 2021" })).toEqual([]);
    expect(
      found(between({}, { from: "2021-01-01", to: "2021-05-31" }), {
        "stay/discharge": "9 June 2021",
      }),
    ).toEqual([expect.stringContaining("the end of its period")]);
  });
});

test("all faults of a value are told, and all values with faults", () => {
  const said = found(clinicEn, {
    "stay/admission": "1 April 2019",
    "stay/operation-date": "1 March 2019",
    "bill/total": "12",
    "patient/sex": "woman",
  });
  expect(said.map(problem => problem.split(" ")[0])).toEqual([
    "patient/sex",
    "stay/admission",
    "stay/operation-date",
    "bill/total",
    "bill/total",
    "patient/file",
    "patient/age",
  ]);
});

test("what was wrong with the set values before is not told to the model, which cannot fix it", () => {
  const values = configOf(clinicEn, { ...sound.en, "patient/age": "35 years" });
  const set = values.filter(({ path }) => path !== "history/past");
  expect(findContradictions(clinicEn, values, set)).toEqual([]);
  expect(findContradictions(clinicEn, values)).toHaveLength(1);
  const worse = values.map(value =>
    value.path === "history/past" ? { ...value, value: "She has prostatitis." } : value,
  );
  expect(findContradictions(clinicEn, worse, set)).toEqual([
    expect.stringMatching(/^history\/past .*prostatitis/),
  ]);
});
