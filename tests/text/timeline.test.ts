// What held on a day follows from when each value began to hold, whoever states it.

import { describe, expect, test } from "vitest";
import { valueInForceOn, findValuesInForce, statementsAt } from "../../pipelines/text/timeline.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { aFact } from "../support/facts.ts";

const path = "company/staff";
const said = (number: number, value: string, over: Partial<FactRow> = {}): FactRow =>
  aFact({
    documentId: `d${number}`,
    path,
    value,
    family: { familyId: "c1", number, of: 3, kind: "", day: `202${number}-06-30`, isTwin: false },
    ...over,
  });
const valueOn = (facts: readonly FactRow[], day: string) =>
  valueInForceOn(statementsAt(facts, "c1", path), day)?.value;

const changed = [
  said(2, "64", { from: "2022-03-01" }),
  said(1, "40"),
  said(3, "71", { from: "2023-02-15" }),
];

test.each([
  ["2019-01-01", "40"],
  ["2022-02-28", "40"],
  ["2022-03-01", "64"],
  ["2023-02-14", "64"],
  ["2030-01-01", "71"],
])("on %s %s held: the latest that was in force", (day, value) => {
  expect(valueOn(changed, day)).toBe(value);
});

test("swapping the days of two changes swaps what held between them", () => {
  const [second, first, third] = changed as [FactRow, FactRow, FactRow];
  const swapped = [
    { ...second, from: third.from },
    first,
    { ...third, from: second.from },
  ] as FactRow[];
  expect(valueOn(swapped, "2022-12-31")).toBe("71");
  expect(valueOn(swapped, "2030-01-01")).toBe("64");
});

test("each value names the documents that state it, in the family's order", () => {
  const facts = [...changed, said(3, "64", { documentId: "d4", from: "2022-03-01" })];
  expect(findValuesInForce(statementsAt(facts, "c1", path))).toEqual([
    { value: "40", from: null, documentIds: ["d1"] },
    { value: "64", from: "2022-03-01", documentIds: ["d2", "d4"] },
    { value: "71", from: "2023-02-15", documentIds: ["d3"] },
  ]);
});

describe("left out of what held is", () => {
  test("what was copied stale, and what holds instead is known though nobody states it", () => {
    const holds = { value: "64", from: "2022-03-01", shownBy: ["report/revenue"] };
    const facts = [said(1, "40"), said(2, "40", { standing: "stale", holds })];
    expect(valueOn(facts, "2022-06-30")).toBe("64");
    expect(valueInForceOn(statementsAt(facts, "c1", path), "2022-06-30")?.documentIds).toEqual([]);
  });

  test("what documents disagree on", () => {
    const facts = ["40", "41"].map((value, at) => said(at + 1, value, { standing: "disputed" }));
    expect(valueOn(facts, "2022-06-30")).toBeUndefined();
  });

  test("what a near-twin, another family and another path say", () => {
    const [first] = changed;
    const place = first?.family as NonNullable<FactRow["family"]>;
    const others = [
      said(4, "9", { family: { ...place, isTwin: true } }),
      said(5, "8", { family: { ...place, familyId: "c2" } }),
      said(6, "7", { path: "company/founded" }),
      aFact({ path, value: "6" }),
    ];
    const values = statementsAt([...changed, ...others], "c1", path).map(({ value }) => value);
    expect(values).toEqual(["40", "64", "71"]);
  });
});
