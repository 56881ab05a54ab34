// What holds of a chat endpoint, whichever library asks it.

import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { aRequest, never, paris } from "../requests.ts";
import { type Answer, type ChatServer, completing, sendJson } from "./chat-server.ts";
import { secret } from "./served.ts";

/** `against`: a model over a server that answers so; `server`: the last one started. */
export function chatContract(
  against: (answer: Answer, more?: { temperature?: null }) => Promise<Model>,
  server: () => ChatServer,
): void {
  const failureOf = async (status: number, words: string): Promise<unknown> =>
    (
      await against(response =>
        sendJson(response, status, { error: { message: `${words} ${secret}` } }),
      )
    )
      .complete(aRequest("France"), never)
      .catch((error: unknown) => error);

  test("temperature and seed that are not set are not sent", async () => {
    await (await against(completing(paris), { temperature: null })).complete(
      aRequest("France"),
      never,
    );
    expect(server().bodies[0]).not.toHaveProperty("temperature");
    expect(server().bodies[0]).not.toHaveProperty("seed");
  });

  test.each([401, 403, 404])(
    "status %i stops the run with what to check, and never shows the key",
    async status => {
      const error = await failureOf(status, "Incorrect API key provided:");
      expect(error).toBeInstanceOf(PipelineError);
      const { code, message, hint } = error as PipelineError;
      expect(code).toBe("provider");
      expect(`${message} ${hint}`).toMatch(/OPENAI_API_KEY|model's name/);
      expect(message).toContain("127.0.0.1");
      expect(
        JSON.stringify([message, hint, (error as Error).stack, String((error as Error).cause)]),
      ).not.toContain("0123456789");
    },
  );

  test("status 400 fails its row at once, and a key in the server's words is left out", async () => {
    const error = await failureOf(400, "too long for");
    expect(error).toBeInstanceOf(ReplyError);
    expect(error).not.toBeInstanceOf(RetryableError);
    expect(error).toMatchObject({ kind: "technical", code: "bad-request" });
    expect((error as Error).message).toMatch(/too long for \[key\]/);
  });
}
