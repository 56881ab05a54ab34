// What becomes of a proposer's reply: candidates with evidence, losses with reasons, asked again only where hardly any is left.

import { expect, test } from "vitest";
import { initStage } from "../../pipelines/questions/propose-questions.ts";
import type { CandidateReply } from "../../schemas/questions/prompts.ts";
import {
  linkedMaterials,
  linkedProposals,
  type MaterialRow,
  materials,
  proposals,
} from "../../schemas/questions/records.ts";
import { type FactRow, facts } from "../../schemas/rageval/records.ts";
import { aReply, evidenceAt, slopeDocument, tollDocument } from "../support/toll-and-slope.ts";
import { scriptedContext } from "../support/stage-context.ts";

const material: MaterialRow = {
  id: "m1",
  language: "en",
  domain: "traffic",
  kind: "document",
  documentIds: ["en"],
  scope: [],
  rest: "",
  wanted: [
    { type: "condition", count: 2 },
    { type: "unanswerable", count: 1 },
  ],
  link: null,
  weight: 2,
};
const fact = (over: Partial<FactRow>): FactRow => ({
  id: "f1",
  documentId: "en",
  schemaId: "s",
  language: "en",
  domain: "traffic",
  subject: "Orla Bridge",
  path: "toll/lorries",
  label: "toll for lorries",
  type: "money",
  value: "40 euros",
  state: "stated",
  spans: evidenceAt("en", 2).map(({ span }) => span),
  ...over,
});

const stage = (over: object = {}) =>
  initStage({
    name: "questions/init",
    over: materials,
    writes: proposals,
    facts,
    types: ["condition", "unanswerable"],
    briefs: true,
    constructed: false,
    ...over,
  });

async function run(
  replies: (CandidateReply | null | object)[][],
  { row = material, options = {}, known = [] as FactRow[] } = {},
) {
  const brief = { subject: "Orla Bridge tolls", settles: ["lorries 40 euros"] };
  const { context, asked } = scriptedContext(
    { documents: [tollDocument(), slopeDocument()], facts: known },
    { "questions/init": replies.map(candidates => ({ brief, candidates })) },
  );
  const outcome = await stage(options).each(row, context as never);
  const [made] = outcome.rows.map(one => proposals.row.parse(one));
  return { made, asked };
}
const lossesOf = async (...candidates: (CandidateReply | null)[]) => {
  const kept = [
    aReply(),
    aReply({
      question: "Are firemen's lorries charged at the Orla Bridge?",
      answer: "On duty they pay nothing.",
      sentences: [3],
    }),
  ];
  const { made } = await run([[...kept, ...candidates]]);
  return made?.losses.map(({ number, code }) => `${number} ${code}`);
};

test("a candidate comes with the sentences it names, its proposer's mark, and the brief", async () => {
  const { made } = await run([[aReply({ sentences: [2, 99] })]]);
  expect(made).toMatchObject({
    materialId: "m1",
    weight: 2,
    candidates: [{ number: 1, type: "condition", mark: 4, evidence: evidenceAt("en", 2) }],
    losses: [],
    briefs: [{ documentId: "en", subject: "Orla Bridge tolls" }],
  });
});

test("what fits no contract, no wanted type or no sentence ends with its reason", async () => {
  expect(
    await lossesOf(
      null,
      aReply({ type: "riddle" }),
      aReply({ type: "summary" }),
      aReply({ sentences: [99] }),
      aReply({ answer: " " }),
    ),
  ).toEqual(["3 no-candidate", "4 unknown-type", "5 type-not-wanted", "6 no-sentences", "7 empty"]);
});

test("an answer with a version that nobody names ends; what it computes is for the reader", async () => {
  const asks = { question: "What do two lorries of 20 tonnes pay together on the Orla Bridge?" };
  const derivation = (result: string) => ({
    operation: "sum" as const,
    operands: ["40 euros", "40 euros"],
    result,
  });
  expect(
    await lossesOf(aReply({ ...asks, answer: "By rule 3.1.4 they pay 40 euros each." })),
  ).toEqual(["3 unsupported-value"]);
  const { made } = await run([
    [
      aReply({
        ...asks,
        answer: "They pay 80 euros.",
        derivations: [derivation("80 euros"), derivation("95 euros")],
      }),
    ],
  ]);
  expect(made?.candidates[0]?.derivations).toEqual([derivation("80 euros")]);
});

test("a question that holds its answer, and one that repeats a better one, end", async () => {
  expect(
    await lossesOf(
      aReply({
        question: "Do lorries above 12 tonnes pay 40 euros, as all lorries above 12 tonnes do?",
        answer: "Lorries above 12 tonnes pay 40 euros, as all do.",
      }),
      aReply({
        question: "In July my 20 tonne lorry crosses the Orla Bridge. What do I pay?",
        worth: 3,
      }),
    ),
  ).toEqual(["3 gives-itself-away", "4 duplicate"]);
});

test("an unanswerable question needs no sentence", async () => {
  const open = aReply({
    type: "unanswerable",
    question: "What do buses pay on the Orla Bridge?",
    answer: "Nothing is said of buses.",
    sentences: [],
  });
  expect((await run([[open]])).made?.candidates).toHaveLength(1);
});

test("where fewer than half can stand it is asked again once, with the reasons", async () => {
  const { asked, made } = await run([
    [null, null, aReply()],
    [aReply(), null],
  ]);
  expect(asked[0]?.complaints).toEqual([expect.stringContaining("- 1: "), undefined]);
  expect(made?.candidates).toHaveLength(1);
});

test("what comes the second time stands, be it nothing", async () => {
  const { asked, made } = await run([[null], []]);
  expect([asked[0]?.complaints.length, made?.candidates]).toEqual([2, []]);
});

test("a material that bears nothing is declined by one reply", async () => {
  const { asked, made } = await run([[]]);
  expect([asked[0]?.complaints, made?.candidates]).toEqual([[undefined], []]);
});

test("few good candidates of a poor material are enough", async () => {
  expect((await run([[aReply()]])).asked[0]?.complaints).toEqual([undefined]);
});

test("a linked material shows its link and asks for no brief", async () => {
  const link = { question: "Which is dearer?", adds: ["toll", "ticket"], tie: "prices", sure: 3 };
  const row = { ...material, kind: "linked" as const, documentIds: ["en", "zh"], link };
  const { asked, made } = await run([[aReply()]], {
    row,
    options: { over: linkedMaterials, writes: linkedProposals },
  });
  expect(asked[0]?.variables).toMatchObject({ brief: false, link: { tie: "prices" }, count: 3 });
  expect(asked[0]?.variables.documents[1].sentences[0].number).toBe(7);
  expect(made?.link).toEqual(link);
});

test("facts come with the sentences that state them, withheld ones by their label alone", async () => {
  const known = [
    fact({}),
    fact({ id: "f2", label: "toll for buses", value: "25 euros", state: "withheld", spans: [] }),
  ];
  const { asked } = await run([[aReply()]], { known });
  expect(asked[0]?.variables).toMatchObject({
    silent: ["toll for buses"],
    facts: [
      { document: "Orla Bridge", value: "40 euros", sentences: [2] },
      { label: "toll for buses", value: "", sentences: [] },
    ],
  });
});

test("nobody marks what is made by construction", async () => {
  const { made } = await run([[aReply()]], { options: { constructed: true } });
  expect(made?.candidates[0]?.mark).toBeNull();
});
