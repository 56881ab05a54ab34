// A judge behind an endpoint: asked again for what it left out, killed and gone on with, held to a ceiling, and measured against people.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { PersonTask } from "../../schemas/annotation.ts";
import { completion, sendJson } from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { linesIn, rowsIn } from "./rows.ts";
import { askedIn, keypointsIn, serve, verdictsOn } from "./judges.ts";
import { putLines } from "../support/run-files.ts";

/** Answers each request with what it is told to, and else covers every keypoint. */
function judge(
  special: (asked: string, count: number) => readonly string[] | "silent" | undefined = () =>
    undefined,
) {
  let count = 0;
  return serve((response, body) => {
    const asked = askedIn(body);
    const told = special(asked, ++count);
    if (told === "silent") return;
    const reply = verdictsOn(told ?? keypointsIn(asked));
    sendJson(response, 200, completion(JSON.stringify(reply)));
  });
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
  putLines(folder, "mine", predictions);
  const evaluation = join(run, "evaluations/mine");
  const args = (url: string) =>
    words`evaluate mine.jsonl --against run --metrics completeness,rouge-l --model openai:dear --base-url ${url} --concurrency 1`;
  const standing = { cwd: folder, env: { OPENAI_API_KEY: "k" } };
  const evaluate = (url: string, ...more: string[]) => ragwright([...args(url), ...more], standing);
  return { folder, run, evaluation, args, standing, evaluate };
}

const callsIn = (directory: string): number => linesIn(join(directory, "calls.jsonl")).length;

test("a judge that leaves a keypoint out is asked again; one that always does fails that row alone, counted as undefined", async () => {
  const careless = await judge((asked, count) =>
    asked.includes("Ann Lowe") ? [] : count === 2 ? keypointsIn(asked).slice(1) : undefined,
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
    .map(askedIn)
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
  const tasks = rowsIn<PersonTask>(join(folder, "batch/anna/tasks.jsonl"));
  const verdicts = tasks.map(({ id, content }) => {
    // On each answer she finds the last keypoint missing.
    const values = content.keypoints.map((_, place) => [
      `keypoint-${place + 1}`,
      place === content.keypoints.length - 1 ? "neither" : "covered",
    ]);
    return { taskId: id, annotator: "anna", values: Object.fromEntries(values), seconds: 5 };
  });
  putLines(folder, "anna", verdicts);
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
