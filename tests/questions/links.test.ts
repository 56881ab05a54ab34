// Links are what a model names among neighbours, checked; they become materials, the surest first, within the bound.

import { expect, test } from "vitest";
import { linkedMaterialsStage } from "../../pipelines/questions/linked-materials.ts";
import { scopeOf } from "../../pipelines/questions/reading-scope.ts";
import { linksStage } from "../../pipelines/questions/links.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import {
  type LinkRow,
  linkedMaterials,
  links,
  type MaterialRow,
  type NeighbourhoodRow,
} from "../../schemas/questions/records.ts";
import { aDocument } from "../support/items.ts";
import { nineTypes } from "../support/settled-candidates.ts";
import { outcomeFor, scriptedContext } from "../support/stage-context.ts";

const documents = [1, 2, 3, 4].map(at => aDocument({ id: `d${at}`, name: `Sluice ${at}` }));
const neighbourhood: NeighbourhoodRow = {
  id: "near-1",
  language: "en",
  domain: "finance",
  briefs: documents.map(({ id, name }) => ({
    documentId: id,
    subject: name,
    settles: ["It opens at low water."],
  })),
  near: ["names alike"],
};
const named = (numbers: number[], over: object = {}) => ({
  documents: numbers,
  question: `Which of sluices ${numbers.join(" and ")} may be opened first?`,
  adds: ["its gate", "its sill"],
  tie: "low water",
  sure: 3,
  ...over,
});
const answered = async (given: unknown[], near = neighbourhood) => {
  const { context, asked } = scriptedContext(
    { documents },
    { "questions/links": [{ links: given }] },
  );
  return { outcome: await outcomeFor(linksStage({}), near, context as never), asked };
};

test("a request shows each brief under its document's name and asks for one link for three documents", async () => {
  const { asked } = await answered([]);
  expect(asked[0]?.variables).toMatchObject({
    count: 2,
    documents: [{ number: 1, name: "Sluice 1", settles: ["It opens at low water."] }, {}, {}, {}],
  });
});

test("no link is an answer", async () => {
  expect((await answered([])).outcome).toEqual({ outcome: "made", rows: [] });
});

test("good links go on; unknown numbers, one or four documents, guesses, repeats and misfits end with their reasons", async () => {
  const { outcome } = await answered([
    named([1, 9]),
    named([2, 3], { sure: 2 }),
    null,
    named([4]),
    named([1, 2, 3, 4]),
    named([1, 2], { sure: 1 }),
    named([2, 3], { sure: 2 }),
    named([4, 1, 4]),
  ]);
  expect(outcome.rows.map(row => links.row.parse(row).documentIds)).toEqual([
    ["d2", "d3"],
    ["d4", "d1"],
  ]);
  expect(outcome.rows[0]?.losses.map(({ number, code }) => [number, code])).toEqual([
    [1, "unknown-document"],
    [3, "no-contract"],
    [4, "not-two-or-three"],
    [5, "not-two-or-three"],
    [6, "guess"],
    [7, "twice"],
  ]);
  expect(outcome.rows[1]?.losses).toEqual([]);
});

test("where all that was named ends, the row says why", async () => {
  const { outcome } = await answered([named([1, 2], { sure: 1 })]);
  expect(outcome).toMatchObject({ outcome: "rejected", code: "guess", rows: [] });
});

const aLink = (documentIds: string[], sure: number, question = "Which?"): LinkRow => ({
  id: `link-${documentIds.join("-")}-${sure}-${question}`,
  language: "en",
  domain: "finance",
  documentIds,
  link: { question, adds: ["a", "b"], tie: "low water", sure },
  losses: [],
});
const material = (documentId: string, weight: number): MaterialRow => ({
  id: `m-${documentId}-${weight}`,
  language: "en",
  domain: "finance",
  kind: "document",
  documentIds: [documentId],
  scope: [],
  rest: "",
  wanted: [{ type: "factual", count: 1 }],
  link: null,
  weight,
});
const linked = (rows: LinkRow[], { items = 20, mix = nineTypes } = {}) => {
  const { context } = scriptedContext({
    documents,
    materials: [material("d1", 4), material("d2", 1), material("d2", 1)],
  });
  const asking = { candidates: { factor: 1.5, more: 2 }, material: 6000 };
  return linkedMaterialsStage({ items, mix, asking }).all(rows, context as never);
};

