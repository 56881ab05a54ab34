// A newcomer's way through the command line, each command in a process of its own.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ragwright } from "../support/cli.ts";
import { copySharedRun, lawArguments, lawSettings } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const run = join(folder, "run");
const small = lawArguments("law", join(folder, "small.yaml"));
const lines = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");
const rows = (path: string) => lines(path).map(line => JSON.parse(line) as Record<string, unknown>);

beforeAll(() => {
  writeFileSync(join(folder, "small.yaml"), lawSettings);
  copySharedRun("law", run);
});

test("a run makes as many items as wanted, of all seven types that rules ask in both languages, and says where they are", async () => {
  const items = rows(join(run, "items/items.jsonl"));
  expect(items).toHaveLength(28);
  expect(new Set(items.map(item => JSON.stringify([item["type"], item["language"]]))).size).toBe(
    14,
  );
  for (const file of [
    "dataset/dragonball/docs.jsonl",
    "dataset/dragonball/queries.jsonl",
    "dataset/dragonball/manifest.json",
    "report.html",
    "calls.jsonl",
    "run.json",
  ])
    expect(existsSync(join(run, file)), file).toBe(true);
});

test("every reference is the document's own text at its offsets", () => {
  const texts = new Map(
    rows(join(run, "items/documents.jsonl")).map(({ id, text }) => [id, String(text)]),
  );
  const evidence = rows(join(run, "items/items.jsonl")).flatMap(
    item =>
      item["evidence"] as {
        text: string;
        span: { documentId: string; start: number; end: number };
      }[],
  );
  expect(evidence.length).toBeGreaterThan(28);
  expect(
    evidence.filter(
      ({ text, span }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text,
    ),
  ).toEqual([]);
});

test("--json gives one JSON value on stdout", async () => {
  const again = await ragwright([...small, "--out", run, "--json"]);
  expect(again.code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({ directory: run, failures: 0 });
  const status = await ragwright(["status", run, "--json"]);
  expect(JSON.parse(status.out)).toMatchObject({ finished: true, running: null });
});

test("an item is traced back to its schema and calls", async () => {
  const [item] = rows(join(run, "items/items.jsonl"));
  const { out, code } = await ragwright(["trace", run, String(item?.["id"])]);
  expect(code).toBe(0);
  expect(out).toContain("rageval/schemas");
  expect(out).toMatch(/calls [0-9a-f]{12}/);
});

test("a config edited by hand is kept, and its document is written by it", async () => {
  const edited = join(folder, "edited");
  const until = await ragwright([...small, "--out", edited, "--until", "configs"]);
  expect(until.code, until.err).toBe(0);
  expect(until.out).toContain("Stopped after rageval/configs:");
  const path = join(edited, "rageval/configs.jsonl");
  const before = lines(path);
  writeFileSync(
    path,
    `${before.map(line => line.replaceAll(/"label":"([^"]*hearing[^"]*)"/g, '"label":"day in open court"')).join("\n")}\n`,
  );
  const on = await ragwright([...small, "--out", edited]);
  expect(on.code, on.err).toBe(0);
  expect(on.err).toContain("edited row kept");
  expect(
    rows(join(edited, "rageval/facts.jsonl")).some(({ label }) => label === "day in open court"),
  ).toBe(true);
  const diff = await ragwright(["diff", run, edited, "--json"]);
  const chinese = before.filter(line => line.includes('"language":"zh"'));
  expect(
    JSON.parse(diff.out).artifacts.find(
      (entry: { artifact: string }) => entry.artifact === "rageval/configs",
    ),
  ).toMatchObject({ same: chinese.length });
});

test("a user's own question with its answer gets references and keypoints; one without needs a model", async () => {
  const mine = join(folder, "mine");
  mkdirSync(join(mine, "notes"), { recursive: true });
  writeFileSync(
    join(mine, "notes", "mill.txt"),
    "Alder Mills\n\nAlder Mills was founded on 3 May 1998 in Corrie.\nIts revenue in 2021 came to US$30 million.\nThe managing director of Alder Mills is Ruth Penn.\n",
  );
  writeFileSync(
    join(mine, "questions.jsonl"),
    '{"question":"When was Alder Mills founded?"}\n{"question":"What was the revenue of Alder Mills in 2021?","answer":"The revenue of Alder Mills in 2021 was US$30 million.","document":"Alder Mills"}\nnot json\n',
  );
  const out = join(mine, "out");
  const { code, out: said } = await ragwright(
    ["run", "rageval", "--documents", "notes", "--questions", "questions.jsonl", "--out", out],
    { cwd: mine },
  );
  const items = rows(join(out, "items/items.jsonl"));
  expect(items).toMatchObject([
    { answer: "The revenue of Alder Mills in 2021 was US$30 million." },
  ]);
  expect(said).toContain("This needs a model: --model openai:NAME, ollama:NAME, or --batch files.");
  // The third line is a failure of its own, and the run says so.
  expect(code).toBe(1);
  expect(rows(join(out, "failures.jsonl"))).toMatchObject([{ code: "bad-record" }]);
});

// Side by side: each is one start of the program.
test.concurrent.each([
  ["an unknown wing", ["run", "crudd"], 2, /no wing "crudd"/],
  [
    "nothing to start from",
    ["run", "rageval", "--out", join(folder, "none")],
    2,
    /nothing to start from/,
  ],
  [
    "a folder that is not there",
    ["run", "rageval", "--seeds", join(folder, "absent"), "--out", join(folder, "none")],
    1,
    /no file or folder/,
  ],
  [
    "a number that is none",
    ["run", "rageval", "--seeds", folder, "--items", "many"],
    2,
    /--items must be a whole number/,
  ],
  ["an unknown option", ["run", "rageval", "--sedes", folder], 2, /unknown option/],
  [
    "a model without a key",
    ["run", "rageval", "--seeds", folder, "--model", "openai:m", "--out", join(folder, "keyless")],
    2,
    /OPENAI_API_KEY is not set/,
  ],
  ["a run that is not there", ["status", join(folder, "absent")], 1, /absent/],
])("%s is a clear error with an exit code of its own", async (_, args, code, message) => {
  const ran = await ragwright(args);
  expect(ran.code).toBe(code);
  expect(ran.err).toMatch(message);
  expect(ran.err).not.toContain("    at ");
});

test("init makes a project that runs from its own settings", async () => {
  const project = join(folder, "project");
  expect((await ragwright(["init", project])).code).toBe(0);
  expect(readFileSync(join(project, "ragwright.yaml"), "utf8")).toContain("model: rules");
  const again = await ragwright(["init", project]);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining("already exists")]);
});
