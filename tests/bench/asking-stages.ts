// Seven stages that ask row by row, for benches on one machine and over a queue, and the model that a worker brings for them.

import { join } from "node:path";
import { keypointsPrompt } from "../../schemas/items/prompts.ts";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import { defineStage, made, type Stage } from "../../pipelines/engine/stage.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import { openDialects } from "../../pipelines/llm/endpoints/dialect.ts";
import { openHttp } from "../../pipelines/llm/endpoints/http.ts";
import { createOpenAiModel } from "../../pipelines/llm/endpoints/openai.ts";
import type { Model } from "../../pipelines/llm/model.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { root } from "../support/cli.ts";
import { textArtifact } from "../support/plain-run.ts";
import { latencyOf, parseLatency } from "../support/replay/latencies.ts";
import { keypointsReply, variablesOf } from "./asking.ts";

export const stageCount = 7;
export const artifacts = Array.from({ length: stageCount + 1 }, (_, index) =>
  textArtifact(`bench/stage-${index}`),
);
export const questionOf = (id: string, stage: number): string => `${id} at ${stage}`;

export const stages = artifacts.slice(1).map((writes, index) =>
  defineStage({
    name: writes.name,
    module: "1",
    prompts: [keypointsPrompt],
    over: artifacts[index]!,
    writes,
    async each({ id, text }, { ask }) {
      await ask(keypointsPrompt, "en", variablesOf(questionOf(id, index)));
      return made([{ id, text }]);
    },
  }),
) as Stage[];

export const identity = {
  name: "bench",
  settings: { temperature: 0, seed: null },
  paid: true,
} as const;
const templates = createTemplates([join(root, "prompts")]);

/** Answers in the worker itself after the latency that the replay server would draw: no HTTP on the bench's two cores. */
function timedModel(law: string, seed: number): Model {
  const latency = parseLatency(law);
  const usage = { inputTokens: 878, outputTokens: 26 };
  return {
    ...identity,
    complete: async ({ question }) => {
      await new Promise(resolve => setTimeout(resolve, latencyOf({ latency, seed }, question)));
      return { text: keypointsReply, finish: "stop", usage };
    },
  };
}

/** The model, asked at a server by up to so many connections, or `timed:LAW:SEED`; `longest`: seconds for one try. */
export function benchModel(baseUrl: string, connections: number, longest = 60): Model {
  const [kind, law = "", median = "", seed = "0"] = baseUrl.split(":");
  if (kind === "timed") return timedModel(`${law}:${median}`, Number(seed));
  const timeout = { connect: 10, firstByte: longest, idle: longest, whole: longest };
  const http = openHttp({ connections, timeout });
  const { name, settings } = identity;
  return createOpenAiModel({
    model: name,
    ...settings,
    baseUrl,
    apiKey: "bench",
    post: http.postJson,
    dialect: openDialects(null)(baseUrl, name, null),
    schemaText: () => "",
  });
}

export function asksOf(model: Model): CreateAsk {
  const asks = new Map<string, ReturnType<typeof createAsk>>();
  return (stage, asker) => {
    const ask =
      asks.get(stage) ??
      createAsk({ model, templates, stage, signal: new AbortController().signal });
    asks.set(stage, ask);
    return ask(asker);
  };
}
