// What a model proposes of a family stands where the facts prove it; a candidate that lies ends with its reason.

import { expect, test } from "vitest";
import { documentAnchors } from "../../pipelines/questions/anchors.ts";
import { familyMaterialsStage } from "../../pipelines/questions/family-materials.ts";
import { yieldChecker, unitFinder } from "../../pipelines/questions/known-families.ts";
import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import { showMaterial } from "../../pipelines/questions/material-view.ts";
import { familyMaterials } from "../../schemas/questions/records.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { proposeOn, smallFamily } from "../support/small-family.ts";
import { scriptedContext } from "../support/stage-context.ts";

const base: FamilyCandidateReply = {
  type: "as-of",
  asker: "insurer settling a claim",
  question: "Who was in charge of Tarnwick Works on 1 January 2022, when the wall fell?",
  answer: "Bram Holt, who had been its manager since 5 June 2021.",
  sentences: [11],
  derivations: [],
  worth: 5,
  asOf: "2022-01-01",
  wrong: [{ answer: "The manager was Ada Finch.", trap: "superseded", documents: [1] }],
  members: [],
};
const holding: FamilyCandidateReply = {
  ...base,
  type: "which-holds",
  question: "How much acid may the driver pump into the tank of Tarnwick Works in April 2023?",
  answer: "64 tonnes: that is what the tank has held since 9 August 2021.",
  sentences: [12, 17],
  asOf: null,
  wrong: [{ answer: "It holds 40 tonnes.", trap: "stale", documents: [3] }],
};
const described: FamilyCandidateReply = {
  ...base,
  type: "described",
  question:
    "At the works whose rails lie 760 mm apart under a licence of Orla Council, who looked?",
  answer: "Ivo Marsh looked at Tarnwick Works.",
  sentences: [6, 7, 8],
  asOf: null,
  wrong: [{ answer: "All was seen by Ned Rudd.", trap: "twin", documents: [4] }],
};
const changed: FamilyCandidateReply = {
  ...base,
  type: "what-changed",
  question: "I still write to Ada Finch at Tarnwick Works. What has changed there by 2022?",
  answer: "Ada Finch was manager at first, Bram Holt since 5 June 2021.",
  sentences: [3, 11],
  asOf: null,
};
const list: FamilyCandidateReply = {
  ...base,
  type: "complete-list",
  question: "Whom must I call as former and present managers of Tarnwick Works, and how many?",
  answer: "Three managers: Ada Finch, Bram Holt and Cora Vale.",
  sentences: [3, 11, 16],
  asOf: null,
  wrong: [{ answer: "Ada Finch alone.", trap: "partial", documents: [1] }],
  members: [1, 2, 3],
};
const disputed: FamilyCandidateReply = {
  ...base,
  type: "disagreement",
  question: "On which day shall we celebrate twenty-five years of Tarnwick Works?",
  answer: "The reports disagree: one says 4 May 1998, another 6 May 1998, and nothing decides.",
  sentences: [5, 18],
  asOf: null,
  wrong: [{ answer: "It opened on 4 May 1998.", trap: "partial", documents: [1] }],
};
const all = [base, holding, described, changed, list, disputed];

/** What becomes of these among candidates that stand. */
async function lossesOf(...candidates: FamilyCandidateReply[]) {
  const { row } = await proposeOn(smallFamily("en"), () => [...all, ...candidates]);
  const own = row.losses.filter(({ number }) => number > all.length);
  return own.map(({ code }) => code);
}
/** The same in other words, so that it does not repeat another candidate. */
const anew = (reply: FamilyCandidateReply, over: Partial<FamilyCandidateReply>) => ({
  ...reply,
  question: `Before signing I ask on behalf of a buyer in Marl: ${reply.question.replace("who looked", "who was it")} Our bank insists upon this.`,
  ...over,
});

