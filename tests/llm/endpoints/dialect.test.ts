// Endpoints that take only part of the chat format: what they are sent in its place, and how that is found out once.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { chatBody } from "../../../pipelines/llm/endpoints/chat.ts";
import {
  type Dialect,
  fullDialect,
  openDialects,
} from "../../../pipelines/llm/endpoints/dialect.ts";
import { type Answer, completing, sendJson } from "./chat-server.ts";
import { aRequest, never, paris, scripted } from "../requests.ts";
import { cases } from "../../support/cases.ts";
import { freshFolder } from "../../support/folder.ts";
import { servedChat } from "./served.ts";

const at = freshFolder();
const file = () => at("endpoints.json");
const { against, failureOf, server } = servedChat({ seed: 5 });

/** A server that takes only some fields, and names the first one it does not take. */
const taking =
  (refuses: (body: Record<string, unknown>) => string | undefined): Answer =>
  (response, body) => {
    const refusal = refuses(body);
    if (refusal === undefined) completing(paris)(response, body);
    else sendJson(response, 400, { error: { message: refusal } });
  };

const formatOf = (body: Record<string, unknown>) =>
  (body["response_format"] as { type: string } | undefined)?.type;
const noSchema = (body: Record<string, unknown>) =>
  formatOf(body) === "json_schema" ? "This response_format type is unavailable now" : undefined;

test("JSON mode and words alone tell the reply's schema in the system message, and in no key", () => {
  const request = aRequest("France");
  const speech = (output: Dialect["output"]) => ({
    dialect: { ...fullDialect, output },
    schemaText: (language: string, schema: object) => `${language}: ${JSON.stringify(schema)}`,
  });
  const [schema, json, prompt] = (["schema", "json", "prompt"] as const).map(output =>
    chatBody(scripted(), request, speech(output)),
  );
  expect(schema).toEqual(chatBody(scripted(), request));
  const wording = [
    { role: "system", content: `You know capitals.\n\nen: ${JSON.stringify(request.replySchema)}` },
    { role: "user", content: "Capital of France?" },
  ];
  expect([json?.messages, prompt?.messages]).toEqual([wording, wording]);
  expect([json?.response_format, prompt]).toEqual([
    { type: "json_object" },
    expect.not.objectContaining({ response_format: expect.anything() }),
  ]);
  expect(request.messages).toEqual(aRequest("France").messages);
});

test("a request without system message is told the schema in one of its own", () => {
  const request = {
    ...aRequest("France"),
    messages: [{ role: "user" as const, content: "Capital?" }],
  };
  const { messages } = chatBody(scripted(), request, {
    dialect: { ...fullDialect, output: "prompt" },
    schemaText: () => "as JSON",
  });
  expect(messages).toEqual([
    { role: "system", content: "as JSON" },
    { role: "user", content: "Capital?" },
  ]);
});

test("what a server does not take is left out, step by step, and the row sees nothing of it", async () => {
  const model = await against(
    taking(body =>
      "response_format" in body
        ? "Unrecognized argument: response_format"
        : "max_completion_tokens" in body
          ? "max_completion_tokens is unknown"
          : "seed" in body
            ? "no seed"
            : undefined,
    ),
  );
  expect((await model.complete(aRequest("France"), never)).text).toBe(paris);
  expect(server().bodies).toHaveLength(5);
  expect(Object.keys(server().bodies[4] ?? {}).sort()).toEqual([
    "max_tokens",
    "messages",
    "model",
    "temperature",
  ]);
  await model.complete(aRequest("France"), never);
  expect(server().bodies).toHaveLength(6);
});

cases<[status: number, body: object, changed: Partial<Dialect>]>(
  "llm/endpoints/dialect",
  "status %i with %j leads to %j",
  async (status, body, changed) => {
    const memory = openDialects(null)("p", "doubao-seed-1.6", null);
    let first = true;
    const model = await against(
      (...turn) => {
        if (!first) return completing(paris)(...turn);
        first = false;
        return sendJson(turn[0], status, body);
      },
      { dialect: memory, model: "doubao-seed-1.6" },
    );
    await model.complete(aRequest("France"), never);
    expect(memory.current()).toEqual({ ...fullDialect, ...changed });
  },
);

cases<[status: number, told: string]>(
  "llm/endpoints/dialect",
  "status %i, %s, changes nothing",
  (status, wording) => {
    const memory = openDialects(null)("p", "m", null);
    expect(memory.learnFromRefusal(memory.current(), { status, wording })).toBe(false);
    expect(memory.current()).toEqual(fullDialect);
  },
);

test("128 calls in flight fall once: none is led further down by a refusal of what was sent before", async () => {
  const waiting: (() => void)[] = [];
  const model = await against(
    (response, body) => {
      if (noSchema(body) === undefined) return completing(paris)(response, body);
      waiting.push(() => sendJson(response, 400, { error: { message: noSchema(body) } }));
      if (waiting.length === 128) for (const refuse of waiting) refuse();
      return undefined;
    },
    { connections: 128 },
  );
  const replies = await Promise.all(
    Array.from({ length: 128 }, () => model.complete(aRequest("France"), never)),
  );
  expect(replies.map(({ text }) => text)).toEqual(replies.map(() => paris));
  expect(
    server()
      .bodies.map(body => formatOf(body) ?? "")
      .sort(),
  ).toEqual([...Array<string>(128).fill("json_object"), ...Array<string>(128).fill("json_schema")]);
});

test("what was found out is kept in the run's file, by place and model, and read by the next run", () => {
  const first = openDialects(file());
  const memory = first("http://a/v1", "m", null);
  expect(memory.learnFromRefusal(fullDialect, { status: 400, wording: "response_format" })).toBe(
    true,
  );
  expect(first("http://a/v1", "m", null).current().output).toBe("json");
  const second = openDialects(file());
  expect([
    second("http://a/v1", "m", null).current(),
    second("http://b/v1", "m", null).current(),
    second("http://a/v1", "n", null).current(),
  ]).toEqual(
    [{ ...fullDialect, output: "json" }, fullDialect, fullDialect].map(dialect =>
      expect.objectContaining(dialect),
    ),
  );
  expect(existsSync(`${file()}.new`)).toBe(false);
});

test("a chosen output is kept to, and when refused stops the run with what to set; the rest is still found out", async () => {
  const chosen = openDialects(file())("p", "m1", "schema");
  expect(await failureOf(taking(noSchema), { dialect: chosen })).toMatchObject({
    name: "PipelineError",
    hint: "Set `output: json` or `output: prompt` for this model.",
  });
  expect(
    chosen.learnFromRefusal(chosen.current(), { status: 400, wording: "unknown field seed" }),
  ).toBe(true);
  expect(chosen.current()).toEqual({ ...fullDialect, seed: false });
});

test("a model that takes no field of any kind fails its row, and is not asked forever", async () => {
  const model = await against(response =>
    sendJson(response, 400, {
      error: { message: "not this: request 17 (seed, response_format, max_completion_tokens)" },
    }),
  );
  await expect(model.complete(aRequest("France"), never)).rejects.toMatchObject({
    name: "PipelineError",
  });
  expect(server().bodies).toHaveLength(5);
});
