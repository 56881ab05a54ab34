// A user's own documents, and own questions on them: a model asks, another reads blind, or all as the paper prints it; every reference is the documents' own text.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { readJournal, readRows } from "../../pipelines/engine/read-run.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { ragwright } from "../support/cli.ts";
import { reportOf, serveRuns } from "../support/recorded/journeys.ts";
import { recordedName, recordedRun } from "../support/recorded/run.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const own = "tests/fixtures/documents/mills";
const reports = ["alder-mills.txt", "tarn-weavers.md"].map(name => join(own, name));
const [made, printed, asked] = ["made", "printed", "asked"].map(name => join(folder, name)) as [
  string,
  string,
  string,
];
const wanted =
  "items: 4\nmix: { factual: 1, why-how: 1, integration: 1, unanswerable: 1 }\ndevShare: 0\nasking: { candidates: { factor: 1.5, more: 2 }, shortlist: 1.3 }\n";
const asPrinted =
  "method: paper\nitems: 2\nmix: { factual: 1, comparison: 1 }\nrounds: { refinement: 1 }\ndevShare: 0\nasking: { candidates: { factor: 1, more: 0 } }\n";
const settingsAt = (name: string, text: string) => {
  const path = join(folder, `${name}.yaml`);
  writeFileSync(path, text);
  return path;
};
const run = (directory: string, flags: object) =>
  recordedRun({
    journey: "own-documents",
    wing: "rageval",
    directory,
    flags: { documents: [own], ...flags },
  });
const wrongSpans = (directory: string) => {
  const texts = new Map([...readRows(directory, documents)].map(({ id, text }) => [id, text]));
  return [...readRows(directory, items)]
    .flatMap(({ evidence }) => evidence)
    .filter(({ span, text }) => texts.get(span.documentId)?.slice(span.start, span.end) !== text);
};

beforeAll(async () => {
  const well = { waiting: 0, failures: [] };
  expect([
    await run(made, { settings: settingsAt("made", wanted) }),
    await run(printed, { documents: reports, settings: settingsAt("printed", asPrinted) }),
  ]).toEqual([well, well]);
});

test("every type that was wanted comes out either way, on references that are the documents' own characters", () => {
  const types = [made, printed].map(directory =>
    [...readRows(directory, items)].map(({ type }) => type).sort(),
  );
  expect(types).toEqual([
    ["factual", "integration", "unanswerable", "why-how"],
    ["comparison", "factual"],
  ]);
  expect([...wrongSpans(made), ...wrongSpans(printed)]).toEqual([]);
});

test("documents of which one completes the other are asked about together; each question was read blind and has its keypoints", () => {
  const [together, ...others] = [...readRows(made, items)].sort(
    (a, b) => b.documentIds.length - a.documentIds.length,
  );
  expect(together?.type).toBe("integration");
  expect(new Set(together?.evidence.map(({ span }) => span.documentId)).size).toBe(2);
  expect(others.map(({ documentIds }) => documentIds.length)).toEqual([1, 1, 1]);
  const all = [...readRows(made, items)];
  expect(all.map(({ measures }) => measures?.proof)).toEqual(all.map(() => "reading"));
  expect(all.filter(({ keypoints }) => keypoints.length === 0)).toEqual([]);
});

test("a command whose server gives the same replies makes the same files, each request paid for once", async () => {
  const served = join(folder, "served");
  const { env, stats, close } = await serveRuns([made]);
  const words = ["run", "rageval", "--documents", own, "--settings", join(folder, "made.yaml")];
  const { code, err } = await ragwright([...words, "--model", recordedName, "--out", served], {
    env,
  });
  await close();
  expect(code, err).toBe(0);
  const { bill, repeats } = stats();
  const calls = [...readCalls(join(made, "calls.jsonl"))].length;
  expect([bill.chat.billed.replies, repeats.goodBilled]).toEqual([calls, 0]);
  expect(reportOf(served)).toBe(reportOf(made));
  for (const file of ["items/items.jsonl", "dataset/dragonball/queries.jsonl"])
    expect(readFileSync(join(served, file), "utf8"), file).toBe(
      readFileSync(join(made, file), "utf8"),
    );
});

test("a user's own questions get what they lack, an answer or references; a line that is not a question is a failure of its own", async () => {
  const questions = join(folder, "questions.jsonl");
  writeFileSync(
    questions,
    '{"question":"When was Alder Mills founded?"}\n{"question":"What was the revenue of Tarn Weavers in 2021?","answer":"The revenue of Tarn Weavers in 2021 was £3.1 million.","document":"tarn-weavers"}\nnot json\n',
  );
  const { waiting, failures } = await run(asked, { questions: [questions] });
  expect({ waiting, codes: failures.map(({ code }) => code) }).toEqual({
    waiting: 0,
    codes: ["bad-record"],
  });
  const rows = [...readRows(asked, items)];
  expect(
    rows.map(({ answer }) => answer.includes("3 May 1998") || answer.includes("£3.1 million")),
  ).toEqual([true, true]);
  expect(rows.filter(({ evidence }) => evidence.length === 0)).toEqual([]);
  expect(wrongSpans(asked)).toEqual([]);
  expect(
    [...readJournal(asked, "items/questions").lines.values()].every(
      ({ outcome }) => outcome === "made",
    ),
  ).toBe(true);
});
