// Every model against the one contract.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
import { aiSdkModel } from "../../pipelines/llm/endpoints/ai-sdk.ts";
import { chatObjectModel } from "../../pipelines/llm/endpoints/chat-object.ts";
import { openDialects } from "../../pipelines/llm/endpoints/dialect.ts";
import { openBatchFiles, createParkedModel } from "../../pipelines/llm/batch/files.ts";
import { langChainModel } from "../../pipelines/llm/endpoints/langchain.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { answererFor } from "../../pipelines/floor/answerer.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import {
  type Answer,
  completing,
  openEndpoint,
  sendJson,
  startChatServer,
} from "./endpoints/chat-server.ts";
import { modelContract } from "./model-contract.ts";
import { capitalPrompt, paris } from "./requests.ts";

const settings = { temperature: 0.2, seed: 5 };

const francePlease: Answer = (response, body) =>
  JSON.stringify(body["messages"]).includes("France")
    ? completing(paris)(response, body)
    : sendJson(response, 400, { error: { message: "no such country" } });

modelContract("an OpenAI-compatible endpoint", {
  identity: { name: "gpt-4o-mini", settings },
  open: async () => {
    const server = await startChatServer(francePlease);
    const { model, close } = openEndpoint(server.baseUrl, {
      model: "gpt-4o-mini",
      apiKey: "k",
      ...settings,
    });
    return {
      model,
      asked: () => server.bodies.length,
      close: () => Promise.all([close(), server.close()]).then(() => undefined),
    };
  },
});

modelContract("a provider of LangChain's", {
  identity: { name: "gpt-4o-mini", settings },
  open: async () => {
    const server = await startChatServer(francePlease);
    const model = langChainModel({
      provider: "openai",
      name: "gpt-4o-mini",
      baseUrl: server.baseUrl,
      apiKey: "k",
      timeout: 5000,
      env: {},
      ...settings,
    });
    return { model, asked: () => server.bodies.length, close: () => server.close() };
  },
});

const brought = {
  ...settings,
  timeout: 5000,
  dialect: openDialects(null)("here", "gpt-4o-mini", null),
  schemaText: (_: string, schema: object) => JSON.stringify(schema),
};

modelContract("a program's model of the AI SDK", {
  identity: { name: "gpt-4o-mini", settings },
  open: async () => {
    const server = await startChatServer(francePlease);
    const object = createOpenAICompatible({ name: "here", baseURL: server.baseUrl })("gpt-4o-mini");
    const model = aiSdkModel(object, brought);
    return { model, asked: () => server.bodies.length, close: () => server.close() };
  },
});

modelContract("a program's chat model of LangChain", {
  identity: { name: "gpt-4o-mini", settings },
  open: async () => {
    const server = await startChatServer(francePlease);
    const object = new ChatOpenAI({
      model: "gpt-4o-mini",
      temperature: 0.2,
      apiKey: "k",
      configuration: { baseURL: server.baseUrl },
    });
    const model = chatObjectModel(object, { ...brought, env: {} });
    return { model, asked: () => server.bodies.length, close: () => server.close() };
  },
});

const knowsFrance = answererFor(capitalPrompt, ({ country }) => {
  if (country !== "France") throw new Error("only asked for France");
  return { capital: "Paris", sure: true };
});

const counted = (model: Model) => {
  let asked = 0;
  const complete: Model["complete"] = async (request, signal) => {
    const reply = await model.complete(request, signal);
    asked++;
    return reply;
  };
  return { model: { ...model, complete }, asked: () => asked, close: async () => {} };
};

const rules = rulesModel({ version: "a1", answerers: [knowsFrance], domains: [], randomSeed: 3 });

modelContract("rules", {
  identity: rules,
  open: async () => {
    const none = rulesModel({ version: "a1", answerers: [], domains: [], randomSeed: 3 });
    const complete: Model["complete"] = (request, signal) =>
      (JSON.stringify(request.variables).includes("France") ? rules : none).complete(
        request,
        signal,
      );
    return counted({ ...rules, complete });
  },
});

modelContract("files moved by hand", {
  identity: { name: "gpt-4o-mini", settings },
  open: async (france, folder) => {
    const batch = join(folder, "batch");
    mkdirSync(batch);
    const { key } = france({ name: "gpt-4o-mini", settings });
    writeFileSync(
      join(batch, "responses-1.jsonl"),
      `${JSON.stringify({ custom_id: key, content: paris })}\n`,
    );
    return counted(createParkedModel(openBatchFiles(batch), { name: "gpt-4o-mini", settings }));
  },
});
