// What holds of a chat endpoint, whichever library asks it.

import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { aRequest, never, paris } from "../requests.ts";
import { type Answer, type ChatServer, completing, sendJson } from "./chat-server.ts";

export const secret = "sk-test-0123456789abcdef";

/** `against`: a model over a server that answers so; `server`: the last one started. */
export function chatContract(
  against: (answer: Answer, more?: { temperature?: null }) => Promise<Model>,
  server: () => ChatServer | undefined,
): void {
  test("temperature and seed that are not set are not sent", async () => {
    await (await against(completing(paris), { temperature: null })).complete(
      aRequest("France"),
      never,
    );
    expect(server()?.bodies[0]).not.toHaveProperty("temperature");
    expect(server()?.bodies[0]).not.toHaveProperty("seed");
  });

  test.each([401, 403, 404])(
    "status %i stops the run with what to check, and never shows the key",
    async status => {
      const error = await (
        await against(response =>
          sendJson(response, status, {
            error: { message: `Incorrect API key provided: ${secret}` },
          }),
        )
      )
        .complete(aRequest("France"), never)
        .catch((thrown: unknown) => thrown);
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
}
