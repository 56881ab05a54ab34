// Builds what a run needs from its settings and the environment: the one place that makes clients and reads keys.

import { join } from "node:path";
import pLimit from "p-limit";
import type { ModelSettings, Settings } from "../../schemas/settings.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { PipelineError } from "../engine/errors.ts";
import type { CreateAsk } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { createAsk } from "../llm/ask.ts";
import { type BatchFiles, openBatchFiles, parkedInFiles } from "../llm/batch-files.ts";
import { Journal } from "../llm/journal.ts";
import { ledgered } from "../llm/ledger.ts";
import { limited } from "../llm/limits.ts";
import type { Model } from "../llm/model.ts";
import { openAi } from "../llm/openai.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import { retrying } from "../llm/retry.ts";
import { ruleAnswerers } from "../llm/rules/all.ts";
import { rulesModel } from "../llm/rules/rules.ts";
import { createTemplates } from "../llm/templates.ts";
import { layered, readDomains } from "./package-files.ts";

export interface Services {
  readonly createAsk: CreateAsk;
  readonly askFingerprint: (stage: Stage, language: "zh" | "en") => unknown;
  readonly modelName: string;
  readonly batch: BatchFiles | undefined;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly directory: string;
  readonly settings: Settings;
  readonly batchFiles: boolean;
  readonly retryFailed: boolean;
}

/** Journal keys of failed rows that the user wants asked again are those answered before this run. */
export async function openServices(options: ServiceOptions): Promise<Services> {
  const { directory, settings } = options;
  // A stop lets the calls in flight finish: they are paid for. So nothing aborts them.
  const { signal } = new AbortController();
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  const batch = options.batchFiles ? openBatchFiles(join(directory, "batch")) : undefined;
  const model = ledgered(journal, transport(settings, batch));
  const templates = createTemplates(layered("prompts"));
  const before = options.retryFailed ? { answered: (key: string) => journal.has(key) } : {};
  const asks = new Map<string, ReturnType<typeof createAsk>>();
  const askOf = (stage: string) => {
    const ask = asks.get(stage) ?? createAsk({ model, templates, stage, signal, ...before });
    asks.set(stage, ask);
    return ask;
  };
  return {
    createAsk: (stage, onCall) => askOf(stage)(onCall),
    askFingerprint: (stage, language) => ({
      model: [model.name, model.settings],
      prompts: stage.prompts.map(prompt => [prompt.name, templates.templateHash(prompt.name, language), hashOf(replySchemaOf(prompt.reply))]),
    }),
    modelName: model.name,
    batch,
    close: () => journal.close(),
  };
}

function transport({ model, limits, timeout, randomSeed }: Settings, batch: BatchFiles | undefined): Model {
  const name = model.model.replace(/^openai:/, "");
  const sampling = { temperature: model.temperature ?? null, seed: randomSeed };
  if (batch) return parkedInFiles(batch, { name, settings: sampling });
  if (model.model === "rules") return rulesModel({ answerers: ruleAnswerers, domains: readDomains(), randomSeed });
  const endpoint = openAi({ ...sampling, model: name, baseUrl: baseUrlOf(model), apiKey: keyFor(model), timeout: timeout.whole * 1000 });
  return retrying(limited(endpoint, pLimit(limits.concurrency)));
}

const baseUrlOf = ({ baseUrl }: ModelSettings) => baseUrl ?? process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1";

/** A key may be absent for a server of one's own, never for the public endpoint. */
function keyFor(model: ModelSettings): string | null {
  const key = process.env["OPENAI_API_KEY"];
  if (key) return key;
  if (!baseUrlOf(model).startsWith("https://api.openai.com")) return null;
  throw new PipelineError("bad-settings", `The model ${model.model} needs a key, and OPENAI_API_KEY is not set.`, {
    hint: "Type: export OPENAI_API_KEY=…  — or run without a key: --model rules, or --batch files.",
  });
}
