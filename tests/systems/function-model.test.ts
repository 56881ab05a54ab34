// A function or a Runnable in the place of a model: what it is asked, and what becomes of what it throws.

import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnableLambda, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import { RetryableError } from "../../pipelines/llm/limits/retry.ts";
import { type AnsweringSystem, functionModel } from "../../pipelines/systems/function-model.ts";
import { runnableInput } from "../../pipelines/systems/runnable-input.ts";
import { never } from "../llm/requests.ts";
import { questionRequest } from "./question-request.ts";

async function ask(system: AnsweringSystem, timeout = 5000) {
  const model = functionModel({ name: "rag:r.js#a", label: "r.js#a", system, timeout });
  const reply = await model.complete(questionRequest(model), never);
  return JSON.parse(reply.text) as { answer: unknown; measured: { milliseconds: number } };
}
const failureOf = (system: AnsweringSystem, timeout?: number): Promise<unknown> =>
  ask(system, timeout).catch((error: unknown) => error);

test("a function is given the question, and the item with a signal beside it", async () => {
  const asked: unknown[] = [];
  const { answer } = await ask((question, { signal, ...item }) => {
    asked.push(question, item, signal.aborted);
    return "1958年。";
  });
  expect(answer).toBe("1958年。");
  const question = "水库何时建成？";
  expect(asked).toEqual([
    question,
    { id: "item-1", question, type: "question", language: "zh" },
    false,
  ]);
});

test("its time is measured until a stream's end", async () => {
  const slow = async function* () {
    yield "In ";
    await new Promise(done => setTimeout(done, 40));
    yield "1958.";
  };
  const { answer, measured } = await ask(() => slow());
  expect(answer).toBe("In 1958.");
  expect(measured.milliseconds).toBeGreaterThanOrEqual(35);
});

test("what may pass is tried again, a wrong key stops the run, and all else fails its row with the place it was thrown at", async () => {
  const throwing = (fields: object) => () => Promise.reject(Object.assign(new Error("x"), fields));
  const passing = await Promise.all(
    [
      { status: 429 },
      { statusCode: 503 },
      { code: "ECONNRESET" },
      { lastError: { statusCode: 500 } },
    ].map(fields => failureOf(throwing(fields))),
  );
  expect(passing.map(failure => failure instanceof RetryableError)).toEqual(Array(4).fill(true));
  expect(passing[0]).toMatchObject({ code: "rate-limited" });
  expect(await failureOf(throwing({ status: 401 }))).toBeInstanceOf(PipelineError);
  const own = await failureOf(() => {
    throw new TypeError("index is undefined");
  });
  expect(own).toBeInstanceOf(ReplyError);
  expect(own).toMatchObject({
    code: "system-threw",
    message: expect.stringMatching(
      /^r\.js#a threw TypeError: index is undefined \(at .*function-model\.test\.ts/,
    ),
  });
});

test("an answer that does not come in time may come at the next try, and is told that its time is over", async () => {
  let receivedSignal: AbortSignal | undefined;
  const failure = await failureOf((_, { signal }) => {
    receivedSignal = signal;
    return new Promise(() => {});
  }, 30);
  expect(failure).toBeInstanceOf(RetryableError);
  expect([failure, receivedSignal?.aborted]).toMatchObject([{ code: "timeout" }, true]);
});

test("nothing that is returned is not an answer", async () => {
  expect(await failureOf(() => undefined)).toMatchObject({
    code: "bad-reply",
    message: expect.stringContaining("r.js#a returned undefined"),
  });
});

const model = () => new FakeListChatModel({ responses: ["In 1958."] });

test("a Runnable is invoked with what its first step takes", async () => {
  const fromTemplate = (text: string) => ChatPromptTemplate.fromTemplate(text);
  const byText = RunnableSequence.from([
    { context: RunnableLambda.from(() => "c"), question: new RunnablePassthrough<string>() },
    fromTemplate("{context} {question}"),
    model(),
  ]);
  const byName = fromTemplate("{frage}")
    .pipe(model())
    .withConfig({ tags: ["t"] });
  const adding = RunnablePassthrough.assign({ answer: () => "In 1958." }).pipe(
    RunnableLambda.from((state: { answer: string; input?: unknown }) => state),
  );
  for (const runnable of [byText, byName, adding])
    expect((await ask(runnable as AnsweringSystem)).answer).toBe("In 1958.");
  expect(runnableInput(byText, "q")).toBe("q");
  expect(runnableInput(byName, "q")).toEqual({ frage: "q" });
  expect(runnableInput(adding as never, "q")).toEqual({ input: "q", question: "q", query: "q" });
});

test("a graph is given a message where its state has messages, else the names that it knows", () => {
  const graph = (channels: object) => ({ channels, invoke: () => "" });
  expect(runnableInput(graph({ messages: 1 }), "q")).toEqual({
    messages: [{ role: "user", content: "q" }],
  });
  expect(runnableInput(graph({ question: 1, docs: 1 }), "q")).toEqual({ question: "q" });
});
