// What a function's or a program's result is taken for: texts, streams, lists, LangChain's own objects, results of the AI SDK.

import { Document } from "@langchain/core/documents";
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { RunnablePassthrough } from "@langchain/core/runnables";
import { describe, expect, test } from "vitest";
import { readSystemReply } from "../../pipelines/systems/system-reply.ts";
import { systemReply } from "../../pipelines/systems/result-reply.ts";

const timing = { milliseconds: 5, failedTries: 0 };

/** As it is journaled, without what is null and what was measured. */
async function taken(result: unknown): Promise<Record<string, unknown>> {
  const text = readSystemReply(await systemReply(result), { label: "rag", timing, text: "" });
  const { measured: _, ...said } = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}
const tokens = async (result: unknown) => {
  const text = readSystemReply(await systemReply(result), { label: "rag", timing, text: "" });
  const { measured } = JSON.parse(text) as { measured: Record<string, unknown> };
  return [measured["inputTokens"], measured["outputTokens"]];
};

const found = [new Document({ pageContent: "Built in 1958.", metadata: { source: "dam.md" } })];
const passage = { source: "dam.md", text: "Built in 1958." };

async function* pieces(...all: unknown[]) {
  for (const piece of all) yield await Promise.resolve(piece);
}

describe("an answer alone", () => {
  test("is a text, or the promise of one", async () => {
    expect(await taken("In 1958.")).toEqual({ answer: "In 1958." });
    expect(await taken(Promise.resolve("In 1958."))).toEqual({ answer: "In 1958." });
  });

  test("is put together from an async iterable, and from a ReadableStream of bytes that cuts a character", async () => {
    expect(await taken(pieces("In ", "1958."))).toEqual({ answer: "In 1958." });
    const bytes = new TextEncoder().encode("建于1958年。");
    const stream = new ReadableStream({
      start: controller => {
        for (const part of [bytes.slice(0, 4), bytes.slice(4)]) controller.enqueue(part);
        controller.close();
      },
    });
    expect(await taken(stream)).toEqual({ answer: "建于1958年。" });
  });

  test("is read out of a web Response; one that failed is thrown with its status", async () => {
    expect(await taken(new Response("In 1958."))).toEqual({ answer: "In 1958." });
    expect(await taken(Response.json({ answer: "In 1958.", retrieved: ["x"] }))).toEqual({
      answer: "In 1958.",
      retrieved: ["x"],
    });
    await expect(systemReply(new Response("busy", { status: 503 }))).rejects.toMatchObject({
      status: 503,
    });
  });

  test("a stream that breaks rejects with what broke it", async () => {
    const broken = async function* () {
      yield await Promise.resolve("In ");
      throw new Error("the model left");
    };
    await expect(systemReply(broken())).rejects.toThrow("the model left");
  });
});

describe("passages", () => {
  test.each(["passages", "sources", "retrieved", "documents", "source_documents"])(
    "stand under %s",
    async name => {
      expect(await taken({ answer: "a", [name]: ["one", { text: "two" }] })).toEqual({
        answer: "a",
        retrieved: ["one", { text: "two" }],
      });
    },
  );

  test("alone are what a retriever found", async () => {
    expect(await taken(found)).toEqual({ retrieved: [passage] });
  });

  test("a context is what was read; as one text it is one passage", async () => {
    expect(await taken({ answer: "a", context: "all of it" })).toEqual({
      answer: "a",
      contexts: ["all of it"],
    });
  });

  test("among sources what names nothing is passed over, while retrieved must hold passages", async () => {
    expect(await taken({ answer: "a", sources: [1, { rank: 2 }] })).toEqual({ answer: "a" });
    await expect(taken({ answer: "a", retrieved: [{ text: 4 }] })).rejects.toThrow(/retrieved\.0/);
  });
});

