// How many requests a model has in flight.

import pLimit from "p-limit";
import { expect, test } from "vitest";
import type { Model } from "../../pipelines/llm/model.ts";
import { limited } from "../../pipelines/llm/limits.ts";
import { aReply, aRequest, never, paris, scripted } from "./requests.ts";

test("no more requests are in flight than allowed, over all models that share the limit", async () => {
  let flying = 0;
  let most = 0;
  const complete: Model["complete"] = async () => {
    most = Math.max(most, ++flying);
    await new Promise(resolve => setImmediate(resolve));
    flying--;
    return aReply(paris);
  };
  const limit = pLimit(3);
  const models = [limited({ ...scripted(), complete }, limit), limited({ ...scripted(), complete }, limit)];
  await Promise.all(Array.from({ length: 10 }, (_, index) => models.map(model => model.complete(aRequest(`c${index}`), never))).flat());
  expect(most).toBe(3);
});

test("a request that still waits when the run stops is never sent", async () => {
  const stop = new AbortController();
  const model = scripted(aReply(paris), aReply(paris));
  const held = limited(model, pLimit(1));
  const first = held.complete(aRequest("France"), stop.signal);
  const second = held.complete(aRequest("Spain"), stop.signal);
  stop.abort(new Error("stopped"));
  await Promise.allSettled([first, second]);
  await expect(second).rejects.toThrow("stopped");
  expect(model.asked.length).toBeLessThan(2);
});