test("the surest link of a set of documents is read, asked for four candidates, and speaks for its documents' mean", () => {
  const { rows, dropped } = linked([aLink(["d2", "d1"], 2), aLink(["d1", "d2"], 3)]);
  expect(rows.map(row => linkedMaterials.row.parse(row))).toMatchObject([
    { kind: "linked", documentIds: ["d1", "d2"], scope: [], link: { sure: 3 }, weight: 3 },
  ]);
  expect(rows[0]?.wanted.map(({ type, count }) => [type, count])).toEqual([
    ["integration", 1],
    ["why-how", 1],
    ["comparison", 1],
    ["time-sequence", 1],
  ]);
  expect(dropped?.map(({ code }) => code)).toEqual(["same-documents"]);
});

test("fragments that are linked are read alone, in their order, also where they are of one document", () => {
  const spanOf = (documentId: string, start: number) => ({ documentId, start, end: start + 9 });
  const within = { ...aLink(["d1"], 3), scope: [spanOf("d1", 20), spanOf("d1", 0)] };
  const across = { ...aLink(["d2", "d1"], 2), scope: [spanOf("d2", 0), spanOf("d1", 0)] };
  const { rows } = linked([within, across].map(row => links.row.parse(row)));
  expect(rows.map(({ documentIds, scope }) => [documentIds, scope])).toEqual([
    [["d1"], [spanOf("d1", 0), spanOf("d1", 20)]],
    [
      ["d2", "d1"],
      [spanOf("d2", 0), spanOf("d1", 0)],
    ],
  ]);
});

test("a link names fragments where the briefs are of fragments, each of which counts", async () => {
  const fragments = [0, 40].map(start => ({ documentId: "d1", start, end: start + 30 }));
  const briefs = fragments.map(fragment => ({
    documentId: "d1",
    fragment,
    subject: "the sill",
    settles: [],
  }));
  const { outcome } = await answered([named([2, 1])], { ...neighbourhood, briefs });
  expect(outcome.rows).toMatchObject([{ documentIds: ["d1"], scope: fragments.toReversed() }]);
});

test("no more links are read than questions over several documents can use, the surest first", () => {
  // One integration item of four: 1 × 1.5, so two links.
  const given = [aLink(["d1", "d2"], 2), aLink(["d3", "d4"], 3), aLink(["d1", "d3"], 3)];
  const { rows, dropped } = linked(given, { items: 4, mix: { factual: 3, integration: 1 } });
  expect(rows.map(({ link }) => link?.sure)).toEqual([3, 3]);
  expect(dropped?.map(({ code }) => code)).toEqual(["over-quota"]);
  expect(linked(given, { mix: { factual: 1 } }).rows).toEqual([]);
});

test.each([
  [
    "en",
    (at: number) => `Gate ${at} is painted every spring by the crew.`,
    "The sill lies at nine metres below low water.",
    "\n\n",
  ],
  ["zh", (at: number) => `第${at}号闸门每年春天由班组刷漆。`, "门槛位于低潮面以下九米。", "\n\n"],
] as const)(
  "%s: of documents too long together the short one stays whole, of the long one what ties them stays",
  (language, filler, tied, between) => {
    const lines = Array.from({ length: 200 }, (_, at) => filler(at));
    const long = aDocument({
      id: "d-long",
      language,
      text: [...lines.slice(0, 150), tied, ...lines.slice(150)].join(between),
    });
    const short = aDocument({ id: "d-short", language, text: filler(7) });
    const scope = scopeOf([long, short], tied, 600);
    const textOf = ({ documentId, start, end }: (typeof scope)[number]) =>
      (documentId === "d-long" ? long : short).text.slice(start, end);
    const read = scope.map(textOf).join("\n");
    expect(read).toContain(tied);
    expect(scope.at(-1)).toEqual({ documentId: "d-short", start: 0, end: short.text.length });
    expect(countTokens(read)).toBeLessThanOrEqual(600);
    expect(countTokens(read)).toBeGreaterThan(300);
    expect(scopeOf([short, short], tied, 600)).toEqual([]);
  },
);
