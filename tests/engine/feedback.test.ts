// What is fed back settles, whatever fails on the way.

import { expect, test } from "vitest";
import { ReplyError } from "../../pipelines/engine/errors.ts";
import { newFolder, runToy, toyModel } from "../support/toy-run.ts";

test("rows that lack a reply are not replaced by spares: the next run asks for them again", async () => {
  const directory = newFolder();
  const model = toyModel();
  const down = {
    ...model,
    complete: () =>
      Promise.reject(new ReplyError("technical", "unavailable", "the endpoint is down", null)),
  };
  const { events, summary } = await runToy({ directory, model: down });
  expect(summary.failures).toHaveLength(18);
  expect(events.filter(({ type }) => type === "pass-started")).toEqual([]);
  const again = await runToy({ directory, model });
  expect(again.summary.failures).toEqual([]);
});
