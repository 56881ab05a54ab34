// A user's own documents, and own questions on them: a model finds schema and facts; every reference is the documents' own text.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { documents } from "../../schemas/items/documents.ts";
import { items } from "../../schemas/items/records.ts";
import { facts, schemas } from "../../schemas/rageval/records.ts";
import { readDone, readRows } from "../../pipelines/engine/reading.ts";
import { recordedRun } from "../support/recorded/run.ts";
import { newFolder } from "../support/toy-run.ts";

const folder = newFolder();
const own = "tests/fixtures/documents/mills";
const [made, asked] = [join(folder, "made"), join(folder, "asked")];
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
  const settings = join(folder, "settings.yaml");
  writeFileSync(
    settings,
    "items: 2\nmix: { factual: 1, comparison: 1 }\nrounds: { schema: 0, refinement: 1 }\ndevShare: 0\n",
  );
  expect(await run(made, { settings })).toEqual({ waiting: 0, failures: [] });
});

test("a schema is found in the documents, and facts in its terms, each with the sentences that state it", () => {
  const [schema] = [...readRows(made, schemas)];
  const found = [...readRows(made, facts)];
  const paths = new Set(schema?.schema.leaves.map(({ path }) => path));
  expect(found.filter(({ path }) => !paths.has(path.replace(/\/\d+$/, "")))).toEqual([]);
  expect(found.filter(({ state, spans }) => (state === "stated") !== spans.length > 0)).toEqual([]);
  expect(new Set(found.map(({ documentId }) => documentId)).size).toBe(2);
});

test("every type that was wanted comes out, on references that are the documents' own characters", () => {
  expect([...readRows(made, items)].map(({ type }) => type).sort()).toEqual([
    "comparison",
    "factual",
  ]);
  expect(wrongSpans(made)).toEqual([]);
});

test("a user's own questions get what they lack, an answer or references; a line that is no question is a failure of its own", async () => {
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
    [...readDone(asked, "items/questions").lines.values()].every(
      ({ outcome }) => outcome === "made",
    ),
  ).toBe(true);
});
