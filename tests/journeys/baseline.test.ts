// A plain RAG over a run made by rules: sweeps and their table, unrelated documents, every retriever over served models, rankings; killed and gone on with.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import {
  type Answer,
  type ChatServer,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { ragwright, type RunConditions } from "../support/cli.ts";
import { copySharedRun } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const at = (...parts: string[]) => join(folder, ...parts);
const read = (...parts: string[]) => readFileSync(at(...parts), "utf8");

const baseline = (args: readonly string[], standing: RunConditions = {}) =>
  ragwright(["baseline", "run", ...args], { cwd: folder, ...standing });
async function told(name: string, ...args: string[]): Promise<EvaluationResult> {
  const { code, err } = await baseline(["--name", name, ...args]);
  expect(code, err).toBe(0);
  return JSON.parse(read("run/evaluations", name, "result.json")) as EvaluationResult;
}
const valueOf = ({ systems }: EvaluationResult, system: string) =>
  systems.find(one => one.system === system)?.metrics["evidence-recall"]?.value;

/** Vectors by the characters of a text, so that texts which share many are near; what it scores shares most with the query. */
const answering: Answer = (response, body) => {
  const {
    input,
    documents,
    query = "",
  } = body as { input?: string[]; documents?: string[]; query?: string };
  const vectorOf = (text: string) => {
    const vector = Array.from({ length: 64 }, () => 0);
    for (const character of text) vector[character.codePointAt(0)! % 64]! += 1;
    return vector;
  };
  if (input)
    return sendJson(response, 200, {
      data: input.map((text, index) => ({ index, embedding: vectorOf(text) })),
      usage: { prompt_tokens: input.length },
    });
  const shared = (text: string) =>
    [...new Set(query)].filter(character => text.includes(character)).length;
  return sendJson(response, 200, {
    results: documents?.map((text, index) => ({ index, relevance_score: shared(text) })),
    usage: { total_tokens: 7 },
  });
};

/** A sweep that is made once; what is done to the like of it is held against it. */
const swept = ["--retrieval-only", "--chunk-size", "64,128", "--top-k", "2,4"];
let whole: EvaluationResult;
let server: ChatServer | undefined;
beforeAll(async () => {
  server = await startChatServer(answering);
  copySharedRun("law", at("run"));
  whole = await told("whole", ...swept);
});
afterAll(() => server?.close());

/** Texts of the run's own words in another order: hard to tell from its documents, and without their sentences. */
function writeTurned(): string {
  mkdirSync(at("turned"), { recursive: true });
  for (const { id, language, text } of rowsIn<DocumentRow>(at("run/items/documents.jsonl"))) {
    const space = language === "zh" ? "" : " ";
    const parts = text.split(language === "zh" ? "" : " ");
    for (const turn of [1, 2, 3])
      writeFileSync(
        at("turned", `${id}-${turn}.md`),
        [...parts.slice(turn * 7).toReversed(), ...parts.slice(0, turn * 7)].join(space),
      );
  }
  return at("turned");
}

test("a sweep answers every item in every setting, by size and k at one budget, with a table, a result and plots", async () => {
  const { code, out, err } = await baseline(
    words`--model rules --chunk-size 64,256 --budget 256 --subject-prefix both`,
  );
  expect(code, err).toBe(0);
  const result = JSON.parse(read("run/evaluations/baseline/result.json")) as EvaluationResult;
  const settings = ["64-0-bm25-4", "64-0-bm25-4-subject", "256-0-bm25-1", "256-0-bm25-1-subject"];
  expect(result.systems.map(({ system }) => system)).toEqual(settings);
  expect(settings.filter(setting => !out.includes(` ${setting} `))).toEqual([]);
  expect(result.systems.map(({ metrics }) => metrics["rouge-l"]?.n)).toEqual(
    settings.map(() => result.items),
  );
  expect(read("run/report.html").split("<svg").length).toBeGreaterThan(2);
  expect([result.kind, result.distractors, result.missing]).toEqual(["baseline", 0, []]);
});

