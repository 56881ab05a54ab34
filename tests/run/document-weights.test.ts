// A table of how much documents are used: read in its forms, held against the documents, drawn by, and told where it is wrong.

import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readJournal, readRows } from "../../pipelines/engine/read-run.ts";
import { plan } from "../../pipelines/run/plan.ts";
import { run } from "../../pipelines/run/run.ts";
import { readSettings } from "../../pipelines/run/settings.ts";
import { readWeights } from "../../pipelines/run/document-weights.ts";
import { documents } from "../../schemas/items/documents.ts";
import { materials } from "../../schemas/questions/records.ts";
import { freshFolder, writeFiles } from "../support/folder.ts";

const at = freshFolder();
const halls = ["Alder", "Birch", "Cedar"];

beforeEach(() => {
  const texts = halls.map((name, index) => [
    `docs/${name.toLowerCase()}.md`,
    `# ${name} hall\n\nThe hall holds ${index + 3}40 chairs. It opens at ${index + 7}:30. The warden is ${name} Morgan.\n`,
  ]);
  writeFiles(at(), Object.fromEntries(texts));
});

const table = (text: string, name = "use.csv") => {
  writeFiles(at(), { [name]: text });
  return at(name);
};
const listed = (text: string, name?: string) =>
  readWeights(table(text, name)).list.map(({ document, weight }) => [document, weight]);
const options = (weights: string, more: object = {}) => ({
  wing: "rageval" as const,
  documents: [at("docs")],
  model: "rules",
  items: 4,
  mix: { factual: 1, comparison: 1 },
  out: at("out"),
  weights,
  ...more,
});
const drawn = (weights: string, more: object = {}) =>
  run(options(weights, { until: "materials", ...more }));
const weightByName = (): Record<string, number> => {
  const names = new Map([...readRows(at("out"), documents)].map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    [...readRows(at("out"), materials)]
      .filter(({ kind }) => kind === "document")
      .map(({ documentIds: [id = ""], weight }) => [names.get(id), weight]),
  );
};

test("a CSV is read with its columns in any order, quoted, or behind semicolons, and JSONL alike", () => {
  const wanted = [
    ["a, b", 3],
    ["c", 0.5],
  ];
  expect(listed('document,weight\n"a, b",3\n\nc,0.5\n')).toEqual(wanted);
  expect(listed('\uFEFFWeight;from;Document\r\n3;x;"a, b"\r\n0.5;;./c\r\n')).toEqual(wanted);
  expect(
    listed('{"document": "a, b", "weight": 3}\n{"document": "c", "weight": 0.5}\n', "use.jsonl"),
  ).toEqual(wanted);
});

test.each([
  ["document,weight\na,3\nb,many\n", "line 3: weight: it is not a number of at least 0"],
  ["document,weight\na,-1\n", "line 2: weight: it is not a number of at least 0"],
  ["document,weight\n\na,\n", "line 3: weight: it is not a number of at least 0"],
  ["file,weight\na,1\n", "line 2: document: it is not a name"],
  ["document,weight\n", "names no document"],
  ['document,weight\n"a,1\n', "is not a CSV"],
  ['{"document": "a", "weight": 1}\n{"document": "b"\n', "line 2: it is not JSON"],
])("%j is refused: %s", (text, message) => {
  expect(() => readWeights(table(text))).toThrow(message);
});

test("a table that is not there is told with its path", () => {
  expect(() => readWeights(at("none.csv"))).toThrow(`${at("none.csv")} cannot be read`);
});

test.each([
  [
    "Alder hall,2\nx 1,1\nx 2,1\nx 3,1\nx 4,1\nx 5,1\nx 6,1\nx 7,1\n",
    /has names that are not among the documents: "x 1" \(line 3\), .*"x 5" \(line 7\), and 2 more\.$/,
  ],
  ["alder.md,2\nAlder hall,3\n", /line 3: "Alder hall" is the same document as on line 2\.$/],
  ["alder,0\nbirch,0\ncedar,0\n", /all documents have weight 0\.$/],
])("of a table that does not fit the documents no model is asked: %j", async (lines, message) => {
  const weights = table(`document,weight\n${lines}`);
  await expect(drawn(weights)).rejects.toThrow(message);
  await expect(plan(options(weights))).rejects.toThrow(message);
  expect(readJournal(at("out"), "questions/topics").lines.size).toBe(0);
});

test("a name that fits two documents is told with the paths of both", async () => {
  writeFiles(at(), { "docs/old/alder.md": "# Alder hall\n\nIt was closed in 1990.\n" });
  const weights = table("document,weight\nAlder hall,2\n");
  await expect(drawn(weights)).rejects.toThrow(
    /line 2: "Alder hall" matches two documents, .*docs\/alder\.md .* and .*docs\/old\/alder\.md/,
  );
  await drawn(table("document,weight\nold/alder.md,2\n"));
});

test("with no key every document is read but the unused ones, and weighs what it is used; another table draws again", async () => {
  await drawn(table("document,weight\nalder.md,0\nBirch hall,5\n"));
  expect(weightByName()).toEqual({ "Birch hall": 5, "Cedar hall": 1 });
  const dropped = [...readJournal(at("out"), materials.name).lines.values()].flatMap(line =>
    line.outcome === "rejected" ? [line.code] : [],
  );
  expect(dropped).toEqual(["unused"]);
  await drawn(table("document,weight\nBirch hall,2\n"));
  expect(weightByName()).toEqual({ "Alder hall": 1, "Birch hall": 2, "Cedar hall": 1 });
  expect(openRun(at("out")).settings).toMatchObject({ weights: join(at(), "use.csv") });
});

test("documents of a domain that is not asked for may be listed", async () => {
  writeFiles(at(), { "other/elm.md": "# Elm hall\n\nIt opens at nine.\n" });
  const weights = table("document,weight\nElm hall,2\nalder,3\n");
  const both = { documents: [at("docs"), at("other")] };
  await drawn(weights, { ...both, domains: ["docs"] });
  expect(weightByName()).toMatchObject({ "Alder hall": 3 });
});

test("a plan foresees nothing of documents that are not used", async () => {
  const all = await plan(options(table("document,weight\nalder,2\n"), { model: "openai:gpt-4o" }));
  const one = await plan(
    options(table("document,weight\nalder,0\nbirch,0\n"), { model: "openai:gpt-4o" }),
  );
  const calls = ({ plan: { stages } }: typeof all) =>
    stages.find(({ stage }) => stage === "questions/init")?.calls;
  expect([calls(all), calls(one)]).toEqual([3, 1]);
});

test("weights without documents that are drawn are refused, and by other wings too; a file's are passed over there", async () => {
  const weights = table("document,weight\nalder,2\n");
  const [seeds, paper] = [{ documents: undefined, schemas: ["finance"] }, { method: "paper" }];
  for (const more of [seeds, { ...paper, mix: { factual: 1 } }])
    await expect(drawn(weights, more)).rejects.toThrow("--weights is for your own documents");
  expect(() => readSettings({ wing: "cofe", weights })).toThrow(/does not weight documents/);
  writeFiles(at(), { "ragwright.yaml": `weights: ${weights}\n` });
  expect(readSettings({ wing: "cofe", settings: at("ragwright.yaml") }).settings.weights).toBe(
    weights,
  );
});
