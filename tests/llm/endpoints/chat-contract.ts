// What holds of a chat endpoint, whichever library asks it.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { aRequest, never, paris } from "../requests.ts";
import { type Answer, type ChatServer, completing, completion, sendJson } from "./chat-server.ts";
import { refusing, secret, shownBy } from "./served.ts";

/** `against`: a model over a server that answers so; `server`: the last one started; `endpoint`: its name in messages. */
export function chatContract(
  against: (answer: Answer, more?: { temperature?: null }) => Promise<Model>,
  server: () => ChatServer,
  endpoint = "127.0.0.1",
): void {
  const complete = (model: Model, signal = never) => model.complete(aRequest("France"), signal);
  const failureOf = async (answer: Answer): Promise<unknown> =>
    complete(await against(answer)).catch((error: unknown) => error);

  test("temperature, seed and top-p that are not set are not sent", async () => {
    await complete(await against(completing(paris), { temperature: null }));
    for (const name of ["temperature", "seed", "top_p"])
      expect(server().bodies[0]).not.toHaveProperty(name);
  });

  test("the reply has its tokens, and those from a cache", async () => {
    const prompt_tokens_details = { cached_tokens: 8 };
    const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
    const model = await against(completing(paris, { usage: { ...usage, prompt_tokens_details } }));
    expect(await complete(model)).toEqual({
      text: paris,
      finish: "stop",
      usage: { inputTokens: 11, outputTokens: 5, cachedTokens: 8 },
    });
  });

  test("cut, filtered and empty replies come back as replies, not as errors", async () => {
    const replies = [
      completion('{"capi', { finish_reason: "length" }),
      completion("", { finish_reason: "content_filter" }),
      completion(null),
    ];
    const model = await against(response => sendJson(response, 200, replies.shift()));
    const seen = [await complete(model), await complete(model), await complete(model)];
    expect(seen.map(({ finish, text }) => [finish, text])).toEqual([
      ["length", '{"capi'],
      ["filter", ""],
      ["stop", ""],
    ]);
  });

  test("a key that a model repeats is left out of its reply", async () => {
    const model = await against(completing(`{"capital":"${secret}","sure":true}`));
    expect((await complete(model)).text).toBe('{"capital":"[key]","sure":true}');
  });

  test.each([
    [429, "rate-limited"],
    [500, "unavailable"],
  ])(
    "status %i may pass, was not billed, and keeps the time the server asked for; each call is one request",
    async (status, code) => {
      const error = await failureOf(refusing(status, { "retry-after": "17" }));
      expect(error).toBeInstanceOf(RetryableError);
      expect(error).toMatchObject({ code, status, retryAfter: "17", maybeBilled: false });
      expect(server().bodies).toHaveLength(1);
    },
  );

  test.each([401, 403, 404])(
    "status %i stops the run with what to check, and never shows the key",
    async status => {
      const error = await failureOf(refusing(status));
      expect(error).toBeInstanceOf(PipelineError);
      const { code, message, hint } = error as PipelineError;
      expect(code).toBe("provider");
      expect(hint).toMatch(/OPENAI_API_KEY|key that the program gave|model's name/);
      expect(message).toContain(endpoint);
      expect(shownBy(error)).not.toContain("0123456789");
    },
  );

  test("status 400 fails its row at once, and a key in the server's words is left out", async () => {
    const error = await failureOf(refusing(400));
    expect(error).toBeInstanceOf(ReplyError);
    expect(error).not.toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({ kind: "technical", code: "bad-request" });
    expect((error as Error).message).toMatch(/no, \[key\]/);
  });

  test("a server that is not there may come; nothing was billed", async () => {
    const model = await against(completing(paris));
    await server().close();
    await expect(complete(model)).rejects.toMatchObject({
      code: "unavailable",
      maybeBilled: false,
      message: expect.stringContaining("cannot be reached"),
    });
  });

  test("a stop while a reply is awaited ends with the reason of the stop", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped");
    const model = await against(() => stop.abort(reason));
    await expect(complete(model, stop.signal)).rejects.toBe(reason);
  });
}
