// A drafted schema is asked again until it is sound, and completed with what a person prepared.

import { describe, expect, test } from "vitest";
import { draftProblem } from "../../pipelines/rageval/draft-problem.ts";
import { completeSchema, schemasStage, seedBatches } from "../../pipelines/rageval/schema.ts";
import {
  type DraftField,
  type DraftLeaf,
  type DraftSchema,
  schemaPrompt,
} from "../../schemas/rageval/prompts.ts";
import { schemas, seeds } from "../../schemas/rageval/records.ts";
import { scriptedContext } from "../support/stage-context.ts";

const leaf = (path: string, over: Partial<DraftLeaf> = {}): DraftLeaf => ({
  path,
  label: path,
  type: "date",
  many: false,
  description: "",
  fill: "rule",
  section: "s",
  options: [],
  unit: null,
  range: null,
  pattern: null,
  fields: [],
  count: null,
  optional: false,
  after: null,
  aliases: [],
  ...over,
});
const draft = (over: Partial<DraftSchema> = {}): DraftSchema => ({
  scenario: "report",
  subject: "{a}",
  subScenario: null,
  sections: [{ id: "s", title: "S", form: "" }],
  leaves: [leaf("a"), leaf("b"), leaf("c")],
  agreements: [],
  family: null,
  ...over,
});
const group = { id: "g1", language: "en" as const, domain: "finance", seedIds: ["s1"] };

test("a sound draft has no problem", () => {
  expect(
    draftProblem(
      draft({
        leaves: [leaf("a"), leaf("b", { after: "a" }), leaf("c", { after: "b" })],
        subScenario: "b",
      }),
      "en",
    ),
  ).toBeUndefined();
});

test.each<[string, Partial<DraftSchema>, RegExp]>([
  ["a path twice", { leaves: [leaf("a"), leaf("a")] }, /"a" occurs twice/],
  ["a shapeless path", { leaves: [leaf("a"), leaf("b c")] }, /"b c" does not consist of words/],
  ["an empty path", { leaves: [leaf("a"), leaf("")] }, /"" does not consist of words/],
  ["a path that ends in a number", { leaves: [leaf("a"), leaf("a/1")] }, /a number for a level/],
  ["a leaf without label", { leaves: [leaf("a", { label: " " })] }, /needs a label/],
  ["an empty option", { leaves: [leaf("a", { options: ["x", ""] })] }, /empty option/],
  [
    "a range the wrong way round",
    { leaves: [leaf("a", { range: { minimum: 2, maximum: 1, decimals: 0 } })] },
    /range of "a" exceeds/,
  ],
  ["no scenario", { scenario: "" }, /scenario needs a name/],
  [
    "a section twice",
    { sections: ["s", "s"].map(id => ({ id, title: "", form: "" })) },
    /section "s" occurs twice/,
  ],
  ["an unknown section", { leaves: [leaf("a", { section: "t" })] }, /section "t"/],
  ["a subject of no leaf", { subject: "{z}" }, /"z" is not one/],
  ["a subject without leaves", { subject: "The company" }, /"The company" is not one/],
  ["a subject that is a list", { leaves: [leaf("a", { many: true })] }, /is a list/],
  ["an unknown sub-scenario", { subScenario: "z" }, /subScenario "z"/],
  ["an order after no leaf", { leaves: [leaf("a", { after: "z" })] }, /after "z"/],
  ["an order after itself", { leaves: [leaf("a", { after: "a" })] }, /after "a"/],
  [
    "a circle of two",
    { leaves: [leaf("a", { after: "b" }), leaf("b", { after: "a" })] },
    /forms a cycle: a, b/,
  ],
  [
    "a circle of three behind a tail",
    {
      leaves: [
        leaf("x", { after: "a" }),
        leaf("a", { after: "b" }),
        leaf("b", { after: "c" }),
        leaf("c", { after: "a" }),
      ],
    },
    /forms a cycle: a, b, c/,
  ],
])("%s is told", (_, over, message) => {
  expect(draftProblem(draft(over), "en")).toMatch(message);
});

const field = (path: string, over: Partial<DraftField> = {}): DraftField => ({
  path,
  label: path,
  type: "money",
  description: "",
  fill: "rule",
  options: [],
  unit: null,
  range: null,
  pattern: null,
  ...over,
});
const list = (over: Partial<DraftLeaf> = {}) =>
  leaf("l", { type: "text", fields: [field("x"), field("y")], ...over });
const agreed = (
  result: string,
  operation: DraftSchema["agreements"][number]["operation"],
  ...of: string[]
) => ({
  leaves: [leaf("a"), list(), leaf("n", { type: "number" })],
  agreements: [{ result, operation, of, because: "", bands: [] }],
});
const family = {
  kinds: ["first", "second"],
  date: "a",
  apart: { minimum: 1, maximum: 9 },
  changes: ["b"],
  anew: [],
  notRestated: [],
  shared: ["c", "d", "e"],
};
const related = (over: Partial<typeof family>) => ({
  leaves: ["a", "b", "c", "d", "e"].map(path => leaf(path)),
  family: { ...family, ...over },
});

