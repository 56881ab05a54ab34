// What stands of candidates and their readings, by code and by one request where answers differ.

import { expect, test } from "vitest";
import { settledStage } from "../../pipelines/questions/settle-candidates.ts";
import {
  type Candidate,
  type Reading,
  type ReadingRow,
  settled,
} from "../../schemas/questions/records.ts";
import {
  aCandidate,
  aProposal,
  aReading,
  evidenceAt,
  tollDocument,
} from "../support/toll-and-slope.ts";
import { aSettledRow } from "../support/settled-candidates.ts";
import { scriptedContext } from "../support/stage-context.ts";

const options = { readings: true, refinement: true, constructed: false };
const invented = "You pay 45 euros, as all lorries above 12 tonnes do.";

async function run(
  candidates: Candidate[],
  read: Reading[],
  { settle = [] as object[], over = {} } = {},
) {
  const row: ReadingRow = {
    id: "r1",
    language: "en",
    domain: "traffic",
    proposalId: "p1",
    readings: read,
    sameModel: false,
  };
  const { context, asked } = scriptedContext(
    { documents: [tollDocument()], readings: [row] },
    { "questions/refinement": settle },
  );
  const stage = settledStage({ ...options, ...over });
  const outcome = await stage.each(aProposal({ candidates }), context as never);
  const [made] = outcome.rows.map(one => settled.row.parse(one));
  return { made, asked, losses: made?.losses.map(({ number, code }) => `${number} ${code}`) };
}
const reply = (over: object) => ({
  cases: [{ number: 1, verdict: "change", answer: "", sentences: [], why: "as stated", ...over }],
});

test("a candidate that its reader bears out stands, with measures and the sentences both need", async () => {
  const { made, asked } = await run(
    [aCandidate({ evidence: evidenceAt("en", 2, 4) })],
    [aReading()],
  );
  expect(asked).toEqual([]);
  expect(made?.accepted).toMatchObject([
    {
      evidence: evidenceAt("en", 2),
      changes: [],
      measures: {
        proof: "reading",
        asker: "haulier",
        proposed: 4,
        read: 4,
        known: false,
        passages: 1,
        lexicalRank: 4,
        linked: null,
        weight: 2,
      },
    },
  ]);
});

test("what code proved of a list keeps its sentences, and ends rather than be changed", async () => {
  const list = { evidence: evidenceAt("en", 2, 4), factIds: ["f1"], members: ["d1"] };
  const { made } = await run([aCandidate(list)], [aReading()]);
  expect(made?.accepted).toMatchObject([{ ...list, changes: [] }]);
  const settle = [reply({ answer: aCandidate().answer, sentences: [2] })];
  const lying = aCandidate({ ...list, answer: invented });
  const { losses } = await run([lying], [aReading()], { settle });
  expect(losses).toEqual(["1 changed-list"]);
});

test("the unread, the unclear and the altered each end with a reason", async () => {
  const altered = evidenceAt("en", 2).map(each => ({ ...each, text: "Lorries pay 40 euros." }));
  const { losses } = await run(
    [aCandidate(), aCandidate({ number: 2 }), aCandidate({ number: 3, evidence: altered })],
    [aReading({ clear: false })],
  );
  expect(losses).toEqual(["1 unclear", "2 unread", "3 not-verbatim"]);
});

test("a derivation that does not compute ends its candidate", async () => {
  const derivations = [{ operation: "sum" as const, operands: ["40", "2"], result: "43" }];
  expect((await run([aCandidate({ derivations })], [aReading()])).losses).toEqual([
    "1 wrong-derivation",
  ]);
});

test("answers that differ are settled in one request, on cited sentences and their neighbours", async () => {
  const answer = "You pay 40 euros: lorries above 12 tonnes do.";
  const { made, asked } = await run([aCandidate({ answer: invented })], [aReading()], {
    settle: [reply({ answer, sentences: [2] })],
  });
  expect(
    asked[0]?.variables.documents[0].sentences.map(({ number }: { number: number }) => number),
  ).toEqual([1, 2, 3]);
  expect(asked[0]?.variables.cases[0].differences.join()).toContain("45 euros");
  expect(made?.accepted).toMatchObject([{ answer, changes: ["as stated"] }]);
});

test("what a reader answers of a question called unanswerable is settled: it stays left open, or ends", async () => {
  const open = aCandidate({
    type: "unanswerable",
    question: "What do lorries pay at the Orla Bridge on public holidays?",
    answer: "The notice names no toll for public holidays. It says what lorries pay.",
  });
  const after = (settle: object[]) => run([open], [aReading()], { settle });
  const kept = await after([reply({ verdict: "keep" })]);
  expect(kept.asked[0]?.variables.cases[0].differences.join()).toContain("not stated");
  expect(kept.made?.accepted).toMatchObject([{ answer: open.answer }]);
  const changed = await after([reply({ answer: aCandidate().answer, sentences: [2] })]);
  expect(changed.losses).toEqual(["1 answered"]);
});

test("what still fails after it is rejected, and so is what the reply drops", async () => {
  const differing = aCandidate({ answer: invented });
  const after = async (over: object) =>
    (await run([differing], [aReading()], { settle: [reply(over)] })).losses;
  expect([
    await after({ answer: "You pay 55 euros.", sentences: [2] }),
    await after({ verdict: "keep" }),
    await after({ verdict: "drop" }),
  ]).toEqual([["1 unsupported"], ["1 unsupported"], ["1 dropped"]]);
});

