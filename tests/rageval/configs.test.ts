// Configs keep what rules set, number their lists, and keep back only what nothing else tells.

import { describe, expect, test } from "vitest";
import { configsStage, joinValues } from "../../pipelines/rageval/configs.ts";
import { withhold } from "../../pipelines/rageval/withheld-values.ts";
import { configs } from "../../schemas/rageval/records.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { aFamilyForm, aSchema, leaves } from "../support/facts.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { names, sound, clinicEn, configOf } from "./clinic.ts";

const value = (path: string, text: string) => ({
  path,
  label: path,
  type: (leaves.find(leaf => leaf.path === path)?.type ?? "text") as "date",
  value: text,
  filledBy: "rule" as const,
  withheld: false,
});

describe("joined values", () => {
  const schema = aSchema({
    leaves: leaves.map(leaf => ({ ...leaf, many: leaf.path === "company/staff" })),
  }).schema;
  const join = (set: ReturnType<typeof value>[], ...values: [string, string][]) =>
    joinValues(schema, set, { values: values.map(([path, text]) => ({ path, value: text })) }).map(
      ({ path, value }) => [path, value],
    );

  test("keep what rules set, in the order of the schema", () => {
    expect(
      join(
        [value("report/revenue", "US$3")],
        ["report/revenue", "US$9"],
        ["company/founded", " 3 May 1998 "],
      ),
    ).toEqual([
      ["company/founded", "3 May 1998"],
      ["report/revenue", "US$3"],
    ]);
  });

  test("leave out unknown paths, blanks and second values of what is not a list", () => {
    expect(
      join(
        [],
        ["company/x", "1"],
        ["report/profit", " "],
        ["report/revenue", "US$1"],
        ["report/revenue", "US$2"],
      ),
    ).toEqual([["report/revenue", "US$1"]]);
  });
});

describe("a value is kept back", () => {
  const kept = (texts: Record<string, string>, schema = aSchema().schema) =>
    withhold(
      schema,
      Object.entries(texts).map(([path, text]) => value(path, text)),
      9,
      1,
    )
      .filter(({ withheld }) => withheld)
      .map(({ path }) => path);

  test("if no other says it, in whatever format", () => {
    expect(
      kept({
        "company/founded": "3 May 1998",
        "event/merger": "1998-05-03",
        "company/staff": "214 people",
      }),
    ).toEqual(["company/staff"]);
    expect(kept({ "report/revenue": "US$30 million", "report/profit": "US$30,000,000" })).toEqual(
      [],
    );
    expect(kept({ "report/revenue": "US$30", "report/profit": "US$300" })).toEqual([]);
  });

  test("if no other tells its amount, and none follows from two others", () => {
    const [founded, merger, revenue] = ["company/founded", "event/merger", "report/revenue"];
    const told = { [founded]: "boil for 40 minutes", [merger]: "rest for 22 minutes" };
    expect(kept({ ...told, [revenue]: "62 minutes in all" })).not.toContain(revenue);
    expect(kept({ ...told, [revenue]: "18 minutes more" })).not.toContain(revenue);
    expect(kept({ ...told, [revenue]: "22 minutes of rest" })).not.toContain(revenue);
    expect(kept({ ...told, [revenue]: "63 minutes in all" })).toContain(revenue);
  });

  test("if neither subject, sub-scenario, sum nor sentence is built on it", () => {
    const schema = aSchema({
      subScenario: "company/founded",
      leaves: leaves.map(leaf =>
        leaf.path === "report/profit"
          ? { ...leaf, statements: ["{value} for {company/staff}"] }
          : leaf,
      ),
      agreements: [
        { result: "report/profit", operation: "sum", of: ["report/revenue"], because: "" },
      ],
    }).schema;
    expect(
      kept(
        {
          "company/name": "Alder",
          "company/founded": "3 May 1998",
          "company/staff": "214",
          "report/revenue": "US$7",
          "report/profit": "US$8",
          "event/merger": "4 June 2020",
        },
        schema,
      ),
    ).toEqual(["event/merger"]);
  });

  test("if the documents of a family neither share nor change it, and it does not date them", () => {
    const told = {
      "event/merger": "3 May 1998",
      "company/staff": "214 people",
      "report/revenue": "US$7 million",
    };
    expect(kept(told, aSchema({ family: aFamilyForm }).schema)).toEqual(["report/revenue"]);
  });

  test("up to the count, the same for the same seed", () => {
    const values = configOf(clinicEn, sound.en);
    const paths = (seed: number) =>
      withhold(clinicEn, values, 2, seed)
        .filter(({ withheld }) => withheld)
        .map(({ path }) => path);
    expect(paths(3)).toHaveLength(2);
    expect(paths(3)).toEqual(paths(3));
    expect(withhold(clinicEn, values, 0, 3)).toEqual(values);
  });
});