test("what the facts prove comes with its day, its members and its wrong answers, by document", async () => {
  const { row, variables } = await proposeOn(smallFamily("en"), () => all);
  expect(row.losses).toEqual([]);
  expect(row.candidates).toMatchObject([
    {
      type: "as-of",
      asOf: "2022-01-01",
      wrongAnswers: [
        { answer: "The manager was Ada Finch.", trap: "superseded", documentIds: ["d1"] },
      ],
    },
    { type: "which-holds", wrongAnswers: [{ trap: "stale", documentIds: ["d3"] }] },
    { type: "described", wrongAnswers: [{ trap: "twin", documentIds: ["d4"] }] },
    { type: "what-changed" },
    { type: "complete-list", members: ["d1", "d2", "d3"] },
    { type: "disagreement" },
  ]);
  expect(variables.documents.map(({ number, isTwin }) => [number, isTwin])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, true],
  ]);
  expect(variables.threads.find(({ label }) => label === "capacity of the tank")?.told).toEqual([
    { document: 1, value: "40 tonnes", from: "", standing: "", holds: "" },
    { document: 2, value: "64 tonnes", from: "9 August 2021", standing: "", holds: "" },
    {
      document: 3,
      value: "40 tonnes",
      from: "",
      standing: "copied from before, no longer holds",
      holds: "since 9 August 2021 it is 64 tonnes",
    },
    { document: 4, value: "25 tonnes", from: "", standing: "", holds: "" },
  ]);
});

test("the evidence holds the line that dates each document cited, and one that names their subject", async () => {
  const { row } = await proposeOn(smallFamily("en"), () => [base, holding]);
  expect(row.candidates.map(({ evidence }) => evidence.map(({ text }) => text))).toEqual([
    [
      "Tarnwick Works was inspected again.",
      "Written on 10 March 2022.",
      "Since 5 June 2021 the manager has been Bram Holt.",
    ],
    [
      "Tarnwick Works was inspected again.",
      "Written on 10 March 2022.",
      "Since 9 August 2021 the tank has held 64 tonnes.",
      "Written on 20 March 2023.",
      "Into the tank go 40 tonnes.",
    ],
  ]);
});

test.each<[string, FamilyCandidateReply, Partial<FamilyCandidateReply>]>([
  ["day-not-between", base, { asOf: null }],
  ["day-not-between", base, { asOf: "2022-03-10" }],
  ["day-not-between", base, { asOf: "2024-01-01" }],
  ["day-not-asked", base, { asOf: "2022-01-02" }],
  ["not-what-held", base, { answer: "Cora Vale was, as its manager since 2 July 2022." }],
  ["not-what-holds", holding, { answer: "40 tonnes may be pumped, as the third report says." }],
  ["no-stale-answer", holding, { wrong: [] }],
  ["names-its-subject", described, { question: "At Tarnwick Works on 760 mm rails, who came?" }],
  ["describes-nothing", described, { question: "At the works with narrow rails, who came then?" }],
  ["fits-several", described, { question: "At the works with rails 760 mm apart, who came?" }],
  ["no-twin-answer", described, { wrong: [] }],
  ["two-subjects", described, { sentences: [8, 26] }],
  ["no-such-change", changed, { answer: "Bram Holt is the manager since 5 June 2021." }],
  ["no-such-change", changed, { sentences: [11] }],
  ["incomplete-list", list, { answer: "Two managers: Ada Finch and Bram Holt." }],
  ["members-not-cited", list, { sentences: [3, 11] }],
  ["members-incomplete", list, { members: [1, 2] }],
  ["not-the-disagreement", disputed, { answer: "The works opened on 4 May 1998, as is stated." }],
])("%s: a candidate of that kind that lies ends", async (code, reply, over) => {
  expect(await lossesOf(anew(reply, over))).toEqual([code]);
});

