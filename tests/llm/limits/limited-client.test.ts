// Models that share an endpoint's limits.

import { expect, test } from "vitest";
import { createLimiter } from "../../../pipelines/llm/limits/limiter.ts";
import { withLimiter } from "../../../pipelines/llm/limits/limited-client.ts";
import type { Model } from "../../../pipelines/llm/model.ts";
import { createSimulatedClock } from "../../support/simulated-clock.ts";
import { someLimits } from "./limited-work.ts";
import { aReply, aRequest, never, paris, scripted } from "../requests.ts";

test("no more requests are in flight than allowed, over all models that share the limiter", async () => {
  let flying = 0;
  let most = 0;
  const complete: Model["complete"] = async () => {
    most = Math.max(most, ++flying);
    await new Promise(resolve => setImmediate(resolve));
    flying--;
    return aReply(paris);
  };
  const limiter = createLimiter(someLimits({ concurrency: 3 }));
  const models = ["one", "other"].map(name =>
    withLimiter({ ...scripted(), name, complete }, limiter),
  );
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      models.map(model => model.complete(aRequest(`c${index}`), never)),
    ).flat(),
  );
  expect(most).toBe(3);
  expect(replies).toEqual(Array.from({ length: 20 }, () => aReply(paris)));
});

test("a model keeps its name, its settings and what it costs", () => {
  const { complete: _, ...rest } = scripted();
  expect(withLimiter(scripted(), createLimiter(someLimits()))).toMatchObject(rest);
});

test("a request that still waits when the run stops is never sent", async () => {
  const stop = new AbortController();
  const model = scripted(aReply(paris), aReply(paris));
  const held = withLimiter(model, createLimiter(someLimits({ concurrency: 1 })));
  const first = held.complete(aRequest("France"), stop.signal);
  const second = held.complete(aRequest("Spain"), stop.signal);
  stop.abort(new Error("stopped"));
  await Promise.allSettled([first, second]);
  await expect(second).rejects.toThrow("stopped");
  expect(model.asked).toEqual([]);
});

test("what is learned of one stage's replies is not expected of another's", async () => {
  const clock = createSimulatedClock();
  const times: number[] = [];
  const complete: Model["complete"] = async () => {
    times.push(clock.now());
    await clock.sleep(100);
    return aReply(paris);
  };
  const model = withLimiter(
    { ...scripted(), complete },
    createLimiter(someLimits({ tokensPerMinute: 1000 }), { clock }),
  );
  const ask = (stage: string) =>
    model.complete({ ...aRequest("France"), stage, maxInputTokens: 1000 }, never);
  await clock.until(ask("items/one"));
  await clock.until(
    Promise.all([ask("items/one"), ask("items/one"), ask("items/other"), ask("items/other")]),
  );
  expect(times).toEqual([0, 100, 100, 100, 200]);
});
