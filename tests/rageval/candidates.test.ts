// Candidates belong together, have one right answer, and do not multiply with the corpus.

import { describe, expect, test } from "vitest";
import { ambiguousSubjects, candidatesOf } from "../../pipelines/rageval/candidates.ts";
import { drawFrom, shuffle } from "../../pipelines/text/random.ts";
import { PublishedType } from "../../schemas/items/item-types.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { aFact, aSchema, companies } from "../support/facts.ts";

const schema = aSchema();
const of = (type: PublishedType, facts: readonly FactRow[]) =>
  candidatesOf(type, { facts, schema });
const values = (type: PublishedType, facts: readonly FactRow[]) =>
  of(type, facts).map(({ facts: rows }) => rows.map(({ value }) => value));
const pathsOf = (type: PublishedType, facts: readonly FactRow[]) =>
  of(type, facts).map(({ facts: rows }) => rows.map(({ path }) => path));

test.each(PublishedType.options)("%s candidates do not depend on the order of the facts", type => {
  const facts = companies(9);
  const expected = of(type, facts);
  expect(expected.length).toBeGreaterThan(0);
  for (const seed of [4, 5]) expect(of(type, shuffle(drawFrom(seed), facts))).toEqual(expected);
});

test.each(["integration", "comparison", "time-sequence"] as const)(
  "%s candidates grow with the documents, not with their square",
  type => {
    expect(of(type, companies(80)).length).toBeLessThan(2.5 * of(type, companies(40)).length);
  },
);

test("subjects that equal or lie in another's are unclear; the longer name is clear", () => {
  const subjects = {
    a: "Alder Mills",
    b: "Alder Mills Group",
    c: "alder  mills",
    d: "Birch",
    e: "—",
  };
  const facts = Object.entries(subjects).map(([documentId, subject]) =>
    aFact({ documentId, subject }),
  );
  expect(ambiguousSubjects(facts)).toEqual(new Set(["a", "c", "e"]));
});

describe("a single fact", () => {
  test("is asked for when it is stated, short, no list element and not part of the subject", () => {
    const facts = [
      aFact(),
      aFact({ path: "company/staff", value: "214", state: "missing" }),
      aFact({ path: "report/revenue/2", value: "US$ 3" }),
      aFact({ path: "report/profit", value: "x".repeat(121) }),
      aFact({ path: "company/name", value: "d1 Works" }),
    ];
    expect(pathsOf("factual", facts)).toEqual([["company/founded"]]);
  });

  test("whose label another leaf of the document bears is not asked for: it would have two right answers", () => {
    const facts = [
      aFact({ path: "event/merger", label: "date" }),
      aFact({ path: "company/founded", label: "Date", value: "4 May 1999" }),
      aFact({ path: "company/staff", value: "214" }),
    ];
    expect(pathsOf("factual", facts)).toEqual([["company/staff"]]);
    const withheld = [
      aFact({ path: "event/merger", label: "date", state: "withheld" }),
      aFact({ label: "date" }),
    ];
    expect(of("unanswerable", withheld)).toEqual([]);
  });
});

describe("two facts of one document", () => {
  test("reckon together as dates, or as amounts of one unit in one part", () => {
    const facts = [
      aFact(),
      aFact({ path: "event/merger", value: "2001-06-04" }),
      aFact({ path: "report/revenue", value: "US$3,000" }),
      aFact({ path: "report/profit", value: "US$1,000" }),
      aFact({ path: "company/staff", value: "214 people" }),
    ];
    expect(pathsOf("multi-hop", facts)).toEqual([
      ["company/founded", "event/merger"],
      ["report/revenue", "report/profit"],
    ]);
  });

  test("that are the same day in two formats, or in two currencies, do not", () => {
    const facts = [
      aFact({ value: "5 March 2021" }),
      aFact({ path: "event/merger", value: "2021-03-05" }),
      aFact({ path: "report/revenue", value: "US$3,000" }),
      aFact({ path: "report/profit", value: "€1,000" }),
    ];
    expect(of("multi-hop", facts)).toEqual([]);
  });
});

