// Lists of records as configs hold them: complete, different, in order, and what must agree does.

import { describe, expect, test } from "vitest";
import { configsStage } from "../../pipelines/rageval/configs.ts";
import { findContradictions } from "../../pipelines/rageval/contradictions.ts";
import { withhold } from "../../pipelines/rageval/withheld-values.ts";
import { leafAt, recordOf } from "../../schemas/rageval/paths.ts";
import { configs, type ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { configOf, names } from "./clinic.ts";
import { at, change, en, fill, seeds, zh } from "./counts.ts";

const numbers = (values: readonly ConfigValue[], path: string) =>
  at(values, path).map(value => Number(/[\d,.]+/.exec(value)![0].replaceAll(",", "")));
const changed = (schema: ScenarioSchema, path: string, over: Partial<Leaf>) => ({
  ...schema,
  leaves: schema.leaves.map(leaf => (leaf.path === path ? { ...leaf, ...over } : leaf)),
});

test("lists of one number have as many records each", () => {
  const list = en.leaves.find(({ path }) => path === "counts")!;
  const number = en.agreements.find(({ operation }) => operation === "count")!;
  const twice = {
    ...en,
    leaves: [...en.leaves, { ...list, path: "verdicts" }],
    agreements: [...en.agreements, { ...number, of: ["verdicts"] }],
  };
  for (const seed of seeds) {
    const values = fill(twice, seed);
    expect(at(values, "verdicts/day")).toHaveLength(at(values, "counts/day").length);
  }
});

test("a path with a number is that of an element, of a record, or of its field", () => {
  expect(leafAt(en, "counts/2/amount")).toMatchObject({
    path: "counts/2/amount",
    label: "amount of count 2",
    type: "money",
    section: "facts",
    many: false,
  });
  expect(leafAt(zh, "counts/2/amount")?.label).toBe("第2项犯罪事实的金额");
  expect(leafAt(en, "counts/2")).toBeUndefined();
  expect(leafAt(en, "counts/2/colour")).toBeUndefined();
  expect([recordOf("counts/2/amount"), recordOf("allergies/2")]).toEqual(["counts/2", undefined]);
});

describe.each([zh, en])("counts drawn by rule in $language", schema => {
  const filled = seeds.map(seed => fill(schema, seed));

  test("are as many as the list has, whole, and without contradiction", () => {
    const counts = filled.map(values => at(values, "counts/day").length);
    expect(new Set(counts)).toEqual(new Set([3, 4, 5]));
    expect(filled.map(values => numbers(values, "total/counts")[0])).toEqual(counts);
    expect(filled.flatMap(values => findContradictions(schema, values))).toEqual([]);
  });

  test("differ from one another, and follow one another where their order is agreed", () => {
    for (const values of filled) {
      const items = at(values, "counts/item");
      expect(new Set(items).size).toBe(items.length);
    }
    const late = filled.flatMap(values =>
      findContradictions(
        schema,
        change(values, { "counts/1/day": at(values, "case/charged")[0]! }),
      ),
    );
    expect(late.filter(problem => problem.startsWith("counts/2/day"))).toHaveLength(seeds.length);
  });

  test("are whole records of their sub-scenario where the schema gives such", () => {
    const { optionRecords = [], optionRecordsBy = {} } = leafAt(schema, "counts")!;
    const [own] = Object.values(optionRecordsBy);
    const known = [own!, optionRecords].map(records => records.map(({ item }) => item));
    filled.forEach((values, seed) => {
      expect(known[seed % 2]).toEqual(expect.arrayContaining(at(values, "counts/item")));
    });
  });

  test("add up: products by record, sum, number, what is left, and shares", () => {
    for (const values of filled) {
      const [weights, rates, amounts] = ["weight", "rate", "amount"].map(field =>
        numbers(values, `counts/${field}`),
      );
      expect(amounts).toEqual(weights!.map((weight, index) => weight * rates![index]!));
      const total = amounts!.reduce((sum, amount) => sum + amount, 0);
      const [repaid] = numbers(values, "total/repaid");
      expect(numbers(values, "total/amount")).toEqual([total]);
      expect(numbers(values, "total/owed")).toEqual([total - repaid!]);
      expect(numbers(values, "total/share")[0]).toBeCloseTo((100 * repaid!) / total, 1);
      expect(numbers(values, "total/ratio")[0]).toBeCloseTo(total / repaid!, 1);
      const words = leafAt(schema, "total/gravity")!.options!;
      expect(at(values, "total/gravity")).toEqual([words[total < 1000 ? 0 : total < 4000 ? 1 : 2]]);
    }
  });

  test("stand beside a code of the pattern's form, and about a third lack what a document may lack", () => {
    const codes = filled.flatMap(values => at(values, "case/number"));
    expect(new Set(codes).size).toBeGreaterThan(20);
    expect(codes.filter(code => !/\d{3}\D+\d\d-[A-F]$/.test(code))).toEqual([]);
    const aliases = Array.from({ length: 120 }, (_, seed) => at(fill(schema, seed), "case/alias"));
    const lacking = aliases.filter(({ length }) => length === 0).length;
    expect(lacking).toBeGreaterThan(24);
    expect(lacking).toBeLessThan(60);
  });
});

describe("a list that a document may lack", () => {
  const schema = {
    ...changed(en, "counts", { count: { minimum: 0, maximum: 2 } }),
    agreements: en.agreements.filter(({ result }) => !/share|ratio|owed|gravity/.test(result)),
  };

  test("is left out with its number and sum, never told as none", () => {
    const filled = seeds.map(seed => fill(schema, seed));
    const without = filled.filter(values => at(values, "counts/day").length === 0);
    expect(without.length).toBeGreaterThan(3);
    expect(without.flatMap(values => at(values, "total/counts"))).toEqual([]);
    expect(without.flatMap(values => at(values, "total/amount"))).toEqual([]);
    expect(without.flatMap(values => findContradictions(schema, values))).toEqual([]);
  });
});

// Two counts: 10 kg at US$50, 20 kg at US$75; 500 + 1,500 = 2,000, of which 10 are 0.5 percent, a 200th.
const count = (number: number, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [`counts/${number}/${field}`, value]),
  );
