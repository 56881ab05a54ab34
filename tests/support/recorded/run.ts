// Runs a wing in this process on recorded replies, as `ragwright run --model openai:recorded` does on a server's.

import { join } from "node:path";
import type { Wing } from "../../../schemas/settings.ts";
import { localExecutor } from "../../../pipelines/engine/executor.ts";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import { type RunSummary, runPipeline } from "../../../pipelines/engine/runner.ts";
import { Journal } from "../../../pipelines/llm/journal.ts";
import { ledgered } from "../../../pipelines/llm/ledger.ts";
import { replySchemaOf } from "../../../pipelines/llm/reply-schema.ts";
import { createTemplates } from "../../../pipelines/llm/templates.ts";
import { writeReport } from "../../../pipelines/report/page.ts";
import { createAsks } from "../../../pipelines/run/asks.ts";
import { webModel } from "../../../pipelines/run/clients.ts";
import { lazyWeb } from "../../../pipelines/run/lazy-web.ts";
import { stageModel } from "../../../pipelines/run/models.ts";
import { layered } from "../../../pipelines/run/package-files.ts";
import { recipeOf } from "../../../pipelines/run/recipe.ts";
import { type RunFlags, readSettings } from "../../../pipelines/run/settings.ts";
import { exportAll } from "../../../pipelines/run/wing-exports.ts";
import { recordedModel } from "./model.ts";

/** For the command line, so that a run of its own has the same keys and names. */
export const recordedName = "openai:recorded";

export interface RecordedRun {
  /** Whose replies: the name of a folder of tests/fixtures/replies, and of the test file that asks for them. */
  readonly journey: string;
  readonly wing: Wing;
  readonly directory: string;
  readonly flags: RunFlags;
  /** An earlier run that this one refreshes. */
  readonly older?: string;
}

/** Runs, exports and reports; `calls.jsonl` of the directory is a recording for a server. */
export async function recordedRun({ journey, wing, directory, flags, older }: RecordedRun): Promise<RunSummary> {
  const { settings, sources } = readSettings(wing, { ...flags, model: recordedName });
  const { stages, inputs, prepare } = recipeOf(wing, { settings, sources, directory, older });
  const { randomSeed } = settings;
  const head = { name: "recorded", settings: { temperature: settings.model.temperature ?? null, seed: randomSeed } };
  const templates = createTemplates(layered("prompts"));
  prepare?.();
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  const recorded = ledgered(journal, recordedModel(journey, head));
  const web = lazyWeb({ directory, settings });
  const search = settings.crud.search === null ? recorded : ledgered(journal, webModel(settings.crud.search, web.open));
  const modelOf = (stage: string) => ({ model: stageModel(settings, stage).provider === "search" ? search : recorded, thinkingTokens: 0 });
  const answeredBy = Object.fromEntries(stages.filter(({ prompts }) => prompts.length > 0).map(({ name }) => [name, modelOf(name).model.name]));
  try {
    const summary = await runPipeline({
      directory,
      stages,
      inputs,
      executor: localExecutor(createAsks({ templates, isEarlier: () => false, modelOf })),
      askFingerprint: ({ name, prompts }, language) => ({
        model: [modelOf(name).model.name, modelOf(name).model.settings],
        prompts: prompts.map(prompt => [prompt.name, templates.templateHash(prompt.name, language), hashOf(replySchemaOf(prompt.reply))]),
      }),
      randomSeed,
      concurrency: settings.limits.concurrency,
      retryFailed: false,
      settings: { wing, ...settings, model: { ...settings.model, name: head.name }, ...sources, ...(older === undefined ? {} : { older }), answeredBy, prices: {} },
      onEvent: () => {},
      signal: new AbortController().signal,
    });
    exportAll(wing, directory);
    writeReport(directory);
    return summary;
  } finally {
    await Promise.all([journal.close(), web.close()]);
  }
}