test.each<[string, Partial<DraftSchema>]>([
  ["a list of records", { leaves: [leaf("a"), list({ count: { minimum: 0, maximum: 3 } })] }],
  [
    "a pattern over a field beside it",
    {
      leaves: [
        leaf("a"),
        list({ fields: [field("x"), field("y", { pattern: "{x}-{a}-{0-9:2}" })] }),
      ],
    },
  ],
  ["a sum over a field", agreed("n", "sum", "l/x")],
  ["a product in each record", agreed("l/y", "product", "l/x", "n")],
  ["the number of a list", agreed("n", "count", "l")],
  ["an order of dates", agreed("a", "order", "a")],
  ["a family", related({})],
])("%s is sound", (_, over) => {
  expect(draftProblem(draft(over), "en")).toBeUndefined();
});

test.each<[string, Partial<DraftSchema>, RegExp]>([
  ["a record of one field", { leaves: [leaf("a"), list({ fields: [field("x")] })] }, /one field/],
  [
    "a field of two levels",
    { leaves: [leaf("a"), list({ fields: [field("x/y"), field("z")] })] },
    /only one level/,
  ],
  [
    "a field twice",
    { leaves: [leaf("a"), list({ fields: [field("x"), field("x")] })] },
    /"l\/x" occurs twice/,
  ],
  [
    "a field without label",
    { leaves: [leaf("a"), list({ fields: [field("x"), field("y", { label: "" })] })] },
    /"l\/y" needs a label/,
  ],
  [
    "a count the wrong way round",
    { leaves: [leaf("a"), list({ count: { minimum: 3, maximum: 2 } })] },
    /count of "l"/,
  ],
  [
    "a count of one value",
    { leaves: [leaf("a", { count: { minimum: 1, maximum: 2 } })] },
    /needs no count/,
  ],
  [
    "a subject that may be lacking",
    { leaves: [leaf("a", { optional: true })] },
    /must not be optional/,
  ],
  ["a subject of records", { subject: "{l}", leaves: [list()] }, /is a list/],
  ["a pattern over no leaf", { leaves: [leaf("a", { pattern: "{z}" })] }, /names "z"/],
  ["an agreement on no leaf", agreed("n", "sum", "l/z"), /names "l\/z"/],
  ["a sum of words", agreed("n", "sum", "l"), /"l" is not a number/],
  ["a share of three", agreed("n", "percent", "l/x", "l/y", "a"), /exactly two/],
  ["the number of what is not a list", agreed("n", "count", "a"), /"a" is not a list/],
  ["bands without end", agreed("a", "bands", "n"), /must end with one/],
  ["a result made from itself", agreed("n", "sum", "n"), /computed from itself/],
  ["a family of no leaf", related({ changes: ["z"] }), /names "z"/],
  ["a family without date", related({ date: "z" }), /not a leaf of type date/],
  ["a family that shares what changes", related({ changes: ["c"] }), /shares and changes c/],
  ["a family the wrong way round", related({ apart: { minimum: 2, maximum: 1 } }), /apart/],
])("%s is told", (_, over, message) => {
  expect(draftProblem(draft(over), "en")).toMatch(message);
  expect(draftProblem(draft(over), "zh")).toMatch(/\p{Script=Han}/u);
});

test("two lists may have one number; of other ways to compute one the first is kept", () => {
  const numbers = ["m", "n"].map(path => leaf(path, { type: "number" }));
  const leaves = [leaf("a"), list(), { ...list(), path: "k" }, ...numbers];
  const kept = (...agreements: DraftSchema["agreements"]) => {
    expect(draftProblem(draft({ leaves, agreements }), "en")).toBeUndefined();
    return completeSchema(group, draft({ leaves, agreements })).agreements.map(({ of }) => of);
  };
  const ofList = (path: string) => agreed("n", "count", path).agreements;
  expect(kept(...ofList("l"), ...ofList("k"))).toEqual([["l"], ["k"]]);
  expect(kept(...ofList("l"), ...agreed("n", "sum", "m").agreements)).toEqual([["l"]]);
});

test("all faults of a draft are told at once, in its language", () => {
  const faulty = draft({
    scenario: "",
    subject: "{z}",
    subScenario: "y",
    leaves: [leaf("a", { label: "" }), leaf("b c", { section: "t" }), leaf("d", { after: "d" })],
  });
  const [zh, en] = (["zh", "en"] as const).map(
    language => draftProblem(faulty, language)?.split("\n") ?? [],
  );
  expect(en).toHaveLength(7);
  expect(zh).toHaveLength(7);
  expect(zh?.filter(line => !/\p{Script=Han}/u.test(line))).toEqual([]);
  expect(en?.filter(line => /\p{Script=Han}/u.test(line))).toEqual([]);
});