describe("LangChain", () => {
  test("a message is its text, without its reasoning, and tells its tokens", async () => {
    const message = new AIMessage([
      { type: "reasoning", reasoning: "hm" },
      { type: "text", text: "In 1958." },
    ]);
    Object.assign(message, {
      usage_metadata: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    });
    expect(await taken(message)).toEqual({ answer: "In 1958." });
    expect(await tokens(message)).toEqual([5, 2]);
  });

  test.each(["answer", "output", "result"])("%s with context or source_documents", async name => {
    const answer = { [name]: "In 1958." };
    expect(await taken({ ...answer, context: found })).toEqual({
      answer: "In 1958.",
      contexts: [passage],
    });
    expect(await taken({ ...answer, source_documents: found })).toEqual({
      answer: "In 1958.",
      retrieved: [passage],
    });
  });

  test("an answer may be a message", async () => {
    expect(await taken({ answer: new AIMessage("In 1958."), context: found })).toEqual({
      answer: "In 1958.",
      contexts: [passage],
    });
  });

  test("a chain's stream is put together part by part", async () => {
    const chain = RunnablePassthrough.assign({ context: () => found, answer: () => "In 1958." });
    expect(await taken(chain.stream({ input: "When?" }))).toEqual({
      answer: "In 1958.",
      contexts: [passage],
    });
    const chunks = pieces(new AIMessageChunk("In "), new AIMessageChunk("1958."));
    expect(await taken(chunks)).toEqual({ answer: "In 1958." });
  });

  test("an agent's last word is the answer, and what its tools found was retrieved and read", async () => {
    const said = (text: string, input: number) =>
      Object.assign(new AIMessage(text), {
        usage_metadata: { input_tokens: input, output_tokens: 1, total_tokens: input + 1 },
      });
    const messages = [
      new HumanMessage("When?"),
      said("I look it up.", 3),
      new ToolMessage({ content: "see the artifact", tool_call_id: "1", artifact: found }),
      new ToolMessage({ content: "The dam stands.", tool_call_id: "2" }),
      said("In 1958.", 9),
    ];
    expect(await taken({ messages })).toEqual({
      answer: "In 1958.",
      retrieved: [passage, "The dam stands."],
      contexts: [passage, "The dam stands."],
    });
    expect(await tokens({ messages })).toEqual([12, 2]);
  });
});

/** As the SDK has it: fields are getters, those of a stream are promises that come when it was read. */
class StreamedResult {
  #read = false;
  readonly #parts: readonly object[];
  constructor(parts: readonly object[]) {
    this.#parts = parts;
  }
  get fullStream() {
    return this.#flow();
  }
  async *#flow() {
    yield* pieces(...this.#parts);
    this.#read = true;
  }
  async #told<T>(value: T): Promise<T> {
    await Promise.resolve();
    if (!this.#read) throw new Error("read before the stream was");
    return value;
  }
  get text() {
    return this.#told("In 1958.");
  }
  get steps() {
    return this.#told([
      {
        toolResults: [{ toolName: "search", output: { results: [{ content: "Built in 1958." }] } }],
      },
      { toolResults: [{ toolName: "add", output: { sum: 4 } }] },
    ]);
  }
  get totalUsage() {
    return this.#told({ inputTokens: 14, outputTokens: 6 });
  }
}

describe("the AI SDK", () => {
  test("a streamed result is read to its end, and what its tools found was retrieved and read", async () => {
    const result = () => new StreamedResult([{ type: "text-delta", text: "In 1958." }]);
    const read = [{ text: "Built in 1958." }];
    expect(await taken(result())).toEqual({ answer: "In 1958.", retrieved: read, contexts: read });
    expect(await tokens(result())).toEqual([14, 6]);
  });

  test("what broke a stream is thrown, not that nothing came", async () => {
    const broken = new StreamedResult([{ type: "error", error: new Error("no credit") }]);
    await expect(systemReply(broken)).rejects.toThrow("no credit");
  });

  test("a whole result without tools has its sources", async () => {
    const result = {
      text: "In 1958.",
      steps: [{ toolResults: [] }],
      usage: { promptTokens: 3, completionTokens: 1 },
      sources: [{ type: "source", sourceType: "url", id: "s1", url: "https://x.org/dam" }],
      get output(): never {
        throw new Error("no output was specified");
      },
    };
    expect(await taken(result)).toEqual({
      answer: "In 1958.",
      retrieved: [{ id: "s1", source: "https://x.org/dam" }],
    });
    expect(await tokens(result)).toEqual([3, 1]);
  });
});

test("what is none of these is refused with what is expected", async () => {
  await expect(taken(42)).rejects.toMatchObject({ code: "bad-reply" });
  await expect(taken({ verdict: "?" })).rejects.toThrow(/neither an answer nor/);
});
