// A near-twin has all sums that its subject has.

import { expect, test } from "vitest";
import type { Leaf } from "../../schemas/rageval/schema.ts";
import { aValue } from "../support/facts.ts";
import { schema, config, sound, plan } from "./mills.ts";

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