describe("a completed schema", () => {
  test("lets a drafted date fall on the day of the one before it, and draws it soon after", () => {
    const whole = completeSchema(group, draft({ leaves: [leaf("a"), leaf("b", { after: "a" })] }));
    expect(whole.leaves[1]?.after).toEqual({ path: "a", minimumDays: 0, maximumDays: 60 });
  });

  test("has the draft's own options, unit and aliases", () => {
    const whole = completeSchema(
      group,
      draft({
        leaves: [
          leaf("a", { options: ["x"], unit: "US$", aliases: ["A"] }),
          leaf("b", { after: "a" }),
        ],
      }),
    );
    expect(whole.leaves).toMatchObject([
      { options: ["x"], unit: "US$", aliases: ["A"] },
      { after: { path: "a" } },
    ]);
  });

  test("leaves the names of bodies and places to the model, for no list fits every kind of document", () => {
    const leaves = [
      leaf("a", { type: "organisation" }),
      leaf("b", { type: "place" }),
      leaf("c", { type: "person" }),
    ];
    const whole = completeSchema(group, draft({ leaves }));
    expect(whole.leaves.map(({ fill }) => fill)).toEqual(["model", "model", "rule"]);
  });

  test("has its records, and computes what follows from an agreement, whoever was to fill it", () => {
    const whole = completeSchema(
      group,
      draft({
        leaves: [
          leaf("a"),
          list({
            fill: "model",
            fields: [field("x"), field("y", { fill: "model" })],
            count: { minimum: 1, maximum: 5 },
          }),
          leaf("n", { type: "number", fill: "model", optional: true, pattern: "{0-9:2}" }),
        ],
        agreements: [
          { result: "n", operation: "count", of: ["l"], because: "all told", bands: [] },
          { result: "l/y", operation: "product", of: ["l/x", "n"], because: "", bands: [] },
        ],
      }),
    );
    expect(whole.leaves).toMatchObject([
      { path: "a", many: false },
      { many: true, count: { maximum: 5 }, fields: [{ path: "x" }, { path: "y", fill: "rule" }] },
      { fill: "rule", optional: true, pattern: "{0-9:2}" },
    ]);
    expect(whole.agreements[0]).toEqual({
      result: "n",
      operation: "count",
      of: ["l"],
      because: "all told",
    });
  });

  test("takes a draft that leaves out the keys it has nothing to say by", () => {
    const { path, label, type, description, fill, section } = leaf("a");
    const reply = schemaPrompt.reply.parse({
      ...draft(),
      leaves: [{ path, label, type, description, fill, section }],
      agreements: undefined,
      family: undefined,
    });
    expect(reply).toEqual(draft({ leaves: [leaf("a")] }));
  });
});

test("seeds come in lots until all were shown or the rounds are used up", () => {
  const rows = ["1", "2", "3", "4"].map(text => ({ text }));
  expect(seedBatches(rows, 2).map(lot => lot.map(({ text }) => text).join(""))).toEqual([
    "123",
    "4",
  ]);
  expect(seedBatches(rows, 0).map(lot => lot.map(({ text }) => text).join(""))).toEqual(["123"]);
});

describe("the stage", () => {
  const seed = {
    id: "s1",
    language: "en" as const,
    domain: "finance",
    text: `${"x".repeat(11_999)}😀 tail`,
    provenance: { source: "s", licence: null },
  };
  const run = async (rounds: number, refinements: object[], drafts = [draft()]) => {
    const { context, asked } = scriptedContext(
      { seeds: [seed] },
      { "rageval/schema": drafts, "rageval/schema-refinement": refinements },
    );
    const { rows } = await schemasStage({ rounds, seeds }).each(
      { ...group, seedIds: Array.from({ length: 20 }, () => "s1") },
      context as never,
    );
    return { asked, row: schemas.row.parse(rows[0]) };
  };

  test("stops as soon as a round changes nothing", async () => {
    const { asked, row } = await run(5, [
      { schema: draft({ scenario: "better" }), changes: ["named it"] },
      { schema: draft({ scenario: "worse" }), changes: [] },
    ]);
    expect(asked.map(({ prompt }) => prompt)).toEqual([
      "rageval/schema",
      "rageval/schema-refinement",
      "rageval/schema-refinement",
    ]);
    expect([row.schema.scenario, row.changes]).toEqual(["better", ["named it"]]);
  });

  test("asks again for a faulty draft and never cuts a character of a seed in two", async () => {
    const { asked } = await run(0, [], [draft({ subject: "{z}" }), draft()]);
    expect(asked[0]?.complaints).toEqual([expect.stringContaining('"z"'), undefined]);
    expect(asked[0]?.variables.seeds[0].text).toBe("x".repeat(11_999));
  });
});
