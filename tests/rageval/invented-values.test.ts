// What a section invents is found; what its document was given, in whatever format, is none.

import { describe, expect, test } from "vitest";
import { inventionFinder } from "../../pipelines/rageval/invented-values.ts";
import { aMember, aSchema, aValue } from "../support/facts.ts";

const member = {
  ...aMember(
    aValue("company/founded", "5 March 2021"),
    aValue("company/staff", "1,214 people", { from: "2022-11-08" }),
    aValue("report/revenue", "US$3.5 million"),
    aValue("company/name", "release 2.14.3", { type: "version" }),
    aValue("report/profit", "US$77", { withheld: true }),
  ),
  refers: ["the report of 1 June 2020"],
};
const find = inventionFinder(member, aSchema().schema, ["Article 264"]);

describe("a section", () => {
  test.each([
    ["Sales rose by 12.4% to US$9 million.", ["12.4%", "US$9 million"]],
    ["It was founded on 6 March 2021 in 1987.", ["6 March 2021", "1987"]],
    ["It was shut for two days, then for 1 day.", ["two days", "1 day"]],
    ["It runs v2.14.4 of 38 mills.", ["38", "2.14.4"]],
    ["It has 1,215 people, that is 1,215 people.", ["1,215"]],
  ])("invents in: %s", (text, invented) => {
    expect(find(text)).toEqual(invented);
  });

  test.each([
    "Founded on 2021-03-05, in March 2021, in 2021.",
    "Since November 8th, 2022 it has 1214 employees and $3,500,000 of revenue; profit was US$77.",
    "1. The first of two mills, by Article 264.\n2. The 3rd mill, as of 1 June 2020.",
    "It runs 2.14.3, that is v2.14.3.",
    "Should the papers come to light one day, it may be founded again within a year.",
  ])("invents nothing in: %s", text => {
    expect(find(text)).toEqual([]);
  });
});

test("the day after a given one is no invention where something given speaks of the next day", () => {
  const text = "Part one is written on 5 March 2021, part two on 6 March 2021.";
  const twoDays = inventionFinder(member, aSchema().schema, ["part two: the next day, 9:00"]);
  expect([find(text), twoDays(text)]).toEqual([["6 March 2021"], []]);
});
