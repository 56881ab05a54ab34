// Facts stand where their spans say, and are counted as stated, missing or withheld.

import { expect, test } from "vitest";
import { factsStage, locateFacts } from "../../pipelines/rageval/facts.ts";
import { facts } from "../../schemas/rageval/records.ts";
import { aFamilyForm, aMember, aSchema, aValue } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const document = aDocument({ configId: "c1", kind: "generated" });

test("each fact is stated with its verbatim sentences, missing, or withheld", () => {
  const rows = locateFacts(
    document,
    aMember(
      aValue("company/founded", "1998-05-03"),
      aValue("company/staff", "215 people"),
      aValue("report/revenue", "US$30 million", { withheld: true }),
    ),
    aSchema().schema,
  ).map(row => facts.row.parse(row));
  expect(rows.map(({ state }) => state)).toEqual(["stated", "missing", "withheld"]);
  expect(
    rows.map(({ spans }) => spans.map(({ start, end }) => document.text.slice(start, end))),
  ).toEqual([["Alder Mills was founded on 3 May 1998 in Corrie."], [], []]);
});

test("a value that stands in several sections is located in its own", () => {
  const text = "Earlier: convicted in 2014.\n\nAlder Mills was convicted in 2014 too.";
  const own = aDocument({
    configId: "c1",
    kind: "generated",
    text,
    sections: [
      { id: "report", start: 0, end: 27 },
      { id: "company", start: 29, end: text.length },
    ],
  });
  const [row] = locateFacts(own, aMember(aValue("company/founded", "2014")), aSchema().schema);
  expect(row?.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    "Alder Mills was convicted in 2014 too.",
  ]);
});

test("a value that holds from a day is stated where its day is told, beside it or elsewhere", () => {
  const since = aValue("company/staff", "214 people", { from: "2021-11-08" });
  const read = (text: string) => {
    const own = aDocument({ configId: "c1", kind: "generated", text });
    const [row] = locateFacts(own, aMember(since), aSchema({ family: aFamilyForm }).schema);
    return [row?.state, row?.spans.map(({ start, end }) => text.slice(start, end)), row?.from];
  };
  const beside = "Since 8 November 2021, Alder Mills has had 214 people.";
  expect(read(`It has 214 people. ${beside}`)).toEqual(["stated", [beside], "2021-11-08"]);
  const apart = ["Alder Mills has 214 people.", "So it has been since 2021-11-08."];
  expect(read(apart.join(" "))).toEqual(["stated", apart, "2021-11-08"]);
  expect(read("Alder Mills has 214 people.")).toEqual(["missing", [], "2021-11-08"]);
});

test("a document that states nothing of its config is rejected and its rows are kept", async () => {
  const { context } = scriptedContext({
    members: [aMember(aValue("company/staff", "999"))],
    schemas: [aSchema()],
  });
  expect(await factsStage.each(document, context as never)).toMatchObject({
    outcome: "rejected",
    code: "no-facts",
    rows: [{ state: "missing" }],
  });
});
