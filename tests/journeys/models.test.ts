// The same run by three transports: rules, request and reply files, and an endpoint; each ends with the same items.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { type CommandResult, ragwright } from "../support/cli.ts";
import { completionOf, recordedReplies } from "../support/replies-by-rules.ts";
import {
  askedByRules,
  isPaid,
  lawArguments,
  lawSettings,
  sharedRun,
} from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const settings = join(folder, "small.yaml");
const recorded = sharedRun("law-zh");
const small = lawArguments("law-zh", settings);
const itemsOf = (run: string) => readFileSync(join(run, "items/items.jsonl"), "utf8");
const callsOf = (run: string) =>
  [...readCalls(join(run, "calls.jsonl"))].filter(({ call }) => isPaid(call)).length;

const batched = join(folder, "batch");
const byFile = [...small, "--out", batched, "--model", "openai:by-file", "--batch", "files"];
let first: CommandResult;

beforeAll(async () => {
  writeFileSync(settings, `${lawSettings}${askedByRules}`);
  first = await ragwright(byFile);
});

test("without new replies a batch run writes no new wave and says which file waits", async () => {
  expect(first.code).toBe(3);
  const again = await ragwright(byFile);
  expect(again.code).toBe(3);
  expect(again.out).toContain("requests-1.jsonl");
  expect(again.out).not.toContain("requests-2.jsonl");
});

test("--batch files goes wave by wave, each request once, until the same items are made", async () => {
  const replyTo = recordedReplies(join(recorded, "calls.jsonl"));
  const seen: string[] = [];
  let ended = first;
  for (let wave = 1; wave <= 20 && ended.code === 3; wave++) {
    const requests = rowsIn<{ custom_id: string; body: never }>(
      join(batched, "batch", `requests-${wave}.jsonl`),
    );
    seen.push(...requests.map(({ custom_id }) => custom_id));
    const replies = requests.map(({ custom_id, body }) =>
      JSON.stringify({
        custom_id,
        response: { status_code: 200, body: completionOf(replyTo(body) ?? "") },
        error: null,
      }),
    );
    writeFileSync(join(batched, "batch", `responses-${wave}.jsonl`), `${replies.join("\n")}\n`);
    ended = await ragwright(byFile);
  }
  expect(ended.code, ended.err).toBe(0);
  expect(new Set(seen).size).toBe(seen.length);
  expect(itemsOf(batched)).toBe(itemsOf(recorded));
});

let server: Server;
let url = "";
const bodies: { authorization: string | undefined; format: unknown }[] = [];
const planted = { limited: 2, key: "sk-planted-secret-0123456789" };

beforeAll(async () => {
  const replyTo = recordedReplies(join(recorded, "calls.jsonl"));
  server = createServer((request, response) => {
    let text = "";
    request.on("data", chunk => (text += chunk));
    request.on("end", () => {
      const body = JSON.parse(text);
      if (request.headers.authorization === "Bearer wrong") {
        response
          .writeHead(401, { "content-type": "application/json" })
          .end(JSON.stringify({ error: { message: "no such key: wrong" } }));
      } else if (planted.limited > 0) {
        planted.limited--;
        response.writeHead(429, { "retry-after": "0" }).end("{}");
      } else {
        bodies.push({ authorization: request.headers.authorization, format: body.response_format });
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify(completionOf(replyTo(body) ?? "{}")));
      }
    });
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => server.close());

test("an endpoint with structured outputs gives the same items; 429s are waited out; run again, nothing is asked", async () => {
  const run = join(folder, "endpoint");
  const args = [
    ...small,
    ...words`--out ${run} --model openai:stub --base-url ${url} --concurrency 4`,
  ];
  const { code, err } = await ragwright(args, { env: { OPENAI_API_KEY: planted.key } });
  expect(code, err).toBe(0);
  expect(itemsOf(run)).toBe(itemsOf(recorded));
  expect(bodies.length).toBe(callsOf(run));
  expect(bodies[0]).toMatchObject({
    authorization: `Bearer ${planted.key}`,
    format: { type: "json_schema", json_schema: { strict: true } },
  });
  const before = bodies.length;
  expect((await ragwright(args, { env: { OPENAI_API_KEY: planted.key } })).code).toBe(0);
  expect(bodies.length).toBe(before);
  for (const file of ["calls.jsonl", "run.json", "report.html", "dataset/dragonball/manifest.json"])
    expect(readFileSync(join(run, file), "utf8")).not.toContain(planted.key);
});

test("a refused key stops at once with advice, and the key is not in the error", async () => {
  const ran = await ragwright(
    [...small, "--out", join(folder, "refused"), "--model", "openai:stub", "--base-url", url],
    { env: { OPENAI_API_KEY: "wrong" } },
  );
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("OPENAI_API_KEY");
  expect(ran.err).not.toContain("no such key: wrong");
});