const schemaId = "schema-1";
const variant = {
  id: "v1",
  schemaId,
  language: "en" as const,
  domain: "clinic",
  subScenario: null,
  number: 1,
  documents: 1,
  twin: false,
};

/** The rows of a variant of a schema, and what the model was asked, which gives these values one after another. */
async function run(
  schema: ScenarioSchema,
  over: Partial<Omit<typeof variant, "subScenario">> & { readonly subScenario?: string },
  ...replies: { path: string; value: string }[][]
) {
  const { context, asked } = scriptedContext(
    { schemas: [{ id: schemaId, language: "en", domain: "clinic", schema, changes: [] }] },
    { "rageval/config": replies.map(values => ({ values })) },
  );
  const stage = configsStage({ withheld: 0, names, length: "like-seeds" });
  const { rows } = await stage.each({ ...variant, ...over }, context as never);
  return { rows: rows.map(row => configs.row.parse(row)), asked };
}

const blankLeaf = { type: "date", description: "", fill: "rule", section: "s" };
const leaf = (path: string, over: object) => ({ path, label: path, ...blankLeaf, ...over });

/** A schema of these leaves alone. */
const drafted = (subject: string, leaves: readonly object[], agreements: readonly object[] = []) =>
  ScenarioSchema.parse({
    ...clinicEn,
    subScenario: null,
    subject,
    sections: [{ id: "s", title: "S", form: "" }],
    contradictions: [],
    leaves,
    agreements,
  });

test("the stage fills what is open by the model and finishes with its subject", async () => {
  const { rows, asked } = await run(clinicEn, { subScenario: "internal medicine" }, [
    { path: "history/past", value: "Measles as a child." },
  ]);
  const [row] = rows;
  expect(
    asked.map(({ variables }) => variables.open.map(({ path }: { path: string }) => path)),
  ).toEqual([["history/past"]]);
  expect(
    row?.values.filter(({ filledBy }) => filledBy === "model").map(({ value: text }) => text),
  ).toEqual(["Measles as a child."]);
  expect(row?.subject).toBe(row?.values.find(({ path }) => path === "patient/name")?.value);
});

test("a drafted schema whose dates wait for one another is filled, and the model is told nothing of what code drew", async () => {
  const after = (path: string) => ({ after: { path, minimumDays: 0, maximumDays: 60 } });
  const schema = drafted("{defendant/name}", [
    leaf("defendant/name", { type: "person" }),
    leaf("defendant/birth", {}),
    // No draw can bring this age into its range.
    leaf("defendant/age", { type: "number", range: { minimum: 40, maximum: 40 } }),
    leaf("crime/start", after("defendant/birth")),
    leaf("verdict/date", after("crime/start")),
    leaf("crime/account", { type: "text", fill: "model" }),
  ]);
  const account = { path: "crime/account", value: "A theft of bicycles." };
  for (const number of [1, 2, 3, 4]) {
    const { rows, asked } = await run(schema, { id: `v${number}`, number }, [account]);
    expect(asked.map(({ complaints }) => complaints)).toEqual([[undefined]]);
    expect(rows.map(({ values }) => values.length)).toEqual([6]);
  }
});

test("the model is told what must agree with its values and what names may be built on; code draws a date that comes after the model's before it is asked", async () => {
  const open = (path: string, type: string, over: object = {}) =>
    leaf(path, { type, fill: "model", ...over });
  const order = {
    result: "event/date",
    operation: "order",
    of: ["checks/date"],
    because: "checked before",
  };
  const fields = [open("date", "date"), open("finding", "text")].map(
    ({ section: _section, ...field }) => field,
  );
  const leaves = [
    open("owner/name", "organisation"),
    leaf("event/date", {}),
    open("checks", "text", { many: true, count: { minimum: 2, maximum: 2 }, fields }),
  ];
  const values = (date: string) => [
    { path: "owner/name", value: "Tarnwell Lifts" },
    ...[1, 2].flatMap(number => [
      { path: `checks/${number}/date`, value: date },
      { path: `checks/${number}/finding`, value: `Finding ${number}.` },
    ]),
  ];
  const schema = drafted("{owner/name}", leaves, [order]);
  const { rows, asked } = await run(schema, {}, values("3 May 2051"), values("3 May 1998"));
  const [first] = asked;
  expect(first?.variables.set.map(({ path }: { path: string }) => path)).toEqual(["event/date"]);
  expect(first?.variables.agreements).toEqual([{ ...order, bands: [] }]);
  const stems = first?.variables.open.map(({ stem }: { stem: string | null }) => stem);
  expect(stems[0]).toBeTruthy();
  expect(new Set(stems.slice(1))).toEqual(new Set([null]));
  expect(first?.complaints[0]).toContain("may not be before checks/1/date");
  expect(first?.complaints[1]).toBeUndefined();
  expect(rows).toHaveLength(1);
});
