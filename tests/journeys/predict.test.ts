// A user's own RAG asked over HTTP for every item: killed and gone on with, failing and asked again, nothing asked twice.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readPredictionRows } from "../../pipelines/evaluate/predictions/read-predictions.ts";
import { readTruths } from "../../pipelines/evaluate/truth/read-truths.ts";
import { type Answer, sendJson } from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { serve } from "./judges.ts";

const key = "rag-secret-0123456789";

interface Asked {
  readonly id: string;
  readonly question: string;
}

const answerOf = ({ id, question }: Asked) => ({
  answer: `${id}: ${question}`,
  retrieved: [{ documentId: "d-alder", start: 12, end: 15 }],
  usage: { prompt_tokens: 900, completion_tokens: 40 },
});
const asking = (body: unknown) => body as Asked;

async function rag(answer: Answer) {
  const server = await serve(answer);
  return {
    url: new URL("/ask", server.baseUrl).href,
    askedIds: () => server.bodies.map(body => asking(body).id),
  };
}

function prepared() {
  const folder = newFolder();
  writeSampleRun(join(folder, "run"));
  writeFileSync(
    join(folder, "ragwright.yaml"),
    "retry: { tries: 2, firstWait: 0.01 }\nlimits: { concurrency: 1 }\n",
  );
  const command = (url: string, ...more: string[]) =>
    ragwright(["predict", "run", "--endpoint", url, "--name", "mine", ...more], {
      cwd: folder,
      env: { RAGWRIGHT_ENDPOINT_KEY: key },
    });
  const file = join(folder, "run/predictions/mine.jsonl");
  return { folder, command, file, run: join(folder, "run") };
}

const ids = sampleItems.map(({ id }) => id);

test("every item is asked for once, however often the command is typed, and what comes back is ready to be evaluated", async () => {
  const { url, askedIds } = await rag((response, body) =>
    sendJson(response, 200, answerOf(asking(body))),
  );
  const { command, file, run, folder } = prepared();
  const first = await command(url, "--json");
  expect([first.code, JSON.parse(first.out)]).toEqual([
    0,
    {
      predictions: "run/predictions/mine.jsonl",
      written: 5,
      failed: [],
      performance: {
        answers: 5,
        failedTries: 0,
        milliseconds: { p50: expect.any(Number), p95: expect.any(Number), n: 5 },
        tokens: { input: 900, output: 40, n: 5 },
        cost: null,
      },
    },
  ]);
  const written = readFileSync(file, "utf8");
  // Code points: the sign before them counts once.
  expect(JSON.parse(written.split("\n")[0]!)).toMatchObject({
    id: ids[0],
    retrieved: [{ documentId: "d-alder", start: 12, end: 15 }],
  });
  expect((await command(url)).code).toBe(0);
  expect([askedIds().toSorted(), readFileSync(file, "utf8")]).toEqual([ids, written]);
  const read = readPredictionRows(file, { system: "mine", truths: readTruths(run).rows });
  expect([read.rows.length, read.missingIds, read.surplusIds]).toEqual([5, [], []]);
  const kept = ["run.json", "calls.jsonl", "evaluate/predictions.jsonl"].map(name =>
    readFileSync(join(folder, "run/predictions/mine", name), "utf8"),
  );
  expect([...kept, first.out, first.err].filter(text => text.includes(key))).toEqual([]);
});

test("killed while it asks, it goes on with the one item that had no answer yet", async () => {
  let last: () => void = () => {};
  const reached = new Promise<void>(resolve => (last = resolve));
  let count = 0;
  const { url, askedIds } = await rag((response, body) => {
    count++;
    if (count === ids.length) return last();
    sendJson(response, 200, answerOf(asking(body)));
  });
  const { folder, command, file } = prepared();
  const journaled = () =>
    readFileSync(join(folder, "run/predictions/mine/calls.jsonl"), "utf8").split("\n").length - 1;
  const killWhen = reached.then(() =>
    vi.waitUntil(() => journaled() === ids.length - 1, { timeout: 60_000 }),
  );
  const killed = await ragwright(["predict", "run", "--endpoint", url, "--name", "mine"], {
    cwd: folder,
    killWhen,
  });
  expect([killed.code, existsSync(file)]).toEqual([null, false]);
  expect((await command(url)).code).toBe(0);
  expect([askedIds().length, askedIds().at(-1)]).toEqual([ids.length + 1, askedIds().at(-2)]);
  const written = readFileSync(file, "utf8").trim().split("\n");
  expect(written.map(line => JSON.parse(line).id)).toEqual(ids);
});

test("items that fail are named and left out, and asked for by the next command", async () => {
  let broken = true;
  const { url, askedIds } = await rag((response, body) => {
    const asked = asking(body);
    if (broken && asked.id === ids[1])
      return sendJson(response, 422, { detail: "no index for this one" });
    if (broken && asked.id === ids[3]) return sendJson(response, 200, { verdict: "?" });
    sendJson(response, 200, answerOf(asked));
  });
  const { command, file } = prepared();
  const first = await command(url);
  expect([first.code, readFileSync(file, "utf8").trim().split("\n").length]).toEqual([1, 3]);
  expect(first.out).toContain("2 items have no prediction");
  expect([
    first.out.includes(`${ids[1]}: `),
    first.out.includes("no index for this one"),
    first.out.includes(`${ids[3]}: `),
  ]).toEqual([true, true, true]);
  broken = false;
  const second = await command(url, "--json");
  expect([second.code, JSON.parse(second.out).written]).toEqual([0, 5]);
  // Five, and the two that failed once more before the command ended.
  expect(askedIds().slice(7).toSorted()).toEqual([ids[1], ids[3]]);
});

test("only the items of a split are asked for; what was typed wrongly is refused before anything is asked", async () => {
  const { url, askedIds } = await rag((response, body) =>
    sendJson(response, 200, answerOf(asking(body))),
  );
  const { command, folder } = prepared();
  expect((await command(url, "--split", "dev")).code).toBe(0);
  expect(askedIds().toSorted()).toEqual(ids.slice(0, 2));
  const wrong = await Promise.all([
    command("localhost:8000"),
    command("http://me:pass@localhost/"),
    command(url, "--name", "../x"),
    ragwright(["predict", "none", "--endpoint", url], { cwd: folder }),
  ]);
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 1]);
  expect([wrong[1].err.includes("pass@"), askedIds().length]).toEqual([false, 2]);
});