test("a description in words of its own fits one subject, and an answer on two things is wrong where one of them is", async () => {
  const inWords = anew(described, {
    question: "Ada had charge of the works before Bram took over: who came to look at it?",
  });
  const two = anew(base, {
    question: "Who managed Tarnwick Works on 1 July 2021, and how much did its tank hold?",
    answer: "Bram Holt managed it since 5 June 2021; the tank held 40 tonnes.",
    sentences: [4, 11],
    asOf: "2021-07-01",
    wrong: [
      { answer: "Ada Finch did, and it held 40 tonnes.", trap: "superseded", documents: [1] },
    ],
  });
  expect(await lossesOf(inWords, two)).toEqual([]);
});

test.each<[string, FamilyCandidateReply["wrong"][number]]>([
  ["it is right", { answer: "Bram Holt it was.", trap: "superseded", documents: [2] }],
  ["no document says it", { answer: "It was Zoe Quill.", trap: "superseded", documents: [1] }],
  ["another says it", { answer: "It was Ada Finch.", trap: "superseded", documents: [2] }],
  ["it is not a near-twin's", { answer: "It was Ada Finch.", trap: "twin", documents: [1] }],
  ["no such document", { answer: "It was Ada Finch.", trap: "superseded", documents: [9] }],
])("a wrong answer that is none ends its candidate: %s", async (_, wrong) => {
  expect(await lossesOf(anew(base, { wrong: [wrong] }))).toEqual(["unproved-wrong-answer"]);
});

test("a wrong answer may reckon with a value that its documents alone say, and with no other", async () => {
  const halfOf = (whole: number, half: number) => ({
    answer: `Its tank holds ${whole} tonnes, so half of it is ${half} kg.`,
    trap: "superseded" as const,
    documents: [1],
  });
  expect(await lossesOf(anew(base, { wrong: [halfOf(40, 20_000)] }))).toEqual([]);
  expect(await lossesOf(anew(base, { wrong: [halfOf(440, 220_000)] }))).toEqual([
    "unproved-wrong-answer",
  ]);
});

test("what held on another day than the one asked for is named for its own: replaced by then, or later only", async () => {
  const wrong = [
    { answer: "It was Cora Vale.", trap: "superseded" as const, documents: [3] },
    { answer: "It was Ada Finch.", trap: "later" as const, documents: [1] },
  ];
  const { row } = await proposeOn(smallFamily("en"), () => [{ ...base, wrong }]);
  expect(row.candidates[0]?.wrongAnswers?.map(({ trap }) => trap)).toEqual(["later", "superseded"]);
  // Where no day is asked for nothing is later; what is not a wrong answer is left out beside one that is.
  const other = await proposeOn(smallFamily("en"), () => [anew(changed, { wrong })]);
  expect(other.row.candidates[0]?.wrongAnswers?.map(({ trap }) => trap)).toEqual(["superseded"]);
  const [, later] = wrong as [(typeof wrong)[0], (typeof wrong)[1]];
  expect(await lossesOf(anew(changed, { wrong: [later] }))).toEqual(["unproved-wrong-answer"]);
});

const mix = defaultMix("rageval");
const options = {
  items: 40,
  devShare: 0.2,
  mix,
  constructed: false,
  asking: { candidates: { factor: 1.5, more: 2 }, material: 6000 },
};

test("the documents of a family and its near-twin are one material, by day; others are none", () => {
  const { documents, facts } = smallFamily("en");
  const { context } = scriptedContext({ facts: facts.toReversed() });
  const { rows } = familyMaterialsStage(options).all([...documents], context as never);
  expect(rows.map(row => familyMaterials.row.parse(row))).toMatchObject([
    { kind: "family", documentIds: ["d1", "d2", "d3", "d4"], scope: [], link: null },
  ]);
  const asked = rows[0]!.wanted.map(({ type }) => type);
  expect(asked).toContain("which-holds");
  expect(asked).not.toContain("factual");
  // Of what turns on a stale or disputed value no more than there are.
  const plain = facts.map(fact => ({ ...fact, standing: undefined }));
  const { context: without } = scriptedContext({ facts: plain });
  const [row] = familyMaterialsStage(options).all([...documents], without as never).rows;
  const countOf = (wanted: typeof row) => wanted!.wanted.reduce((sum, { count }) => sum + count, 0);
  expect(row!.wanted.map(({ type }) => type)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/which-holds|disagreement/)]),
  );
  expect(countOf(row)).toBe(countOf(rows[0]));
});