const soundEn = {
  "defendant/name": "Ruth Glenister",
  "case/number": "CR 413/17-C",
  "case/offence": "theft",
  "case/charged": "13 May 2021",
  ...count(1, { day: "29 May 2020", item: "a bicycle", victim: "Joel Ironside" }),
  ...count(1, { weight: "10 kg", rate: "US$50", amount: "US$500" }),
  ...count(2, { day: "2 June 2020", item: "a ladder", victim: "Clara Ellingham" }),
  ...count(2, { weight: "20 kg", rate: "US$75", amount: "US$1,500" }),
  "total/amount": "US$2,000",
  "total/counts": "2 counts",
  "total/gravity": "considerable",
  "total/repaid": "US$10",
  "total/owed": "US$1,990",
  "total/share": "0.5%",
  "total/ratio": "200",
};

describe("what does not agree is told in words that can be acted on", () => {
  const values = configOf(en, soundEn);
  const [first] = values;
  const said = (changes: Record<string, string>) => findContradictions(en, change(values, changes));

  test("and what agrees is not", () => {
    expect(findContradictions(en, values)).toEqual([]);
  });

  test.each([
    ["a sum", "total/amount", "US$1", "is not the sum of counts/amount, which is US$2,000"],
    [
      "a difference",
      "total/owed",
      "US$1",
      "is not the difference of total/amount, total/repaid, which is US$1,990",
    ],
    [
      "a product, of its own record",
      "counts/2/amount",
      "US$1",
      "is not the product of counts/2/weight, counts/2/rate, which is US$1,500",
    ],
    [
      "a ratio",
      "total/ratio",
      "12",
      "is not the ratio of total/amount, total/repaid, which is 200",
    ],
    [
      "a percentage",
      "total/share",
      "1.5%",
      "is not the percentage of total/repaid, total/amount, which is 0.5%",
    ],
    ["a number", "total/counts", "7 counts", "is not the number of counts, which is 2 counts"],
    ["an order", "counts/2/day", "3 January 2020", "may not be before counts/1/day 29 May 2020"],
    ["a band", "total/gravity", "minor", "is not the band of total/amount, which is considerable"],
  ])("%s", (_, path, value, problem) => {
    expect(said({ [path]: value })).toContain(`${path} "${value}": ${problem}.`);
  });

  test("a total is as exact as it is written", () => {
    // 500 + 1,500.40 = 2,000.40.
    const rounded = said({ "counts/2/amount": "US$1,500.40" }).filter(each =>
      each.startsWith("total/amount"),
    );
    expect(rounded).toEqual([]);
  });

  test.each([
    [
      "a field that is missing",
      values.filter(({ path }) => path !== "counts/2/victim"),
      "counts/2/victim (victim of count 2): has no value.",
    ],
    [
      "a field that no record has",
      [...values, { ...first!, path: "counts/1/colour" }],
      'counts/1/colour "Ruth Glenister": the schema has no such path.',
    ],
    [
      "a record twice",
      change(
        values,
        count(2, {
          day: "29 May 2020",
          item: "a bicycle",
          victim: "Joel Ironside",
          weight: "10 kg",
          rate: "US$50",
          amount: "US$500",
        }),
      ),
      "counts/2 as a whole is the same as counts/1.",
    ],
    [
      "a code of another form",
      change(values, { "case/number": "CR 1-2" }),
      'case/number "CR 1-2": must have the form "CR {100-999}/{0-9:2}-{A-F:1}".',
    ],
  ])("%s", (_, faulty, problem) => {
    expect(findContradictions(en, faulty)).toContain(problem);
  });

  test("a contradiction within one record, and none between two", () => {
    const schema = {
      ...en,
      contradictions: [
        {
          when: { path: "counts/item", matches: "ladder" },
          never: { path: "counts/weight", matches: "^10 kg" },
          because: "a ladder is heavier",
        },
      ],
    };
    expect(findContradictions(schema, values)).toEqual([]);
    const heavier = { "counts/2/weight": "10 kg", "counts/2/amount": "US$750" };
    expect(findContradictions(schema, change(values, heavier))).toContain(
      'counts/2/weight "10 kg": contradicts counts/item "a ladder": a ladder is heavier.',
    );
    const drawn = seeds.flatMap(seed => findContradictions(schema, fill(schema, seed)));
    expect(drawn).toEqual([]);
  });

  test("in the schema's own language", () => {
    const config = fill(zh, 1);
    const told = findContradictions(zh, change(config, { "total/counts": "9次" }));
    const number = at(config, "counts/day").length;
    expect(told).toEqual([`total/counts “9次”：与 counts 不符，按其个数应为“${number}次”。`]);
  });
});