describe("facts of several documents", () => {
  const pair = (path: string, first: string, second: string, language: "zh" | "en" = "en") => [
    aFact({ documentId: "d1", path, value: first, language, subject: "甲公司" }),
    aFact({ documentId: "d2", path, value: second, language, subject: "乙公司" }),
  ];

  test.each([
    ["one value in two formats", "report/revenue", "三千万元", "3,000万元"],
    ["two units", "company/staff", "214人", "214.5万元"],
    ["a month and a day in it", "event/merger", "2021年3月", "2021年3月5日"],
    ["a day without its year", "event/merger", "3月5日", "2021年4月5日"],
    ["two numbers in one value", "company/staff", "120/80", "110/70"],
  ])("are not compared over %s", (_, path, first, second) => {
    expect(of("comparison", pair(path, first, second, "zh"))).toEqual([]);
  });

  test.each([
    ["amounts of other scale", "report/revenue", "三千万元", "1.2亿元"],
    ["numbers that differ in their point", "report/revenue", "1.5亿元", "15亿元"],
    ["days", "event/merger", "2021年3月5日", "2021-04-05"],
  ])("are compared over %s", (_, path, first, second) => {
    expect(values("comparison", pair(path, first, second, "zh"))).toEqual([[first, second]]);
  });

  test("are never two facts of the same document", () => {
    const types = ["integration", "comparison"] as const;
    expect(
      types
        .flatMap(type => of(type, companies(9)))
        .filter(({ facts: [a, b] }) => a?.documentId === b?.documentId),
    ).toEqual([]);
  });

  test("come in an order that their dates decide, three of a leaf or two of each of two", () => {
    const facts = ["d1", "d2", "d3"].flatMap((documentId, index) => [
      aFact({ documentId, value: `${index + 1} May 1998` }),
      aFact({ documentId, path: "event/merger", value: `${index + 1} June 2004` }),
    ]);
    expect(of("time-sequence", facts).map(({ facts: rows }) => rows.length)).toEqual([3, 3, 4, 4]);
    expect(
      of(
        "time-sequence",
        facts.map(fact =>
          fact.documentId === "d2" ? { ...fact, value: fact.value.replace("2 ", "") } : fact,
        ),
      ),
    ).toEqual([]);
  });
});

test("a summary takes all stated facts of one section of one document, from three to ten", () => {
  const elements = Array.from({ length: 14 }, (_, index) =>
    aFact({ path: `company/staff/${index + 1}`, value: `${index} looms` }),
  );
  expect(pathsOf("summary", elements.slice(0, 2))).toEqual([]);
  expect(pathsOf("summary", elements.slice(0, 10).reverse())).toEqual([
    elements.slice(0, 10).map(({ path }) => path),
  ]);
  expect(pathsOf("summary", elements)).toEqual([]);
});

test("what was withheld is asked for, and what a user's document lacks where others state it", () => {
  const facts = [
    aFact({ state: "withheld" }),
    aFact({ documentId: "d2", state: "missing", value: "" }),
    aFact({ documentId: "d3" }),
    aFact({ documentId: "d3", path: "company/staff", state: "missing", value: "" }),
    aFact({ documentId: "d3", path: "event/merger", state: "missing" }),
  ];
  expect(of("unanswerable", facts).map(({ facts: [fact] }) => fact?.id)).toEqual([
    "f-d1-company/founded",
    "f-d2-company/founded",
  ]);
});

test("an event is known by its date only where the document dates nothing else to that time", () => {
  const event = (path: string, type: FactRow["type"], value: string) =>
    aFact({ path, label: path, type, value });
  const one = [
    event("event/bond/date", "date", "May 2021"),
    event("event/bond/amount", "money", "US$5 million"),
  ];
  expect(pathsOf("multi-hop", one)).toEqual([["event/bond/amount", "event/bond/date"]]);
  expect(pathsOf("multi-hop", [...one, event("event/sale/date", "date", "May 2021")])).toEqual([]);
});

test("a man's record is not asked for what only a woman's can state", () => {
  const sex = (documentId: string, value: string) =>
    aFact({ documentId, path: "patient/sex", label: "sex", type: "choice", value });
  const last = (documentId: string, over: object) =>
    aFact({
      documentId,
      path: "past/last",
      label: "last menstruation",
      type: "text",
      value: "two weeks ago",
      ...over,
    });
  const absent = { value: "", state: "missing" as const, spans: [] };
  expect(
    pathsOf("unanswerable", [
      sex("d1", "Female"),
      last("d1", {}),
      sex("d2", "Male"),
      last("d2", absent),
    ]),
  ).toEqual([]);
  expect(
    pathsOf("unanswerable", [
      sex("d1", "Female"),
      last("d1", {}),
      sex("d2", "Female"),
      last("d2", absent),
    ]),
  ).toEqual([["past/last"]]);
});
