// A judge behind an endpoint: asked again for what it left out, killed and gone on with, held to a ceiling, and measured against people.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { PersonTask } from "../../schemas/annotation.ts";
import {
  type ChatServer,
  completion,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

let servers: ChatServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map(server => server.close()));
  servers = [];
});

type Chat = { readonly messages: readonly { readonly content: string }[] };
const askedOf = (body: unknown): string =>
  (body as Chat).messages.map(({ content }) => content).join("\n");
/** Ids of the keypoints in the user part of a request, which ends it. */
const idsIn = (asked: string): string[] =>
  [...asked.slice(asked.lastIndexOf("<keypoints>")).matchAll(/^\[(k\d+)\]/gm)].map(([, id]) => id!);
const verdictsOn = (ids: readonly string[]) =>
  completion(
    JSON.stringify({
      verdicts: ids.map(id => ({ id, reason: "It says so.", verdict: "covered" })),
    }),
  );

/** Answers each request with what it is told to, and else covers every keypoint. */
async function judge(
  special: (asked: string, count: number) => readonly string[] | "silent" | undefined = () =>
    undefined,
) {
  let count = 0;
  const server = await startChatServer((response, body) => {
    const asked = askedOf(body);
    const told = special(asked, ++count);
    if (told !== "silent") sendJson(response, 200, verdictsOn(told ?? idsIn(asked)));
  });
  servers.push(server);
  return server;
}

const answers = sampleItems.map(({ id, answer }) => ({ id, answer }));

function prepared(predictions: readonly object[] = answers) {
  const folder = newFolder();
  const run = join(folder, "run");
  putRun(run);
  putDocuments(run);
  putItems(run);
  mkdirSync(join(folder, "schemas"));
  writeFileSync(
    join(folder, "schemas/prices.yaml"),
    "dear: { input: 1000, output: 1000, batch: 1 }\n",
  );
  writeFileSync(
    join(folder, "mine.jsonl"),
    predictions.map(row => `${JSON.stringify(row)}\n`).join(""),
  );
  const evaluation = join(run, "evaluations/mine");
  const args = (url: string) =>
    words`evaluate mine.jsonl --against run --metrics completeness,rouge-l --model openai:dear --base-url ${url} --concurrency 1`;
  const standing = { cwd: folder, env: { OPENAI_API_KEY: "k" } };
  const evaluate = (url: string, ...more: string[]) => ragwright([...args(url), ...more], standing);
  return { folder, run, evaluation, args, standing, evaluate };
}

const callsIn = (directory: string): number =>
  readFileSync(join(directory, "calls.jsonl"), "utf8").split("\n").length - 1;

test("a judge that leaves a keypoint out is asked again; one that always does fails that row alone, counted as undefined", async () => {
  const careless = await judge((asked, count) =>
    asked.includes("Ann Lowe") ? [] : count === 2 ? idsIn(asked).slice(1) : undefined,
  );
  const { evaluate, evaluation } = prepared();
  const { code, out } = await evaluate(careless.baseUrl);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/rouge-l +1\.0000 .* 5 +0 *\n completeness +1\.0000 .* 4 +1 /),
  ]);
  expect(out).toMatch(
    /Judge: \d+ calls, \d+ tokens, \$\d+\.\d+\n1 rows failed and are not counted/,
  );
  const asked = careless.bodies
    .map(askedOf)
    .filter(text => text.includes("Alder Mills: US$30 million")).length;
  expect([asked, careless.bodies.length > 6]).toEqual([2, true]);
  const before = careless.bodies.length;
  expect((await evaluate(careless.baseUrl)).code).toBe(1);
  expect(careless.bodies.length).toBe(before);
  const careful = await judge();
  const repaired = await evaluate(careful.baseUrl, "--retry-failed", "--json");
  expect([repaired.code, JSON.parse(repaired.out).metrics.completeness.n]).toEqual([0, 5]);
  expect(
    JSON.parse(readFileSync(join(evaluation, "result.json"), "utf8")).provenance.models,
  ).toMatchObject({ "evaluate/keypoint-judgements": expect.stringContaining("dear") });
});

test("killed while its judge is asked, it goes on to the same result, and no verdict is asked for twice", async () => {
  const uncut = prepared();
  const steady = await judge();
  expect((await uncut.evaluate(steady.baseUrl)).code).toBe(0);
  const cut = prepared();
  let reached: () => void = () => {};
  const silent = new Promise<void>(resolve => (reached = resolve));
  const stuck = await judge((_, count) => {
    if (count < 4) return undefined;
    reached();
    return "silent";
  });
  const killWhen = silent.then(() =>
    vi.waitUntil(() => callsIn(cut.evaluation) === 3, { timeout: 60_000 }),
  );
  expect((await ragwright(cut.args(stuck.baseUrl), { ...cut.standing, killWhen })).code).toBeNull();
  const rest = await judge();
  expect((await cut.evaluate(rest.baseUrl)).code).toBe(0);
  expect(rest.bodies.length).toBe(steady.bodies.length - 3);
  for (const name of ["result.json", "evaluate/keypoint-judgements.jsonl", "evaluate/scores.jsonl"])
    expect(readFileSync(join(cut.evaluation, name), "utf8"), name).toBe(
      readFileSync(join(uncut.evaluation, name), "utf8"),
    );
});

test("a ceiling on the cost stops the judge before it is passed, and what was paid for is kept", async () => {
  const { evaluate } = prepared();
  const server = await judge();
  const low = await evaluate(server.baseUrl, "--max-cost", "0.5");
  expect([low.code, server.bodies.length < 5]).toEqual([1, true]);
  expect(low.err).toContain("--max-cost");
  const high = await evaluate(server.baseUrl, "--max-cost", "50");
  expect([high.code, server.bodies.length, high.out]).toEqual([
    0,
    5,
    expect.stringMatching(/Judge: 5 calls, \d{4} tokens, \$\d\.\d\d of at most \$50\.00/),
  ]);
});

test("people's verdicts on the same answers stand beside the judge's: mean absolute difference and κ", async () => {
  const { folder, evaluate, standing } = prepared();
  const batch = words`--protocol judge --predictions mine.jsonl --annotators anna --share 1 --overlap 1 --controls 0 --rejected 0`;
  const drawn = await ragwright(["annotate", "batch", "run", ...batch, "--out", "batch"], standing);
  expect(drawn.code, drawn.err).toBe(0);
  const tasks = readFileSync(join(folder, "batch/anna/tasks.jsonl"), "utf8").trim().split("\n");
  const verdicts = tasks.map(line => {
    const { id, content } = JSON.parse(line) as PersonTask;
    // On each answer she finds the last keypoint missing.
    const values = content.keypoints.map((_, place) => [
      `keypoint-${place + 1}`,
      place === content.keypoints.length - 1 ? "neither" : "covered",
    ]);
    return `${JSON.stringify({ taskId: id, annotator: "anna", values: Object.fromEntries(values), seconds: 5 })}\n`;
  });
  writeFileSync(join(folder, "anna.jsonl"), verdicts.join(""));
  const imported = await ragwright(["annotate", "import", "run", "anna.jsonl"], standing);
  expect(imported.code, imported.out).toBe(0);
  const { out, code } = await evaluate((await judge()).baseUrl);
  // Three items have one keypoint, two have two: 3 · 1 and 2 · ½, over five. Of seven verdicts two agree, as chance has it: all of the judge's are one.
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(
      "judge against people, completeness: mean absolute difference 0.8000 over 5 answers, κ 0.0000",
    ),
  ]);
});