describe("records that a model fills", () => {
  const fields = leafAt(en, "counts")!.fields!.map(field =>
    field.path === "item" || field.path === "weight" ? { ...field, fill: "model" as const } : field,
  );
  const alias = { optional: true, fill: "model" as const, options: undefined };
  const schema = changed(
    changed(en, "counts", {
      fields,
      count: { minimum: 2, maximum: 2 },
      optionRecords: undefined,
      optionRecordsBy: undefined,
    }),
    "case/alias",
    alias,
  );
  const run = async (...replies: Record<string, string>[]) => {
    const { context, asked } = scriptedContext(
      { schemas: [{ id: "s", language: "en", domain: "trials", schema, changes: [] }] },
      {
        "rageval/config": replies.map(reply => ({
          values: Object.entries(reply).map(([path, value]) => ({ path, value })),
        })),
      },
    );
    const variant = {
      id: "v",
      schemaId: "s",
      language: "en",
      domain: "trials",
      number: 1,
      subScenario: "theft",
      documents: 1,
      twin: false,
    } as const;
    const { rows } = await configsStage({ withheld: 4, names, length: "like-seeds" }).each(
      variant,
      context as never,
    );
    return { asked, row: configs.row.parse(rows[0]) };
  };
  const good = {
    "counts/1/item": "a mule",
    "counts/1/weight": "20 kg",
    "counts/2/item": "a cart",
    "counts/2/weight": "30 kg",
  };

  test("are asked for by path, described once, and computed with what code drew", async () => {
    const { asked, row } = await run(good);
    expect(asked.map(({ complaints }) => complaints)).toEqual([[undefined]]);
    expect(
      asked[0]?.variables.open.map(({ path, description, optional }: never) => [
        path,
        description,
        optional,
      ]),
    ).toEqual([
      ["case/alias", "", true],
      ["counts/1/item", "What was taken.", false],
      ["counts/1/weight", "", false],
      ["counts/2/item", "", false],
      ["counts/2/weight", "", false],
    ]);
    const [first] = numbers(row.values, "counts/rate");
    expect(numbers(row.values, "counts/amount")[0]).toBe(20 * first!);
    expect(findContradictions(schema, row.values)).toEqual([]);
  });

  test("are asked for again where one lacks a field or has a wrong one; what may be lacking is not", async () => {
    const { "counts/2/item": item, ...less } = good;
    const { asked, row } = await run({ ...good, "counts/1/weight": "a lot" }, less, {
      "counts/2/item": item,
    });
    expect(asked.map(({ complaints }) => complaints)).toEqual([
      [expect.stringContaining("counts/1/weight"), undefined],
      [undefined],
    ]);
    expect(asked[1]?.variables.open.map(({ path }: { path: string }) => path)).toEqual([
      "counts/2/item",
    ]);
    expect(at(row.values, "case/alias")).toEqual([]);
  });

  test("are never kept back, nor is what can be reckoned from what is told, nor a text", async () => {
    const { row } = await run({ ...good, "case/alias": "the Fox" });
    const kept = row.values.filter(({ withheld }) => withheld).map(({ path }) => path);
    expect(kept).toContain("case/number");
    expect(kept).not.toContain("case/alias");
    expect(kept.filter(path => path.startsWith("counts/") || path.startsWith("total/"))).toEqual(
      [],
    );
    expect(withhold(schema, row.values, 0, 1)).toHaveLength(row.values.length);
  });
});
