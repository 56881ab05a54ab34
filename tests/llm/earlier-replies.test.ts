// Replies taken over from other jobs: for the very same request alone, without tokens, and never from a broken journal.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEarlierReplies } from "../../pipelines/llm/earlier-replies.ts";
import { newFolder } from "../support/toy-run.ts";

const line = (key: string, reply: string) =>
  JSON.stringify({
    key,
    messages: "m",
    stage: "evaluate/keypoint-judgements",
    prompt: "p",
    language: "en",
    model: "judge",
    usage: { inputTokens: 90, outputTokens: 9 },
    finish: "stop",
    reply,
  });

test("the first journal that has the request answers it; tokens were paid for there", () => {
  const folder = newFolder();
  const put = (name: string, ...lines: string[]) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "calls.jsonl"), lines.join("\n"));
    return join(folder, name);
  };
  const replies = openEarlierReplies([
    put("one", line("a", "第一"), line("b", "two")),
    put("broken", "{}", line("c", "lost")),
    put("other", line("b", "another two"), line("d", "four")),
    join(folder, "none"),
  ]);
  const usage = { inputTokens: 0, outputTokens: 0 };
  expect(replies("a")).toMatchObject({ key: "a", reply: "第一", finish: "stop", usage });
  expect(replies("b")?.reply).toBe("two");
  expect(replies("d")?.reply).toBe("four");
  expect([replies("c"), replies("e")]).toEqual([undefined, undefined]);
});
