// A model's family is proved before it is taken: what is wrong with it comes back in words it can act on.

import { describe, expect, test } from "vitest";
import { membersStage } from "../../pipelines/rageval/members.ts";
import { aValue } from "../support/facts.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { names } from "./clinic.ts";
import { type Reply, extra, schema, config, told, sound, variant, plan, valueIn } from "./mills.ts";
import type { Leaf } from "../../schemas/rageval/schema.ts";

test("a subject alone is one row with its config's values, and nothing is asked", async () => {
  const { rows, asked } = await plan([], { documents: 1, twin: false });
  expect(asked).toEqual([]);
  expect(rows.map(({ values, family, configId }) => [values, family, configId])).toEqual([
    [
      config.values,
      { familyId: "c1", number: 1, of: 1, kind: "", day: "2021-06-01", isTwin: false },
      "c1",
    ],
  ]);
});

test("of families of two documents two are to have a stale value and two a disputed one, of three both; either is taken", async () => {
  const wanted = await Promise.all(
    [1, 2, 3, 4, 5].map(async number => (await plan([sound], { number })).asked[0]?.variables),
  );
  expect(wanted).toMatchObject(
    ["stale", "stale", "disputed", "disputed", "stale"].map(conflict => ({ conflict })),
  );
  const { context, asked } = scriptedContext(
    { schemas: [schema], variants: [variant({ documents: 3 })] },
    { "rageval/family": [sound] },
  );
  await expect(membersStage({ names }).each(config, context as never)).rejects.toThrow();
  expect(asked[0]?.variables).toMatchObject({ conflict: "both" });
});

test("a sound family is taken as it is: changes with their day, sums computed, one value stale", async () => {
  const { rows, complaint } = await plan([sound]);
  expect(complaint).toBeUndefined();
  const [first, second, twin] = rows;
  expect(first?.values).toEqual(config.values);
  expect(valueIn(second, "company/head")).toMatchObject({
    value: "Edwin Marsh",
    from: "2021-11-08",
  });
  expect(valueIn(second, "report/revenue")).toMatchObject({ from: "2022-06-10" });
  expect(valueIn(second, "report/date")?.value).toBe("10 June 2022");
  expect(valueIn(second, "report/total")).toMatchObject({
    value: "US$34 million",
    standing: "stale",
    holds: { value: "US$46 million", from: "2022-06-10" },
  });
  expect(second?.notRestated).toEqual(["company/founded", "company/seat"]);
  expect(second?.refers).toEqual([
    "the annual report of 1 June 2021, which states the date of founding and the company/seat",
    "compares its figures with those of the year before",
  ]);
  expect([twin?.subject, twin?.family.isTwin, twin?.family.day]).toEqual([
    "Elder Mills",
    true,
    "2021-07-04",
  ]);
  expect(valueIn(twin, "company/seat")?.value).toBe("Corrie");
  expect(valueIn(twin, "report/total")).toBeUndefined();
});

test("a text that both share and that names the subject names the near-twin in its own", async () => {
  const market = aValue(
    "company/market",
    "woollen yarn, as Alder Mills and no Alder Millstone sells",
  );
  const named = {
    ...config,
    values: config.values.map(value => (value.path === market.path ? market : value)),
  };
  const { rows } = await plan([sound], {}, { schema, config: named });
  expect(rows.map(row => valueIn(row, "company/market")?.value)).toEqual([
    market.value,
    market.value,
    "woollen yarn, as Elder Mills and no Alder Millstone sells",
  ]);
});

test("what the subject itself lacks is asked of no near-twin", async () => {
  const { schema: row } = schema;
  const lacking: typeof schema = {
    ...schema,
    schema: {
      ...row,
      leaves: [
        ...row.leaves,
        { ...extra("company/register", "text"), many: false } as (typeof row.leaves)[number],
      ],
    },
  };
  const { complaint, rows } = await plan([sound], {}, { schema: lacking, config });
  expect([complaint, rows.length]).toEqual([undefined, 3]);
});