test("unrelated documents cost evidence; of many are drawn as are wanted, and none that is the run's own", async () => {
  const setting = ["--retrieval-only", "--chunk-size", "64", "--top-k", "4"];
  const turned = writeTurned();
  const among = await told("among", ...setting, "--distractors-from", `${turned},${at("run")}`);
  const own = rowsIn(at("run/items/documents.jsonl")).length;
  expect([whole.distractors, among.distractors]).toEqual([0, 3 * own]);
  expect(valueOf(among, "64-0-bm25-4")!).toBeLessThan(valueOf(whole, "64-0-bm25-4")!);
  expect(
    (await told("few", ...setting, "--distractors-from", turned, "--distractors", "5")).distractors,
  ).toBe(5);
  const ownAgain = await baseline([...setting, "--distractors-from", at("run")]);
  expect([ownAgain.code, ownAgain.err]).toEqual([
    1,
    expect.stringContaining("has 0 documents that are not in the run"),
  ]);
});

test("vectors and a reranker are asked for once: each text in one request, none in a second start, and the cost is told", async () => {
  const { baseUrl, bodies } = server!;
  const embedding = { model: "text-embedding-3-small", baseUrl };
  writeFileSync(
    at("served.yaml"),
    JSON.stringify({ embedding, reranking: { model: "r1", baseUrl } }),
  );
  const retrievers = ["dense", "hybrid", "random-hybrid", "hybrid-rerank", "bm25-rerank"];
  const args = words`--settings served.yaml --retrieval-only --chunk-size 128 --top-k 2,4 --fetched 6 --retriever ${retrievers.join()}`;
  const result = await told("served", ...args);
  expect(result.systems.map(({ system }) => system)).toEqual(
    [2, 4].flatMap(k => retrievers.map(retriever => `128-0-${retriever}-${k}`)),
  );
  expect(
    result.systems.filter(({ metrics }) => (metrics["evidence-recall"]?.value ?? 0) === 0),
  ).toEqual([]);
  const texts = bodies.flatMap(({ input }) => (input as string[] | undefined) ?? []);
  expect(texts.length).toBe(new Set(texts).size);
  const asked = bodies.length;
  const first = read("run/evaluations/served/result.json");
  const again = await baseline(["--name", "served", ...args]);
  expect([again.code, bodies.length, read("run/evaluations/served/result.json")]).toEqual([
    0,
    asked,
    first,
  ]);
  expect(again.err + again.out).toMatch(/Models: \d+ calls, \d+ tokens, .*\d\.\d+/);
});

test("killed after the chunks are cut, it goes on to the same bytes", async () => {
  const killed = await baseline(["--name", "killed", ...swept], { killAt: "baseline/chunks" });
  expect(killed.code).toBeNull();
  await told("killed", ...swept);
  const names = [
    "baseline/chunks",
    "baseline/retrievals",
    "evaluate/predictions",
    "evaluate/scores",
    "evaluate/losses",
    "evaluate/summaries",
  ];
  expect(
    names.filter(
      name =>
        read(`run/evaluations/killed/${name}.jsonl`) !==
        read(`run/evaluations/whole/${name}.jsonl`),
    ),
  ).toEqual([]);
});

test("what makes no sweep is refused before anything is written", async () => {
  const refused = async (...args: string[]) => (await baseline(["--name", "refused", ...args])).err;
  writeFileSync(join(folder, "others.json"), "[]");
  const told = await Promise.all([
    refused("--top-k", "0"),
    refused("--chunk-size", "4"),
    refused("--chunk-size", "64,,128"),
    refused("--retriever", "dense"),
    ragwright(["baseline", "others.json", "--retrieval-only"], { cwd: folder }).then(
      ({ err }) => err,
    ),
  ]);
  const reasons = [
    "--top-k must be a whole number, 1 or more",
    "--chunk-size must be a whole number, 8 or more",
    'not ""',
    "needs an embedding model",
    "is not a run",
  ];
  expect(told).toEqual(reasons.map(reason => expect.stringContaining(reason) as unknown));
  expect(() => read("run/evaluations/refused/run.json")).toThrow("ENOENT");
});
