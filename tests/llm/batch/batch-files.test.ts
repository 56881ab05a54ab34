// Requests and replies moved by hand: what is written, what waits, and which replies are taken, also while a run goes on.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ParkedError } from "../../../pipelines/engine/errors.ts";
import {
  type BatchFiles,
  type ParkedModel,
  openBatchFiles,
  createParkedModel,
} from "../../../pipelines/llm/batch/batch-files.ts";
import { JobsFile } from "../../../pipelines/llm/batch/jobs-file.ts";
import type { WaveLimits } from "../../../pipelines/llm/batch/waves.ts";
import { Journal, readCalls } from "../../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../../pipelines/llm/journaled-client.ts";
import { completion } from "../endpoints/chat-server.ts";
import { aRequest, never, paris } from "../requests.ts";
import { freshFolder } from "../../support/folder.ts";
import { failing, lapsed, replyTo } from "./provider.ts";
import { identity, keyOf } from "./runs.ts";

const at = freshFolder();
const inBatch = (...parts: string[]) => at("batch", ...parts);

const ask = (batch: BatchFiles, country: string, model: ParkedModel = identity) =>
  createParkedModel(batch, model).complete(aRequest(country, model), never);

/** One run: asks for each country, and says what came of it. */
async function run(
  countries: readonly string[],
  { model = identity, limits }: { model?: typeof identity; limits?: WaveLimits } = {},
) {
  const batch = openBatchFiles(inBatch(), limits ? { limits } : {});
  const settled = await Promise.allSettled(countries.map(country => ask(batch, country, model)));
  const outcomes = settled.map(result =>
    result.status === "fulfilled"
      ? result.value.text
      : result.reason instanceof ParkedError
        ? "parked"
        : String(result.reason.code),
  );
  return { outcomes, wave: await batch.writeWave(), report: batch.report() };
}

const linesOf = (name: string) =>
  readFileSync(inBatch(name), "utf8")
    .split("\n")
    .filter(line => line !== "")
    .map(line => JSON.parse(line));

