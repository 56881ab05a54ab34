// The replay server's files and batches, driven by OpenAI's own client.

import OpenAI, { toFile } from "openai";
import { expect, test } from "vitest";
import { asking, capitals, type Replay, replays, replyOn } from "./client.ts";
import type { ReplayOptions } from "./settings.ts";

const start = replays();

interface OutputLine {
  readonly custom_id: string;
  readonly response: { readonly status_code: number; readonly body: OpenAI.ChatCompletion } | null;
  readonly error: { readonly code: string } | null;
}

const lineFor = (capital: string, more: object = {}) => ({
  custom_id: `ask-${capital}`,
  method: "POST",
  url: "/v1/chat/completions",
  body: { model: "m1", messages: asking(capital) },
  ...more,
});

async function send(
  { client }: Replay,
  lines: readonly object[] = capitals.map(capital => lineFor(capital)),
): Promise<string> {
  const text = lines.map(line => `${JSON.stringify(line)}\n`).join("");
  const file = await client.files.create({
    file: await toFile(Buffer.from(text), "requests-1.jsonl"),
    purpose: "batch",
  });
  const batch = await client.batches.create({
    input_file_id: file.id,
    endpoint: "/v1/chat/completions",
    completion_window: "24h",
    metadata: { run: "r1" },
  });
  return batch.id;
}

async function finished(options: ReplayOptions, lines?: readonly object[]) {
  const replay = await start({ batchPolls: 0, ...options });
  const batch = await replay.client.batches.retrieve(await send(replay, lines));
  return {
    ...replay,
    batch,
    output: await linesOf(replay, batch.output_file_id),
    errors: await linesOf(replay, batch.error_file_id),
  };
}

async function linesOf(
  { client }: Pick<Replay, "client">,
  id: string | null | undefined,
): Promise<OutputLine[]> {
  if (!id) return [];
  const text = await (await client.files.content(id)).text();
  return text
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as OutputLine);
}

const idsOf = (lines: readonly OutputLine[]) => lines.map(({ custom_id }) => custom_id);
const allIds = capitals.map(capital => `ask-${capital}`);

test("a batch goes through its statuses, one for each look, and lists bring it no further", async () => {
  const replay = await start();
  const id = await send(replay);
  const statuses = [(await replay.client.batches.list()).data[0]?.status];
  for (let look = 0; look < 3; look++)
    statuses.push((await replay.client.batches.retrieve(id)).status);
  expect(statuses).toEqual(["validating", "in_progress", "finalizing", "completed"]);
});

test("a completed batch gives every reply under its custom_id, billed as a batch's", async () => {
  const { batch, output, server } = await finished({});
  expect(batch).toMatchObject({
    status: "completed",
    request_counts: { total: 8, completed: 8, failed: 0 },
    metadata: { run: "r1" },
  });
  expect(
    output.map(({ custom_id, response }) => [
      custom_id,
      response?.body.choices[0]?.message.content,
    ]),
  ).toEqual(capitals.map(capital => [`ask-${capital}`, replyOn(capital)]));
  expect(server.stats().bill).toMatchObject({
    chat: { billed: { replies: 0 } },
    batch: { billed: { replies: 8, inputTokens: 800 }, lost: { replies: 0 } },
  });
});

test("an expired batch has what was done and lists what was not, and a question is late only so often", async () => {
  const replay = await finished({ batchExpire: 0.5, faultsPerQuestion: 1 });
  expect(replay.batch.status).toBe("expired");
  expect(replay.output.length).toBeGreaterThan(0);
  expect(replay.errors).toMatchObject(
    replay.errors.map(() => ({ response: null, error: { code: "batch_expired" } })),
  );
  expect([...idsOf(replay.output), ...idsOf(replay.errors)].sort()).toEqual([...allIds].sort());
  expect(replay.server.stats().bill.batch.billed.replies).toBe(replay.output.length);
  const again = await replay.client.batches.retrieve(
    await send(
      replay,
      replay.errors.map(({ custom_id }) => lineFor(custom_id.replace("ask-", ""))),
    ),
  );
  expect(again.status).toBe("completed");
});

test("requests that fail in passing have status 500, and are not billed", async () => {
  const { batch, errors, server } = await finished({ batchFail: 1 });
  expect(batch).toMatchObject({
    status: "completed",
    output_file_id: null,
    request_counts: { completed: 0, failed: 8 },
  });
  expect(errors.map(({ response }) => response?.status_code)).toEqual(
    Array.from({ length: 8 }, () => 500),
  );
  expect(server.stats().bill.batch.billed.replies).toBe(0);
});
