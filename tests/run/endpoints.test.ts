// What a stop ends at an endpoint, what it lets finish, and what is never begun.

import { expect, test } from "vitest";
import { Settings } from "../../schemas/settings.ts";
import { openEndpoints } from "../../pipelines/run/endpoints.ts";
import { stageModel } from "../../pipelines/run/models.ts";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import type { Model, ModelReply } from "../../pipelines/llm/model.ts";
import { aReply, aRequest, never, paris, scripted } from "../llm/requests.ts";

const settings = Settings.parse({ model: "openai:m", limits: { concurrency: 1 } });
const model = stageModel(settings, "items/keypoints");

test("a stop ends what waits for a place, with its reason; what is in flight still brings its reply", async () => {
  const stop = new AbortController();
  const endpoints = openEndpoints(settings, { signal: stop.signal });
  let reply: (reply: ModelReply) => void = () => undefined;
  const complete: Model["complete"] = () =>
    new Promise(resolve => {
      reply = resolve;
    });
  const client = endpoints.withLimits(
    "https://a.example/v1",
    model,
    { ...scripted(), complete },
    inner => inner,
  );
  const first = client.complete(aRequest("France"), never);
  const second = client.complete(aRequest("Spain"), never);
  const reason = new PipelineError("interrupted", "Stopped.", {
    hint: "Run the same command again.",
  });
  stop.abort(reason);
  await expect(second).rejects.toBe(reason);
  reply(aReply(paris));
  expect((await first).text).toBe(paris);
  await endpoints.close();
});

test("a process that has lost its directory asks nothing more, neither at first nor once more after a refusal", async () => {
  let isOurs = true;
  const lost = new PipelineError("locked", "Another process has it.", { hint: "See who." });
  const check = () => {
    if (!isOurs) throw lost;
  };
  const endpoints = openEndpoints(
    { ...settings, retry: { tries: 3, firstWait: 0.001, longestWait: 1 } },
    { signal: never, checkLock: check },
  );
  const asked: string[] = [];
  const complete: Model["complete"] = async ({ key }) => {
    asked.push(key);
    isOurs = false;
    throw new RetryableError("unavailable", "busy");
  };
  const client = endpoints.withLimits(
    "https://a.example/v1",
    model,
    { ...scripted(), complete },
    inner => inner,
  );
  await expect(client.complete(aRequest("France"), never)).rejects.toBe(lost);
  await expect(client.complete(aRequest("Spain"), never)).rejects.toBe(lost);
  expect(asked).toEqual([aRequest("France").key]);
  await endpoints.close();
});