function respond(name: string, ...lines: unknown[]): void {
  mkdirSync(inBatch(), { recursive: true });
  writeFileSync(
    inBatch(name),
    lines.map(line => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );
}
const answered = (country: string) => ({
  ...replyTo(keyOf(country)),
  response: { status_code: 200, request_id: "r", body: completion(paris) },
});

test("requests without reply are parked and written once each, in the Batch API's format", async () => {
  const { outcomes, wave } = await run(["France", "Spain", "France"]);
  expect(outcomes).toEqual(["parked", "parked", "parked"]);
  expect(wave).toEqual({
    writtenFiles: [{ file: inBatch("requests-1.jsonl"), requests: 2 }],
    waitingFiles: [],
  });
  const lines = linesOf("requests-1.jsonl");
  expect(lines.map(line => line.custom_id)).toEqual([keyOf("France"), keyOf("Spain")].sort());
  expect(lines.find(line => line.custom_id === keyOf("France"))).toMatchObject({
    method: "POST",
    url: "/v1/chat/completions",
    body: {
      model: "gpt-4o-mini",
      messages: [{ role: "system" }, { role: "user", content: "Capital of France?" }],
      max_completion_tokens: 60,
      temperature: 0.2,
      response_format: { type: "json_schema", json_schema: { strict: true } },
    },
  });
  expect(readdirSync(inBatch()).sort()).toEqual(["index-1.tsv", "requests-1.jsonl"]);
});

const indexOf = (wave: number) =>
  readFileSync(inBatch(`index-${wave}.tsv`), "utf8")
    .trimEnd()
    .split("\n")
    .map(line => line.split("\t"));

test("an index beside each file of requests says of every line which row asks it, in which stage and for which time", async () => {
  const batch = openBatchFiles(inBatch());
  const asked = createParkedModel(batch, identity);
  const [france, spain] = [aRequest("France", identity), aRequest("Spain", identity)];
  for (const request of [france, { ...france, row: "b" }, { ...spain, tryNumber: 2 }, france])
    await asked.complete(request, never).catch(() => undefined);
  await batch.writeWave();
  const lines = readFileSync(inBatch("requests-1.jsonl"), "utf8").split("\n");
  const bytes = (key: string) => String(1 + (lines.find(line => line.includes(key))?.length ?? 0));
  const cellsOf = (key: string, row: string, turn: string) => [
    key,
    "items/capital",
    row,
    turn,
    "items/capital",
    "gpt-4o-mini",
    bytes(key),
  ];
  const [head, ...index] = indexOf(1);
  expect(head).toEqual(["custom_id", "stage", "row", "try", "prompt", "model", "bytes"]);
  expect(new Set(index)).toEqual(
    new Set([cellsOf(france.key, "b,row-of-France", "1"), cellsOf(spain.key, "row-of-Spain", "2")]),
  );
  expect(index.map(([key]) => key)).toEqual(
    linesOf("requests-1.jsonl").map(({ custom_id }) => custom_id),
  );
});

test("an index whose requests were not written in time is written again with them; a written one stays", async () => {
  mkdirSync(inBatch());
  writeFileSync(inBatch("index-1.tsv"), "of a run that was stopped\n");
  await run(["France"]);
  const first = indexOf(1);
  expect(first.map(([key]) => key)).toEqual(["custom_id", keyOf("France")]);
  await run(["France", "Spain"]);
  expect(indexOf(1)).toEqual(first);
  expect(indexOf(2).map(([key]) => key)).toEqual(["custom_id", keyOf("Spain")]);
});

test("a second run without replies writes nothing, and says which file waits", async () => {
  await run(["France", "Spain"]);
  const { wave } = await run(["France", "Spain"]);
  expect(wave).toEqual({
    writtenFiles: [],
    waitingFiles: [{ file: inBatch("requests-1.jsonl"), requests: 2 }],
  });
});

test("a part of the replies is used; what is new goes into the next wave, what waits does not", async () => {
  await run(["France", "Spain"]);
  respond("responses-1.jsonl", answered("France"));
  const { outcomes, wave, report } = await run(["France", "Spain", "Chad"]);
  expect(outcomes).toEqual([paris, "parked", "parked"]);
  expect(wave).toEqual({
    writtenFiles: [{ file: inBatch("requests-2.jsonl"), requests: 1 }],
    waitingFiles: [{ file: inBatch("requests-1.jsonl"), requests: 1 }],
  });
  expect(report).toEqual({ replies: 1, errors: 0, unknownReplies: 0 });
});

test("replies nobody asked for are counted, and do no harm", async () => {
  await run(["France"]);
  respond("responses-1.jsonl", { custom_id: "f".repeat(64), content: "?" }, answered("France"));
  const { outcomes, report } = await run(["France"]);
  expect([outcomes, report]).toEqual([[paris], { replies: 2, errors: 0, unknownReplies: 1 }]);
});

test.each([
  "not json",
  '{"custom_id":"x"}',
  '{"custom_id":"x","response":{"status_code":200,"body":"<html>"},"error":null}',
  "[]",
])("a reply line that is none (%s) stops, with file and line", async bad => {
  await run(["France"]);
  respond("responses-1.jsonl", answered("France"), bad);
  expect(() => openBatchFiles(inBatch())).toThrowError(
    expect.objectContaining({
      code: "corrupt-file",
      message: expect.stringContaining("responses-1.jsonl line 2"),
    }),
  );
});

test("a failure that may pass opens its request again, once", async () => {
  await run(["France", "Spain"]);
  respond("responses-1.jsonl", failing(keyOf("France"), 503), lapsed(keyOf("Spain")));
  const second = await run(["France", "Spain"]);
  expect(second.outcomes).toEqual(["parked", "parked"]);
  expect(second.wave).toEqual({
    writtenFiles: [{ file: inBatch("requests-2.jsonl"), requests: 2 }],
    waitingFiles: [],
  });
  const third = await run(["France", "Spain"]);
  expect(third.wave).toEqual({
    writtenFiles: [],
    waitingFiles: [{ file: inBatch("requests-2.jsonl"), requests: 2 }],
  });
  respond("responses-2.jsonl", answered("France"), answered("Spain"));
  const last = await run(["France", "Spain"]);
  expect([last.outcomes, last.report]).toEqual([
    [paris, paris],
    { replies: 2, errors: 0, unknownReplies: 0 },
  ]);
});

test("a request that was itself refused fails its row, and is not written again", async () => {
  await run(["France"]);
  respond("responses-1.jsonl", failing(keyOf("France"), 400));
  const { outcomes, wave } = await run(["France"]);
  expect([outcomes, wave]).toEqual([["bad-request"], { writtenFiles: [], waitingFiles: [] }]);
});

test("a file holds one model, and no more requests or bytes than a batch may have", async () => {
  const other = { ...identity, name: "gpt-4o" };
  const batch = openBatchFiles(inBatch(), { limits: { requests: 2, bytes: 1_000_000 } });
  for (const model of [identity, other])
    for (const country of ["a", "b", "c"]) await ask(batch, country, model).catch(() => undefined);
  expect((await batch.writeWave()).writtenFiles.map(({ requests }) => requests)).toEqual([
    2, 1, 2, 1,
  ]);
  const models = [1, 2, 3, 4]
    .map(wave => `requests-${wave}.jsonl`)
    .map(name => [...new Set(linesOf(name).map(line => line.body.model))]);
  expect(models).toEqual([["gpt-4o"], ["gpt-4o"], ["gpt-4o-mini"], ["gpt-4o-mini"]]);
});

const parkAll = async (
  batch: BatchFiles,
  countries: readonly string[],
  endpoint: string | null = null,
) => {
  for (const country of countries)
    await ask(batch, country, { ...identity, endpoint }).catch(() => undefined);
};

test("a file holds one endpoint, which is journaled for those that go to one", async () => {
  const jobs = await JobsFile.open(inBatch());
  const batch = openBatchFiles(inBatch(), { jobs });
  await parkAll(batch, ["France"], "https://one/v1");
  await parkAll(batch, ["Spain", "Chad"], "https://two/v1");
  await parkAll(batch, ["Peru"]);
  const { writtenFiles } = await batch.writeWave();
  await jobs.close();
  expect(writtenFiles.map(({ requests }) => requests)).toEqual([1, 1, 2]);
  expect(jobs.all().map(({ file, endpoint, step }) => [file, endpoint, step])).toEqual([
    ["requests-2.jsonl", "https://one/v1", "written"],
    ["requests-3.jsonl", "https://two/v1", "written"],
  ]);
  expect(["France", "Peru"].map(country => batch.fileOf(keyOf(country)))).toEqual([
    "requests-2.jsonl",
    "requests-1.jsonl",
  ]);
});

test("what a budget does not admit stays open for a later wave", async () => {
  const batch = openBatchFiles(inBatch());
  await parkAll(batch, ["France", "Spain", "Chad"]);
  const seen: string[][] = [];
  const first = await batch.writeWave(async open => {
    seen.push(open.map(({ key }) => key));
    return 2;
  });
  await parkAll(batch, ["France", "Spain", "Chad"]);
  const second = await batch.writeWave(async open => seen.push(open.map(({ key }) => key)));
  expect([first.writtenFiles[0]?.requests, second.writtenFiles[0]?.requests]).toEqual([2, 1]);
  const [all = [], rest] = seen;
  expect(all).toEqual([keyOf("France"), keyOf("Spain"), keyOf("Chad")].sort());
  expect(rest).toEqual(all.slice(2));
  expect(second.waitingFiles).toEqual([{ file: inBatch("requests-1.jsonl"), requests: 2 }]);
});

test("replies by file are journaled like any other, and then no longer needed", async () => {
  await run(["France"]);
  const usage = {
    prompt_tokens: 11,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 4 },
  };
  respond("responses-1.jsonl", {
    ...answered("France"),
    response: { status_code: 200, body: completion(paris, { usage }) },
  });
  const path = at("calls.jsonl");
  const askKept = async () => {
    const journal = await Journal.open(path);
    const model = createParkedModel(openBatchFiles(inBatch()), identity);
    const reply = await withChatJournal(journal, model).complete(
      aRequest("France", identity),
      never,
    );
    await journal.close();
    return reply.text;
  };
  await askKept();
  expect([...readCalls(path)].map(({ call }) => [call.key, call.reply, call.usage])).toEqual([
    [keyOf("France"), paris, { inputTokens: 11, outputTokens: 5, cachedTokens: 4 }],
  ]);
  rmSync(inBatch(), { recursive: true });
  expect(await askKept()).toBe(paris);
});

