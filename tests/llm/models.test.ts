// Every model against one contract: what holds whatever stands behind it.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answererFor } from "../../pipelines/floor/answerer.ts";
import { ParkedError, ReplyError } from "../../pipelines/engine/errors.ts";
import { openBatchFiles, createParkedModel } from "../../pipelines/llm/batch/batch-files.ts";
import { wrapAiSdkModel } from "../../pipelines/llm/endpoints/ai-sdk.ts";
import { wrapLangChainChatModel } from "../../pipelines/llm/endpoints/langchain-chat-model.ts";
import { openDialects } from "../../pipelines/llm/endpoints/dialect.ts";
import { createLangChain } from "../../pipelines/llm/endpoints/langchain.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../pipelines/llm/journaled-client.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { rulesModel } from "../../pipelines/run/rules-model.ts";
import { freshFolder } from "../support/folder.ts";
import {
  type Answer,
  completing,
  openEndpoint,
  sendJson,
  startChatServer,
} from "./endpoints/chat-server.ts";
import { aRequest, capitalPrompt, never, paris } from "./requests.ts";

const inFolder = freshFolder();

interface Subject {
  readonly model: Model;
  /** How many times what stands behind the model was asked. */
  readonly asked: () => number;
  close(): Promise<unknown>;
}

const identity = { name: "gpt-4o-mini", settings: { temperature: 0.2, seed: 5 } };

const francePlease: Answer = (response, body) =>
  JSON.stringify(body["messages"]).includes("France")
    ? completing(paris)(response, body)
    : sendJson(response, 400, { error: { message: "no such country" } });

/** A model over a server that knows France alone. */
const overServer = (open: (baseUrl: string) => Model) => async (): Promise<Subject> => {
  const server = await startChatServer(francePlease);
  const model = open(server.baseUrl);
  return { model, asked: () => server.bodies.length, close: server.close };
};

const counted = (model: Model): Subject => {
  let asked = 0;
  const complete: Model["complete"] = async (request, signal) => {
    const reply = await model.complete(request, signal);
    asked++;
    return reply;
  };
  return { model: { ...model, complete }, asked: () => asked, close: async () => {} };
};

const brought = {
  ...identity.settings,
  timeout: 5000,
  dialect: openDialects(null)("here", identity.name, null),
  schemaText: (_: string, schema: object) => JSON.stringify(schema),
};

const knowsFrance = answererFor(capitalPrompt, ({ country }) => {
  if (country !== "France") throw new Error("only asked for France");
  return { capital: "Paris", sure: true };
});
const rules = rulesModel({ version: "a1", answerers: [knowsFrance], domains: [], randomSeed: 3 });

interface ContractCase {
  readonly title: string;
  /** A model that answers requests about France with `paris`, and none else. */
  readonly open: () => Promise<Subject>;
  /** Name and settings of that model, known before it is opened. */
  readonly identity: Pick<Model, "name" | "settings">;
}

const cases: readonly ContractCase[] = [
  {
    title: "an OpenAI-compatible endpoint",
    identity,
    open: async () => {
      const server = await startChatServer(francePlease);
      const { model, close } = openEndpoint(server.baseUrl, {
        model: identity.name,
        apiKey: "k",
        ...identity.settings,
      });
      return {
        model,
        asked: () => server.bodies.length,
        close: () => Promise.all([close(), server.close()]),
      };
    },
  },
  {
    title: "a provider of LangChain's",
    identity,
    open: overServer(baseUrl =>
      createLangChain({
        provider: "openai",
        name: identity.name,
        baseUrl,
        apiKey: "k",
        timeout: 5000,
        env: {},
        ...identity.settings,
      }),
    ),
  },
  {
    title: "a program's model of the AI SDK",
    identity,
    open: overServer(baseURL =>
      wrapAiSdkModel(createOpenAICompatible({ name: "here", baseURL })(identity.name), brought),
    ),
  },
  {
    title: "a program's chat model of LangChain",
    identity,
    open: overServer(baseURL => {
      const object = new ChatOpenAI({
        model: identity.name,
        temperature: 0.2,
        apiKey: "k",
        configuration: { baseURL },
      });
      return wrapLangChainChatModel(object, { ...brought, env: {} });
    }),
  },
  {
    title: "rules",
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
  },
  {
    title: "files moved by hand",
    identity,
    open: async () => {
      const batch = inFolder("batch");
      mkdirSync(batch);
      const line = { custom_id: aRequest("France", identity).key, content: paris };
      writeFileSync(join(batch, "responses-1.jsonl"), `${JSON.stringify(line)}\n`);
      return counted(createParkedModel(openBatchFiles(batch), identity));
    },
  },
];

describe.each(cases)("$title", ({ open, identity: { name, settings } }) => {
  let subject: Subject;
  beforeEach(async () => {
    subject = await open();
  });
  afterEach(() => subject.close());
  const ask = (country: string, { complete }: Pick<Model, "complete">, signal = never) =>
    complete(aRequest(country, { name, settings }), signal);

  test("its name and settings are those its keys are made of, and name no place", () => {
    expect([subject.model.name, subject.model.settings]).toEqual([name, settings]);
    expect(subject.model.name).not.toMatch(/:\/\//);
  });

  test("a reply is the raw text, with how it ended and the tokens it took", async () => {
    const reply = await ask("France", subject.model);
    expect([reply.text, reply.finish]).toEqual([paris, "stop"]);
    expect(reply.usage.inputTokens).toBeGreaterThan(0);
    expect(reply.usage.outputTokens).toBeGreaterThan(0);
  });

  test("a request that has no reply fails or parks its row alone", async () => {
    const error: unknown = await ask("Atlantis", subject.model).catch((thrown: unknown) => thrown);
    expect(error instanceof ReplyError || error instanceof ParkedError).toBe(true);
  });

  test("a stopped run asks nothing, and fails with the reason of the stop", async () => {
    const reason = new Error("stopped");
    await expect(ask("France", subject.model, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(subject.asked()).toBe(0);
  });

  test("behind the ledger, a second run takes the reply from the journal and asks nobody", async () => {
    const askKept = async () => {
      const journal = await Journal.open(inFolder("calls.jsonl"));
      const reply = await ask("France", withChatJournal(journal, subject.model));
      await journal.close();
      return reply;
    };
    const made = await askKept();
    const before = subject.asked();
    expect(await askKept()).toEqual(made);
    expect(subject.asked()).toBe(before);
  });
});