test("a choice has its options where no draw fits the values that stand", async () => {
  const { schema: row } = schema;
  const options = ["stable", "doubtful"];
  const level = extra("company/rating", "choice", { fill: "rule", options, many: false });
  const floor = extra("report/floor", "number", { unit: "people", many: false });
  const narrow: typeof schema = {
    ...schema,
    schema: {
      ...row,
      leaves: [
        ...row.leaves.filter(({ path }) => path !== level.path),
        ...([level, floor] as unknown as typeof row.leaves),
      ],
      agreements: [
        { result: "company/staff", operation: "order", of: [floor.path], because: "" },
        ...row.agreements,
      ],
    },
  };
  const values = config.values.map(value =>
    value.path === "company/staff" ? { ...value, value: "99,000 people" } : value,
  );
  const of = {
    ...config,
    values: [...values, aValue(floor.path, "98,000 people", { type: "number" })],
  };
  const { asked } = await plan([sound], {}, { schema: narrow, config: of });
  const changes = asked[0]?.variables["changes"] as { path: string; options: string[] }[];
  const told = Object.fromEntries(changes.map(({ path, options: given }) => [path, given]));
  expect(told["company/rating"]).toEqual(options);
  expect(told["company/staff"]).toEqual([]);
});

test("what was to come when the first document was written may be past when a later one repeats it", async () => {
  const { schema: row } = schema;
  const order = { result: "event/merger", operation: "order" as const, of: ["report/date"] };
  const family = row.family as NonNullable<typeof row.family>;
  const dated: typeof schema = {
    ...schema,
    schema: {
      ...row,
      agreements: [...row.agreements, { ...order, because: "" }],
      family: { ...family, shared: family.shared.filter(path => path !== "event/merger") },
    },
  };
  const values = config.values.map(value =>
    value.path === "event/merger" ? { ...value, value: "3 July 2021" } : value,
  );
  const { rows, complaint } = await plan(
    [sound],
    {},
    { schema: dated, config: { ...config, values } },
  );
  expect(complaint).toBeUndefined();
  expect(valueIn(rows[1], "event/merger")?.value).toBe("3 July 2021");
});

test("what documents disagree on stands as disputed in each, and nothing decides between them", async () => {
  const disputed = { document: 2, path: "company/founded", value: "9 May 1998" };
  const { rows } = await plan([{ ...withDocument({ notRestated: [] }), stale: null, disputed }]);
  expect(rows.slice(0, 2).map(row => valueIn(row, "company/founded"))).toMatchObject([
    { value: "3 May 1998", standing: "disputed" },
    { value: "9 May 1998", standing: "disputed" },
  ]);
});

const [later] = sound.documents as [Reply["documents"][number]];
const withChange = (...changes: Reply["documents"][number]["changes"]): Reply => ({
  ...sound,
  documents: [{ ...later, changes: [...later.changes, ...changes] }],
});
const withDocument = (over: Partial<typeof later>): Reply => ({
  ...sound,
  documents: [{ ...later, ...over }],
});
const withStale = (over: Partial<NonNullable<Reply["stale"]>>): Reply => ({
  ...sound,
  stale: { ...(sound.stale as NonNullable<Reply["stale"]>), ...over },
});
const withTwin = (path: string, value: string | null): Reply => ({
  ...sound,
  twin: {
    values: [
      ...(sound.twin?.values ?? []).filter(other => other.path !== path),
      ...(value === null ? [] : [{ path, value }]),
    ],
  },
});