const france = keyOf("France");
const spain = keyOf("Spain");

/** Parks and writes; returns the files written. */
async function park(batch: BatchFiles, ...countries: string[]): Promise<string[]> {
  for (const country of countries) await expect(ask(batch, country)).rejects.toThrow(ParkedError);
  return (await batch.writeWave()).writtenFiles.map(({ file }) => file);
}

test("replies that come while the run goes on are seen after a refresh, in files new or written again", async () => {
  const batch = openBatchFiles(inBatch());
  await park(batch, "France", "Spain");
  respond("responses-1.jsonl", replyTo(france));
  await expect(ask(batch, "France")).rejects.toThrow(ParkedError);
  batch.refresh();
  expect((await ask(batch, "France")).text).toBe(`reply to ${france}`);
  respond("responses-1.jsonl", replyTo(spain), replyTo(france));
  batch.refresh();
  expect([(await ask(batch, "Spain")).text, (await ask(batch, "France")).text]).toEqual([
    `reply to ${spain}`,
    `reply to ${france}`,
  ]);
});

test("a reply file that changes behind the run's back gives no other request's reply", async () => {
  respond("responses-1.jsonl", replyTo(france));
  const batch = openBatchFiles(inBatch());
  respond("responses-1.jsonl", replyTo(spain));
  await expect(ask(batch, "France")).rejects.toMatchObject({ code: "corrupt-file" });
});

test("a request that fails in three waves of one run fails its row, and is open again in the next run", async () => {
  const batch = openBatchFiles(inBatch());
  for (const wave of [1, 2, 3]) {
    expect(await park(batch, "France")).toEqual([inBatch(`requests-${wave}.jsonl`)]);
    respond(`responses-${wave}.jsonl`, failing(france, 500));
    batch.refresh();
  }
  await expect(ask(batch, "France")).rejects.toMatchObject({
    kind: "technical",
    code: "unavailable",
  });
  expect(await park(openBatchFiles(inBatch()), "France")).toEqual([inBatch("requests-4.jsonl")]);
});

test("replies that went through an editor are read: with a byte order mark, other line ends, or without an error member", async () => {
  const batch = openBatchFiles(inBatch());
  await park(batch, "France", "Spain");
  const { error: _error, ...bare } = replyTo(spain) as unknown as Record<string, unknown>;
  const lines = [replyTo(france), bare].map(line => JSON.stringify(line));
  writeFileSync(inBatch("responses-1.jsonl"), `\uFEFF${lines.join("\r\n")}\r\n`);
  batch.refresh();
  expect([(await ask(batch, "France")).text, (await ask(batch, "Spain")).text]).toEqual([
    `reply to ${france}`,
    `reply to ${spain}`,
  ]);
});
