// LangChain is loaded late, and sends nothing to third parties.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { forbidTracing } from "../../../pipelines/llm/endpoints/langchain.ts";
import { ragwright, root } from "../../support/cli.ts";
import { completing } from "./chat-server.ts";
import { paris } from "../requests.ts";
import { freshFolder } from "../../support/folder.ts";
import { served } from "./served.ts";

const { serve } = served();
const at = freshFolder();

test("tracing, LangSmith's gateway and printing are switched off whatever the environment says", () => {
  const env = {
    LANGSMITH_TRACING: "true",
    LANGSMITH_GATEWAY: "https://elsewhere.example",
    HOME: "/home/me",
  };
  forbidTracing(env);
  expect(env).toMatchObject({
    LANGSMITH_TRACING: "false",
    LANGCHAIN_TRACING_V2: "false",
    LANGSMITH_GATEWAY: "false",
    LANGCHAIN_VERBOSE: "false",
    HOME: "/home/me",
  });
});

// Says on stderr which files of LangChain's packages a process loads.
const loadHook =
  "export async function load(url, context, next) { if (/node_modules.{1,20}lang(chain|smith|graph)/.test(url)) process._rawDebug(`loaded ${url}`); return next(url, context); }";
const watching = `data:text/javascript,${encodeURIComponent(`import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(loadHook)}");`)}`;

const calls = (baseUrl: string, call: boolean) => `
  import { createLangChain } from "./pipelines/llm/endpoints/langchain.ts";
  import { rulesModel } from "./pipelines/run/rules-model.ts";
  import { aRequest, never } from "./tests/llm/requests.ts";
  rulesModel({ version: "a1", answerers: [], domains: [], randomSeed: 1 });
  const model = createLangChain({ provider: "openai", name: "m1", temperature: 0, seed: null, baseUrl: ${JSON.stringify(baseUrl)}, apiKey: "k", timeout: 5000, env: process.env });
  if (${call}) console.log((await model.complete(aRequest("France"), never)).text);
`;

function ran(
  script: string,
  env: Record<string, string> = {},
): Promise<{ out: string; err: string }> {
  const child = spawn(
    process.execPath,
    [
      "--import",
      watching,
      "--import",
      import.meta.resolve("tsx"),
      "--input-type=module",
      "-e",
      script,
    ],
    {
      cwd: root,
      env: { ...process.env, ...env },
    },
  );
  const collected = { out: "", err: "" };
  child.stdout.on("data", chunk => (collected.out += chunk));
  child.stderr.on("data", chunk => (collected.err += chunk));
  return new Promise(done => child.on("close", () => done(collected)));
}

test("nothing of LangChain is loaded before the first call", async () => {
  const { baseUrl } = await serve(completing(paris));
  const [made, called] = await Promise.all([ran(calls(baseUrl, false)), ran(calls(baseUrl, true))]);
  expect(made).toEqual({ out: "", err: "" });
  expect(called.out).toBe(`${paris}\n`);
  expect(called.err).toMatch(/loaded .*langchain\/core/);
});

test("a run by rules loads nothing of LangChain", async () => {
  const run = await ragwright(
    [
      "run",
      "rageval",
      "--schemas",
      "law",
      "--model",
      "rules",
      "--language",
      "en",
      "--until",
      "rageval/configs",
      "--out",
      at("run"),
    ],
    {
      env: { NODE_OPTIONS: `--import ${watching}` },
    },
  );
  expect(run.code).toBe(0);
  expect(run.err).toContain("rageval/configs");
  expect(run.err).not.toContain("loaded file:");
});

test("with tracing asked for by the environment, nobody but the model's own server is sent anything", async () => {
  const { baseUrl } = await serve(completing(paris));
  const asked: string[] = [];
  const langSmith = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>(resolve => langSmith.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(langSmith.address() as AddressInfo).port}`;
  const { out } = await ran(calls(baseUrl, true), {
    LANGSMITH_TRACING: "true",
    LANGCHAIN_TRACING_V2: "true",
    LANGSMITH_ENDPOINT: endpoint,
    LANGCHAIN_ENDPOINT: endpoint,
    LANGSMITH_GATEWAY: endpoint,
    LANGSMITH_API_KEY: "lsv2_k",
    LANGCHAIN_VERBOSE: "true",
    LANGCHAIN_CALLBACKS_BACKGROUND: "false",
  });
  langSmith.closeAllConnections();
  await new Promise(resolve => langSmith.close(resolve));
  expect(out).toBe(`${paris}\n`);
  expect(asked).toEqual([]);
});