test("without a reply a gap stands and a contradiction falls", async () => {
  const gap = aReading({
    number: 2,
    answer:
      "40 euros, yet vehicles belonging to firefighters travel free while responding, after which receipts must be presented.",
  });
  const candidates = [
    aCandidate({ answer: invented }),
    aCandidate({
      number: 2,
      answer: "40 euros.",
      question: "What is the Orla Bridge toll for big lorries?",
    }),
    aCandidate({
      number: 3,
      answer: invented,
      question: "Which toll awaits my 13 tonne lorry at the Orla Bridge?",
    }),
  ];
  const { made, losses } = await run(candidates, [aReading(), gap, aReading({ number: 3 })], {
    settle: [{ cases: [null] }, { cases: [null] }],
  });
  expect([made?.accepted.map(({ number }) => number), losses]).toEqual([
    [2],
    ["1 contradicted", "3 contradicted"],
  ]);
});

test("without refinement what contradicts falls at once", async () => {
  const { losses, asked } = await run([aCandidate({ answer: invented })], [aReading()], {
    over: { refinement: false },
  });
  expect([losses, asked]).toEqual([["1 contradicted"], []]);
});

test("without readings, and by construction, only what code proves counts", async () => {
  const candidates = [aCandidate({ mark: null }), aCandidate({ number: 2, answer: invented })];
  for (const [over, proof] of [
    [{ readings: false }, "none"],
    [{ constructed: true }, "construction"],
  ] as const) {
    const { made, losses } = await run(candidates, [], { over });
    expect(made?.accepted.map(({ measures }) => [measures.proof, measures.read])).toEqual([
      [proof, null],
    ]);
    expect(losses).toEqual(["2 unsupported-value"]);
  }
});

test("each candidate that was compared says what code found to differ and what the refinement said to that", async () => {
  const altered = evidenceAt("en", 2).map(each => ({ ...each, text: "Lorries pay 40 euros." }));
  const candidates = [
    aCandidate({ answer: invented }),
    aCandidate({ number: 2, evidence: altered }),
    aCandidate({ number: 3 }),
    aCandidate({ number: 4 }),
  ];
  const read = [
    aReading(),
    aReading({ number: 2 }),
    aReading({ number: 3, clear: false }),
    aReading({ number: 4 }),
  ];
  const { made } = await run(candidates, read, { settle: [reply({ verdict: "keep" })] });
  expect(made?.compared).toEqual([
    { number: 1, differences: ["unsaid", "contrary"], refinement: "keep" },
    // Fell by code alone, and its reader would have borne it out.
    { number: 2, differences: [], refinement: null },
    { number: 4, differences: [], refinement: null },
  ]);
});

test("a row of a run of before says nothing of what was compared", () => {
  const { compared: _, ...before } = aSettledRow([]);
  expect(settled.row.parse(before).compared).toEqual([]);
});

test("a question means what it cites: a near-twin read beside it need not be meant, and what is described is named nowhere", async () => {
  const twin = tollDocument({ id: "twin", name: "Marl Viaduct", text: "The viaduct is shut." });
  const others = Array.from({ length: 9 }, (_, at) =>
    tollDocument({ id: `o${at}`, name: `Lorry road ${at}`, text: "My lorry crosses it in July." }),
  );
  const settle = async (over: Partial<Candidate>) => {
    const { context } = scriptedContext(
      { documents: [tollDocument(), twin, ...others] },
      { "questions/refinement": [] },
    );
    const proposal = aProposal({ documentIds: ["en", "twin"], candidates: [aCandidate(over)] });
    const stage = settledStage({ ...options, readings: false });
    const outcome = await stage.each(proposal, context as never);
    return settled.row.parse(outcome.rows[0]).losses.map(({ code }) => code);
  };
  const unnamed = { question: "My 20 tonne lorry crosses it in July. What do I pay?" };
  expect(await settle({})).toEqual([]);
  expect(await settle(unnamed)).toEqual(["no-subject"]);
  expect(await settle({ ...unnamed, type: "described" })).toEqual([]);
});

test("what a question describes is sought among the documents beside the corpus, too; one that says the same is no other", async () => {
  const described = {
    question: "Lorries of 20 tonnes and the fire brigade use our bridge. Who pays, and how much?",
  };
  const settle = async (text: string) => {
    const beside = tollDocument({ id: "beside", name: "Marl Viaduct", text });
    const { context } = scriptedContext(
      { documents: [tollDocument()], distractors: [beside] },
      { "questions/refinement": [] },
    );
    const stage = settledStage({ ...options, readings: false, distracted: true });
    const candidates = [aCandidate(described)];
    const outcome = await stage.each(aProposal({ candidates }), context as never);
    return settled.row.parse(outcome.rows[0]).losses.map(({ code }) => code);
  };
  expect(await settle("The viaduct is shut.")).toEqual([]);
  expect(await settle(tollDocument().text.replaceAll("40 euros", "55 euros"))).toEqual([
    "two-subjects",
  ]);
  expect(await settle(tollDocument().text)).toEqual([]);
});
