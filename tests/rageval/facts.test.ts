// Facts stand where their spans say, are counted as stated, missing or withheld, and have one value each.

import { describe, expect, test } from "vitest";
import {
  extractedFactsStage,
  factsProblem,
  locateFacts,
  locatedFactsStage,
  sentenceParts,
  toFacts,
} from "../../pipelines/rageval/facts.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { facts } from "../../schemas/rageval/records.ts";
import { aConfig, aSchema, aValue, leaves } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const document = aDocument({ configId: "c1", kind: "generated" });

test("each fact is stated with its verbatim sentences, missing, or withheld", () => {
  const rows = locateFacts(
    document,
    aConfig(
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
  const [row] = locateFacts(own, aConfig(aValue("company/founded", "2014")), aSchema().schema);
  expect(row?.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
    "Alder Mills was convicted in 2014 too.",
  ]);
});

test("a document that states nothing of its config is rejected and its rows are kept", async () => {
  const { context } = scriptedContext({
    configs: [aConfig(aValue("company/staff", "999"))],
    schemas: [aSchema()],
  });
  expect(await locatedFactsStage.each(document, context as never)).toMatchObject({
    outcome: "rejected",
    code: "no-facts",
    rows: [{ state: "missing" }],
  });
});

describe("extracted facts", () => {
  const schema = aSchema();
  const text =
    "Alder Mills was founded on 2021年3月5日. That is 2021-03-05. It merged in June 2022. It merged on 4 June 2022. It has 214 people. It has 215 people.";
  const own = aDocument({ text });
  const sentences = splitSentences(text, "en");
  const extract = (...found: [string, string, number[]][]) =>
    toFacts(own, schema, sentences, {
      subject: "Alder Mills",
      facts: found.map(([path, said, numbers]) => ({ path, value: said, sentences: numbers })),
    });
  const of = (rows: ReturnType<typeof extract>, path: string) =>
    rows
      .filter(row => row.path.startsWith(path))
      .map(({ value, state, spans }) => [value, state, spans.length]);

  test("a value in two formats is one value, with the sentences of both", () => {
    expect(
      of(
        extract(["company/founded", "2021年3月5日", [1]], ["company/founded", "2021-03-05", [2]]),
        "company/founded",
      ),
    ).toEqual([["2021年3月5日", "stated", 2]]);
  });

  test("two different values of a leaf that is no list are left out: there would be two right answers", () => {
    expect(
      of(
        extract(["company/staff", "214 people", [5]], ["company/staff", "215 people", [6]]),
        "company/staff",
      ),
    ).toEqual([]);
    expect(
      of(
        extract(["report/revenue", "US$1.5", [5]], ["report/revenue", "US$15", [6]]),
        "report/revenue",
      ),
    ).toEqual([]);
  });

  test("the elements of a list are numbered, each once", () => {
    const listed = aSchema({
      leaves: leaves.map(leaf => ({ ...leaf, many: leaf.path === "company/staff" })),
    });
    const rows = toFacts(own, listed, sentences, {
      subject: "x",
      facts: ["214 people", "215 people", "214 people"].map((said, index) => ({
        path: "company/staff",
        value: said,
        sentences: [5 + (index % 2)],
      })),
    });
    expect(
      rows.filter(({ value }) => value !== "").map(({ path, value }) => [path, value]),
    ).toEqual([
      ["company/staff/1", "214 people"],
      ["company/staff/2", "215 people"],
    ]);
  });

  test("that there is none of a thing is stated by the sentence that denies it", () => {
    const heirs = aSchema({
      leaves: [...leaves, { ...leaves[0], path: "heirs", label: "heirs", type: "text" }],
    });
    const facts = [{ path: "heirs", value: "none", sentences: [1] }];
    const [denial] = splitSentences("The founder left no heirs.", "en");
    expect(
      factsProblem({ subject: "x", facts }, heirs.schema.leaves, [denial!], "en"),
    ).toBeUndefined();
  });

  test.each([
    ["a leaf that is not there", "company/x", "1", [1], /no leaf "company\/x"/],
    ["a sentence that is not there", "company/staff", "214", [99], /no sentence 99; the last is 6/],
    ["a value that its sentence does not state", "company/staff", "214", [6], /company\/staff/],
  ])("%s is told", (_, path, said, numbers, message) => {
    expect(
      factsProblem(
        { subject: "x", facts: [{ path, value: said, sentences: numbers }] },
        schema.schema.leaves,
        sentences,
        "en",
      ),
    ).toMatch(message);
  });
});

describe("a long document", () => {
  const filler = Array.from(
    { length: 700 },
    (_, index) => `Line ${index} tells of nothing that anybody would ever want to know.`,
  );
  const long = aDocument({
    text: [...filler, "The company was founded on 3 May 1998."].join("\n"),
  });
  const sentences = splitSentences(long.text, "en");

  test("is read in parts that hold every sentence once", () => {
    const parts = sentenceParts(sentences);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flat()).toEqual(sentences);
    expect(
      Math.max(...parts.map(part => part.reduce((sum, { text }) => sum + text.length, 0))),
    ).toBeLessThanOrEqual(24_000);
  });

  test("has its sentence numbers shifted to the whole", async () => {
    const found = ({ sentences: shown }: { sentences: { number: number; text: string }[] }) => ({
      subject: "Alder",
      facts: shown
        .filter(({ text }) => text.includes("founded"))
        .map(({ number }) => ({
          path: "company/founded",
          value: "3 May 1998",
          sentences: [number],
        })),
    });
    const { context, asked } = scriptedContext(
      { documents: [long], schemas: [aSchema()] },
      { "rageval/facts": found as never },
    );
    const { rows } = await extractedFactsStage.each(long, context as never);
    const [fact] = rows.filter(({ state }) => state === "stated");
    expect(asked.length).toBeGreaterThan(1);
    expect(fact?.spans.map(({ start, end }) => long.text.slice(start, end))).toEqual([
      "The company was founded on 3 May 1998.",
    ]);
  });
});

test("a document of a domain without schema is rejected", async () => {
  const { context } = scriptedContext({ documents: [aDocument()], schemas: [] });
  expect(await extractedFactsStage.each(aDocument(), context as never)).toMatchObject({
    outcome: "rejected",
    code: "no-schema",
  });
});
