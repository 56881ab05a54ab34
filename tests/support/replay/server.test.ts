// The replay server's replies, latencies and bill.

import { expect, test, vi } from "vitest";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import { countTokens } from "../../../pipelines/text/segment.ts";
import { asking, outcomeOf, recordedLine, recording, replays, replyOn } from "./client.ts";

const start = replays();

test("a recorded question is answered with its reply and its usage", async () => {
  const { ask, server } = await start();
  const reply = await ask(asking("Rome"));
  expect(reply.choices[0]).toMatchObject({
    finish_reason: "stop",
    message: { content: replyOn("Rome"), refusal: null },
  });
  expect(reply.usage).toEqual({ prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 });
  expect(server.stats().bill.chat.delivered).toEqual({
    replies: 1,
    inputTokens: 100,
    outputTokens: 10,
  });
});

test("a question nobody recorded is refused by its hash, and an echo answers it", async () => {
  const { ask } = await start();
  await expect(ask(asking("Bern"))).rejects.toThrow(new RegExp(`400.*${hashOf(asking("Bern"))}`));
  const echoing = await start({ calls: [], echo: '{"a":1}' });
  expect(await outcomeOf(echoing.ask(asking("Bern")))).toBe('{"a":1}');
});

test("of two recorded replies the second answers the repair of the first, and a planted one is repaired by the first", async () => {
  const first = recordedLine("Rome", { reply: "bad" });
  const { ask } = await start({ calls: [recording([first, recordedLine("Rome")])] });
  const repairing = (reply: string) => [
    ...asking("Rome"),
    { role: "assistant" as const, content: reply },
    { role: "user" as const, content: "Again." },
  ];
  expect(await outcomeOf(ask(asking("Rome")))).toBe("bad");
  expect(await outcomeOf(ask(repairing("bad")))).toBe(replyOn("Rome"));
  expect(await outcomeOf(ask(repairing("planted")))).toBe("bad");
});

test("a recorded refusal is passed over for the whole reply that followed it", async () => {
  const { ask } = await start({
    calls: [
      recording([recordedLine("Rome", { finish: "refusal", reply: "No." }), recordedLine("Rome")]),
    ],
  });
  expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
});

test("counted usage is the tokens of messages, schema and reply", async () => {
  const { ask } = await start({ usage: "counted" });
  const schema = { type: "object" };
  const reply = await ask(asking("Rome"), {
    response_format: { type: "json_schema", json_schema: { name: "x", schema } },
  });
  const sent = ["You know capitals.", "Of which country is Rome the capital?", '{"type":"object"}'];
  expect(reply.usage?.prompt_tokens).toBe(sent.map(countTokens).reduce((a, b) => a + b));
  expect(reply.usage?.completion_tokens).toBe(countTokens(replyOn("Rome")));
});

test("a good reply that is bought again is told; a repair is another request", async () => {
  const { ask, server } = await start();
  await ask(asking("Rome"));
  await ask([
    ...asking("Rome"),
    { role: "assistant", content: "?" },
    { role: "user", content: "Again." },
  ]);
  expect(server.stats().repeats).toMatchObject({ goodBilled: 0, goodDelivered: 0 });
  await ask(asking("Rome"));
  expect(server.stats().repeats).toEqual({ goodBilled: 1, goodDelivered: 1 });
});

test("a client that leaves before its reply is charged for it", async () => {
  const { ask, server } = await start({ latency: "fixed:60000" });
  const leave = new AbortController();
  const asked = ask(asking("Rome")).catch(() => "left");
  const left = fetch(`${server.baseUrl}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m1", messages: asking("Oslo") }),
    signal: leave.signal,
  }).catch(() => "left");
  await vi.waitUntil(() => server.stats().distinctRequests === 2);
  leave.abort();
  expect(await left).toBe("left");
  await vi.waitUntil(() => server.stats().bill.chat.billed.replies === 1);
  expect(server.stats().bill.chat.delivered.replies).toBe(0);
  await server.close();
  expect(await asked).toBe("left");
});

test("another key than the right one is refused with status 401", async () => {
  const { server, ask } = await start({ key: "sk-right" });
  expect(await outcomeOf(ask(asking("Rome")))).toBe(replyOn("Rome"));
  const wrong = await fetch(`${server.baseUrl}/chat/completions`, {
    method: "POST",
    body: "{}",
    headers: { authorization: "Bearer sk-wrong" },
  });
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining("sk-wrong")]);
});
