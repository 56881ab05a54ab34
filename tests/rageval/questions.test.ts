// By the paper's method: what is asked of which documents, and which of the questions that come back may stand.

import { describe, expect, test } from "vitest";
import { devDocuments } from "../../pipelines/items/dev-documents.ts";
import {
  type QuestionRequestOptions,
  questionRequestsStage,
} from "../../pipelines/rageval/question-requests.ts";
import { questionsStage } from "../../pipelines/rageval/questions.ts";
import { PublishedType } from "../../schemas/items/item-types.ts";
import { questions } from "../../schemas/items/records.ts";
import {
  type AskedRow,
  asked,
  type FactRow,
  facts as factsOf,
} from "../../schemas/rageval/records.ts";
import { aFact } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const subject = "Company d1 Works";
const reply = (question: string, answer = "On 3 May 1998.", derivations: object[] = []) => ({
  question,
  answer,
  derivations,
});
const good = [
  reply(`When was ${subject} founded?`),
  reply("Who founded company D1 works?", "Its first miller."),
  reply(`How many work at ${subject}?`, "214 people."),
];
const unnamed = reply("When was it founded?");
const wrong = { operation: "difference", operands: ["10", "4"], result: "5" };

describe("questions", () => {
  const row: AskedRow = {
    id: "asked-1",
    type: "factual",
    language: "en",
    domain: "finance",
    documentIds: ["d1"],
    count: 3,
  };
  const run = async (
    replies: object[][],
    over: Partial<AskedRow> = {},
    facts: FactRow[] = [aFact()],
  ) => {
    const { type } = { ...row, ...over };
    const { context, asked: requests } = scriptedContext(
      { facts, documents: [aDocument()] },
      { [`rageval/question-${type}`]: replies.map(given => ({ questions: given })) },
    );
    const outcome = await questionsStage({ facts: factsOf }).each(
      { ...row, ...over },
      context as never,
    );
    const rows = outcome.rows.map(made => questions.row.parse(made));
    return { rows, outcome, requests, complaints: requests[0]?.complaints };
  };

  test("of one reply become a row each, with its first answer", async () => {
    const { rows, requests } = await run([good]);
    expect(rows.map(({ question, answer }) => ({ question, answer, derivations: [] }))).toEqual(
      good,
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    expect(rows[0]).toMatchObject({ subjects: [subject], originId: "asked-1", spans: [] });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ["without its subject", unnamed],
    ["without a text", reply(" ")],
    ["without an answer", reply(`When was ${subject} founded?`, " ")],
    ["with a wrong derivation", reply(`How old is ${subject}?`, "5", [wrong])],
  ])("of which one is %s stand without it, and nothing is asked again", async (_, bad) => {
    const { rows, complaints } = await run([[good[0]!, bad, good[2]!]]);
    expect(rows.map(({ question }) => question)).toEqual([good[0]?.question, good[2]?.question]);
    expect(complaints).toEqual([undefined]);
  });

  test("are asked for again when none is good, with all reasons; the row fails in the end", async () => {
    const { rows, complaints } = await run([[unnamed, reply(" ")], good]);
    expect(rows).toHaveLength(3);
    expect(complaints?.[0]?.split("\n")).toEqual([
      expect.stringContaining(`must name "${subject}"`),
      expect.stringContaining("text and its answer"),
    ]);
    await expect(run(Array.from({ length: 3 }, () => [unnamed]))).rejects.toThrow(/must name/);
  });

  test("may be none: a material that bears none is declined", async () => {
    const { outcome, complaints } = await run([[]]);
    expect(outcome).toMatchObject({ outcome: "declined", code: "no-good-question", rows: [] });
    expect(complaints).toEqual([undefined]);
  });

  test("that cannot be answered show what was left out by name, and have the fixed answer", async () => {
    const facts = [
      aFact(),
      aFact({ path: "company/staff", value: "214 people", state: "withheld", spans: [] }),
    ];
    const fixed = reply(good[2]!.question, "Unable to answer.");
    const { rows, requests } = await run([[good[2]!, fixed]], { type: "unanswerable" }, facts);
    expect(rows.map(({ answer }) => answer)).toEqual(["Unable to answer."]);
    expect(requests[0]?.variables).toMatchObject({
      leftOut: ["number of employees"],
      documents: [{ subject, config: [{ path: "company/founded" }] }],
    });
    expect(JSON.stringify(requests[0]?.variables.documents[0].config)).not.toContain("214");
  });

  test("of a user's own document have its title for a subject, which they need not spell out, and no config", async () => {
    const { context, asked: requests } = scriptedContext(
      { documents: [aDocument({ name: "Report for 2021" })] },
      { "rageval/question-factual": [{ questions: good }] },
    );
    expect((await questionsStage({}).each(row, context as never)).rows).toHaveLength(3);
    expect(requests[0]?.variables.documents).toMatchObject([
      { subject: "Report for 2021", config: [] },
    ]);
  });

  test("are complained of in their own language", async () => {
    const chinese = [reply("成立于何时？", "1998年5月3日。")];
    const { complaints } = await run([chinese, good], { language: "zh" });
    expect(complaints?.[0]).toBe(`“成立于何时？”里要写出“${subject}”的全称。`);
  });
});

describe("what is asked", () => {
  const documents = Array.from({ length: 12 }, (_, at) => aDocument({ id: `d${at}` }));
  const mix = Object.fromEntries(PublishedType.options.map(type => [type, 1]));
  const of = (items: number, over: Partial<QuestionRequestOptions> = {}, rows = documents) => {
    const { context } = scriptedContext({ documents: rows });
    const options = {
      quotas: { items, mix },
      candidates: { factor: 1.5, more: 2 },
      devShare: 0.25,
      ...over,
    };
    return questionRequestsStage(options)
      .all([...rows], context as never)
      .rows.map(row => asked.row.parse(row));
  };
  const wanted = (rows: readonly AskedRow[], type: string) =>
    rows.filter(row => row.type === type).reduce((sum, { count }) => sum + count, 0);

  test("is so many of each type as its quota and the spares make, three at once while there are documents", () => {
    const rows = of(28);
    expect(PublishedType.options.map(type => wanted(rows, type))).toEqual(Array(7).fill(8));
    expect(rows.filter(({ type }) => type === "factual").map(({ count }) => count)).toEqual([
      3, 3, 2,
    ]);
    expect(of(28, { candidates: { factor: 1, more: 0 } })).toHaveLength(14);
    expect(of(28, {}, documents.slice(0, 1)).map(({ count }) => count)).toEqual(Array(4).fill(8));
  });

  test("is nothing of a type that is not wanted", () => {
    const only = of(4, { quotas: { items: 4, mix: { summary: 1, factual: 0 } } });
    expect(new Set(only.map(({ type }) => type))).toEqual(new Set(["summary"]));
  });

  test("never joins a dev document with a test document, and a pair is of two", () => {
    const dev = devDocuments(
      documents.map(({ id }) => id),
      0.25,
    );
    const pairs = of(500).filter(({ documentIds }) => documentIds.length > 1);
    const sides = pairs.map(({ documentIds }) => documentIds.filter(id => dev.has(id)).length);
    expect(new Set(sides)).toEqual(new Set([0, 2]));
    expect(new Set(pairs.map(({ type }) => type))).toEqual(
      new Set(["integration", "comparison", "time-sequence"]),
    );
  });

  test("does not depend on the order of the documents, and stays while more items are wanted", () => {
    expect(of(28, {}, documents.toReversed()).map(({ id }) => id)).toEqual(
      of(28).map(({ id }) => id),
    );
    const more = new Set(of(56).map(({ id }) => id));
    expect(of(28).filter(({ id }) => !more.has(id))).toEqual([]);
  });
});