test("of documents too long together the parts that differ are read, and the lines that date each and name its subject", () => {
  const { documents, facts } = smallFamily("en");
  const { context } = scriptedContext({ facts: [...facts] });
  const filler = "The yard was swept and the fence was painted as in every year before. ".repeat(
    90,
  );
  const long = documents.map(row => ({
    ...row,
    text: row.text.replace("The manager", `\n\n${filler}\n\nThe manager`),
  }));
  const asking = { ...options.asking, material: 400 };
  const { rows } = familyMaterialsStage({ ...options, asking }).all(long, context as never);
  const { scope } = rows[0]!;
  expect(new Set(scope.map(({ documentId }) => documentId)).size).toBe(4);
  const read = scope.map(({ documentId, start, end }) =>
    long.find(({ id }) => id === documentId)!.text.slice(start, end),
  );
  expect(read.join("\n")).toContain("Bram Holt");
  const shown = showMaterial(rows[0]!, id => long.find(row => row.id === id)!).sentences;
  const own = long.filter(({ id }) => rows[0]!.documentIds.includes(id));
  const whole = own.map(row => showMaterial({ documentIds: [row.id], scope: [] }, () => row));
  expect(shown.length).toBeLessThan(whole.flatMap(({ sentences }) => sentences).length);
  const anchors = whole.flatMap(({ sentences }) => documentAnchors(sentences, "en"));
  expect(shown.map(({ text }) => text)).toEqual(
    expect.arrayContaining(anchors.map(({ text }) => text)),
  );
});

test("what families alone are asked for is asked where there are some, lists over several subjects too; what is kept together is a family or each alone", () => {
  const { facts } = smallFamily("en");
  const tableOf = (rows: typeof facts) =>
    scriptedContext({ facts: [...rows] }).context.tables["facts"] as never;
  const typesIn = (domain: string, rows?: typeof facts) => {
    const bears = yieldChecker(rows && tableOf(rows));
    return Object.keys(mix).filter(type => bears({ type: type as never, domain, language: "en" }));
  };
  const single = facts.filter(({ documentId }) => documentId === "d5");
  const alone = Object.keys(defaultMix("rageval", "ours", { families: false }));
  expect(typesIn("works")).toEqual(Object.keys(mix));
  expect(typesIn(facts[0]!.domain, facts)).toEqual(Object.keys(mix));
  expect(typesIn("another", facts)).toEqual(alone);
  expect(typesIn(facts[0]!.domain, single)).toEqual(alone);
  const several = Array.from({ length: 5 }, (_, at) => ({ ...single[0]!, subject: `Works ${at}` }));
  expect(typesIn(facts[0]!.domain, several)).toEqual([...alone, "complete-list"]);
  expect(["d1", "d4", "d5"].map(unitFinder(tableOf(facts)))).toEqual(["family", "family", "d5"]);
});

test("the seven kinds have 35 % of a run that may write families, the others their proportions; the paper's method has none", () => {
  const weightsOf = (of: object) => Object.entries(of as Record<string, number>);
  const alone = defaultMix("rageval", "ours", { families: false });
  const sum = (of: object) => weightsOf(of).reduce((total, [, weight]) => total + weight, 0);
  expect(1 - sum(alone) / sum(mix)).toBeCloseTo(0.35, 2);
  expect(weightsOf(mix).slice(0, weightsOf(alone).length)).toEqual(weightsOf(alone));
  expect(Object.keys(defaultMix("rageval", "paper"))).not.toContain("as-of");
});