describe("sent back is", () => {
  test.each<[string, Reply, string]>([
    ["too few documents", { ...sound, documents: [] }, "The number of later documents must be 1"],
    ["a day that is none", withDocument({ day: "June 2022" }), "must have the form YYYY-MM-DD"],
    ["a day too near", withDocument({ day: "2021-07-01" }), "must come 300 to 400 days after"],
    [
      "a path nobody knows",
      withChange(told("company/x", "1", "2021-12-01")),
      "Document 2, company/x: the schema has no such path",
    ],
    [
      "a change of what stays",
      withChange(told("company/seat", "Dunmore", "2021-12-01")),
      "company/seat: this stays the same in every document",
    ],
    [
      "a change into what it was",
      withChange(told("company/staff", "214 people", "2021-12-01")),
      `"214 people" is unchanged from the previous document`,
    ],
    [
      "a value of another form",
      withChange(told("company/staff", "many", "2021-12-01")),
      `company/staff: "many" is not a number`,
    ],
    [
      "a change before the document before",
      withChange(told("company/staff", "230 people", "2021-05-01")),
      "from must be a day of the form YYYY-MM-DD, after 2021-06-01 and before 2022-06-10",
    ],
    [
      "no dated change",
      withDocument({ changes: later.changes.slice(1) }),
      "has no value that changed on a day between",
    ],
    [
      "a document without its own figures",
      withDocument({ changes: later.changes.slice(0, 2) }),
      "lacks what every document states for itself: report/profit",
    ],
    [
      "an unknown path not restated",
      withDocument({ notRestated: ["company/x"] }),
      `lists "company/x"`,
    ],
    ["neither stale nor disputed", { ...sound, stale: null }, "Give stale, disputed or both"],
    [
      "a stale value of the first document",
      withStale({ document: 1 }),
      "stale must name document 2 or a later one",
    ],
    [
      "a stale value that its own document replaces",
      withStale({ path: "company/head" }),
      "document 2 itself states the new value of company/head",
    ],
    [
      "a stale value that still holds",
      withStale({ path: "company/staff", holds: "214 people" }),
      `instead of "214 people"`,
    ],
    [
      "a stale value that nothing shows",
      withStale({ shownBy: ["company/founded"] }),
      "shownBy must list the paths of changed values",
    ],
    [
      "a dispute over what may change",
      {
        ...sound,
        stale: null,
        disputed: { document: 2, path: "company/staff", value: "3 people" },
      },
      "a path it states that should be the same in all",
    ],
    [
      "a dispute that its other dates rule out",
      {
        ...sound,
        stale: null,
        disputed: { document: 2, path: "company/founded", value: "3 May 2031" },
      },
      "disputed: report/date",
    ],
    ["no twin", { ...sound, twin: null }, "The near-twin is missing."],
    ["a twin that lacks a change", withTwin("company/head", null), "The twin lacks company/head."],
    [
      "a twin that shares a change",
      withTwin("company/staff", "214 people"),
      `The twin's company/staff must not also be "214 people".`,
    ],
    [
      "a twin nobody would take for it",
      withTwin("company/name", "Wexmoor Ferries plc"),
      `"Wexmoor Ferries plc" must be easily confused with "Alder Mills"`,
    ],
    [
      "a twin whose name contains the other",
      withTwin("company/name", "Alder Mills North"),
      "neither may contain the other",
    ],
  ])("%s", async (_, bad, words) => {
    const { complaint, rows } = await plan([bad, sound]);
    expect(complaint).toContain(words);
    expect(rows).toHaveLength(3);
  });
});

test("several faults are told at once, one a line, in the language of the family", async () => {
  const bad = { ...withStale({ shownBy: [] }), twin: null };
  const { complaint } = await plan([bad, sound]);
  expect(complaint?.split("\n")).toHaveLength(2);
});

test("what a near-twin's sums make up in turn is computed of it, though a document might do without", async () => {
  const { schema: row } = schema;
  const total = row.leaves.find(({ path }) => path === "report/total") as Leaf;
  const of = ["report/total", "report/revenue"];
  const sum = { result: "report/turnover", operation: "sum" as const, of, because: "" };
  const leaves = [...row.leaves, { ...total, path: "report/turnover", optional: true as const }];
  const agreements = [...row.agreements, sum];
  const chained = { ...schema, schema: { ...row, leaves, agreements } };
  const turnover = aValue("report/turnover", "US$64 million", { type: "money" });
  const stating = { ...config, values: [...config.values, turnover] };
  const profit = { path: "report/profit", value: "US$2 million" };
  const twin = { values: [...(sound.twin?.values ?? []), profit] };
  const parts = { schema: chained, config: stating };
  const { complaint, rows } = await plan([{ ...sound, twin }], {}, parts);
  const said = new Map(rows.at(-1)?.values.map(({ path, value }) => [path, value]));
  expect(complaint).toBeUndefined();
  expect(of.map(path => said.get(path))).toEqual(["US$14 million", "US$12 million"]);
  expect(said.get("report/turnover")).toBe("US$26 million");
});
