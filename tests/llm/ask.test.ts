// How a stage is answered: what is asked again, how often, and what is reported.

import { resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ParkedError, ReplyError } from "../../pipelines/engine/errors.ts";
import type { AskOptions } from "../../pipelines/engine/stage.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import { aReply, never, scripted } from "./requests.ts";

const templates = createTemplates([resolve(import.meta.dirname, "../../prompts")]);
const variables = {
  type: "factual",
  question: "When?",
  answer: "In 1961.",
  evidence: [{ number: 1, document: "Dam", text: "Built in 1961." }],
};
const good = '{"keypoints":[{"claim":"It was built in 1961.","kind":"fact","evidence":[1]}]}';

type Options = AskOptions<z.output<(typeof keypointsPrompt)["reply"]>>;

function asking(
  model: Model,
  options: Options = {},
  more: { language?: "zh" | "en"; hadReply?: (key: string) => boolean } = {},
) {
  const { language = "en", ...rest } = more;
  const calls: string[] = [];
  const ask = createAsk({ model, templates, stage: "items/keypoints", signal: never, ...rest })({
    row: "r1",
    onCall: key => calls.push(key),
  });
  return { calls, reply: ask(keypointsPrompt, language, variables, options) };
}

const failureOf = (reply: Promise<unknown>): Promise<unknown> =>
  reply.catch((error: unknown) => error);
const lastTexts = (requests: readonly ModelRequest[]) =>
  requests.map(({ messages }) => messages.at(-1)?.content ?? "");

test("a reply that fits is given to the stage, parsed, after one call", async () => {
  const model = scripted(aReply(good));
  const { reply, calls } = asking(model);
  expect((await reply).keypoints).toEqual([
    { claim: "It was built in 1961.", kind: "fact", evidence: [1] },
  ]);
  expect(calls).toEqual(model.asked.map(({ key }) => key));
  expect(model.asked[0]).toMatchObject({
    stage: "items/keypoints",
    row: "r1",
    tryNumber: 1,
    language: "en",
    sample: 0,
    maxReplyTokens: keypointsPrompt.maxReplyTokens,
  });
});

test("a reply that is not JSON is shown to the model, which is asked again in its language", async () => {
  for (const [language, told] of [
    ["en", "not one complete JSON object"],
    ["zh", "不是一个完整的 JSON 对象"],
  ] as const) {
    const model = scripted(aReply("Sure!"), aReply(good));
    await asking(model, {}, { language }).reply;
    const [first, second] = model.asked;
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(second?.messages[2]).toEqual({ role: "assistant", content: "Sure!" });
    expect(second?.messages[3]?.role).toBe("user");
    expect(second?.messages[3]?.content).toContain(told);
  }
});

test("a reply of another shape is asked again with the place and the fault", async () => {
  for (const [language, told] of [
    ["en", "expected one of"],
    ["zh", "期望以下之一"],
  ] as const) {
    const model = scripted(aReply(good.replace('"fact"', '"maybe"')), aReply(good));
    await asking(model, {}, { language }).reply;
    expect(lastTexts(model.asked)[1]).toContain("keypoints.0.kind");
    expect(lastTexts(model.asked)[1]).toContain(told);
  }
});

test("what the stage finds wrong is told to the model, and the whole talk goes on", async () => {
  const model = scripted(aReply(good), aReply(good.replace("1961", "1962")), aReply(good));
  const faults = ["There are no sentences 9 & <10>.", "Still none.", undefined];
  const { reply, calls } = asking(model, { check: () => faults.shift() });
  await reply;
  expect(lastTexts(model.asked)[1]).toContain("There are no sentences 9 & <10>.");
  expect(model.asked[2]?.messages.map(({ role }) => role)).toEqual([
    "system",
    "user",
    "assistant",
    "user",
    "assistant",
    "user",
  ]);
  expect(new Set(calls).size).toBe(3);
});

test("it is asked again at most twice; then the row fails with the code, the reason and the raw reply", async () => {
  const model = scripted(aReply(good), aReply(good), aReply(good), aReply(good));
  const { reply, calls } = asking(model, { check: () => "No sentence 9." });
  const error = await failureOf(reply);
  expect(error).toBeInstanceOf(ReplyError);
  expect(error).toMatchObject({
    kind: "contract",
    code: "failed-check",
    rawReply: good,
    message: expect.stringContaining("No sentence 9."),
  });
  expect(model.asked.map(({ tryNumber }) => tryNumber)).toEqual([1, 2, 3]);
  expect(calls).toHaveLength(3);
});

test.each([
  [aReply("I cannot.", "refusal"), "refused"],
  [aReply('{"keyp', "length"), "cut"],
  [aReply("", "filter"), "filtered"],
  [aReply(" \n"), "empty"],
])("a reply that is not whole is not final: the next sample is asked (%o)", async (reply, code) => {
  const model = scripted(reply, aReply(good));
  await asking(model).reply;
  expect(model.asked.map(({ sample }) => sample)).toEqual([0, 1]);
  expect(model.asked[1]?.messages).toEqual(model.asked[0]?.messages);
  expect(model.asked[1]?.key).not.toBe(model.asked[0]?.key);
  const failing = scripted(reply, reply, reply, reply);
  expect(await failureOf(asking(failing).reply)).toMatchObject({
    kind: "contract",
    code,
    rawReply: reply.text,
  });
  expect(failing.asked).toHaveLength(3);
});

test("a stage's second draw never meets the draws made in place of a refused first one", async () => {
  const refused = aReply("no", "refusal");
  const first = scripted(refused, refused, aReply(good));
  const second = scripted(aReply(good));
  await asking(first, { sample: 0 }).reply;
  await asking(second, { sample: 1 }).reply;
  expect(first.asked.map(({ key }) => key)).not.toContain(second.asked[0]?.key);
});

test("a row tried once more goes on behind its journaled replies, from a fresh draw", async () => {
  const bad = aReply('{"keypoints":[]}');
  const before = scripted(bad, bad, bad);
  const { reply, calls } = asking(before);
  await failureOf(reply);
  const model = scripted(bad, bad, bad, aReply(good));
  expect(
    (await asking(model, {}, { hadReply: key => calls.includes(key) }).reply).keypoints,
  ).toHaveLength(1);
  expect(model.asked[3]?.messages).toHaveLength(2);
  expect(model.asked[3]?.sample).toBe(1);
});

test("what a model throws reaches the engine as it is: parked and technical failures are not asked again", async () => {
  for (const error of [
    new ParkedError("later"),
    new ReplyError("technical", "timeout", "slow", null),
  ]) {
    const model = scripted(error, aReply(good));
    const { reply, calls } = asking(model);
    expect(await failureOf(reply)).toBe(error);
    expect([model.asked.length, calls]).toEqual([1, []]);
  }
});

test("a reply far longer than its model was told it may be is not quoted back: another draw is asked for", async () => {
  const junk = "weir ".repeat(keypointsPrompt.maxReplyTokens * 20);
  const model = scripted(aReply(junk), aReply(good));
  await asking(model).reply;
  const [first, second] = model.asked;
  expect(second?.messages).toEqual(first?.messages);
  expect([first?.sample, second?.sample]).toEqual([0, 1]);
  const none = asking(scripted(aReply(junk), aReply(junk), aReply(junk)));
  expect(await failureOf(none.reply)).toMatchObject({ name: "ReplyError", code: "no-json" });
});
