// Runs the toy pipeline in a folder with a model that answers in no fixed order and counts what it is asked.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import type { Stage } from "../../pipelines/engine/stage.ts";
import { type RunOptions, runPipeline } from "../../pipelines/engine/runner.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../pipelines/llm/journaled-client.ts";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { toyInput, toyStages } from "./toy-pipeline.ts";
import { namedVersion } from "./plain-run.ts";

const folders: string[] = [];
const clearFolders = () =>
  folders.splice(0).forEach(folder => rmSync(folder, { recursive: true, force: true }));
// The runner's processes end without saying so; one started by a test ends like any other.
if (process.env["VITEST"] && process.send) (await import("vitest")).afterAll(clearFolders);
else process.once("exit", clearFolders);

/** A folder that is gone when the test file, or a process it started, has ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ragwright-"));
  folders.push(folder);
  return folder;
}

let promptFolder: string | undefined;
export const writeTemplates = (folder: string, zhWord = "说") => {
  for (const name of ["zh", "en"]) {
    const text = `{{! toy }}\n${name === "zh" ? zhWord : "Say"} it.\n=== user ===\n{{text}}\n`;
    writeFileSync(join(folder, `say.${name}.hbs`), text);
  }
};

export interface ToyModel extends Model {
  readonly asked: string[];
  readonly inFlight: Set<string>;
}

/** Takes a random number of turns of the event loop for each reply. */
export function toyModel(random: () => number = Math.random): ToyModel {
  const asked: string[] = [];
  const inFlight = new Set<string>();
  const complete = async (request: ModelRequest) => {
    if (inFlight.has(request.key)) throw new Error("two equal requests are in flight");
    inFlight.add(request.key);
    asked.push(request.key);
    for (let turns = Math.floor(random() * 4); turns > 0; turns--)
      await new Promise(resolve => setImmediate(resolve));
    inFlight.delete(request.key);
    const { text } = request.variables as { text: string };
    const said = request.language === "zh" ? `“${text}”已经说过了。` : `It was said: ${text}.`;
    return {
      text: JSON.stringify({ said }),
      finish: "stop" as const,
      usage: { inputTokens: 1, outputTokens: 1 },
    };
  };
  return {
    name: "toy",
    settings: { temperature: null, seed: 1 },
    paid: true,
    asked,
    inFlight,
    complete,
  };
}

export interface ToyRun {
  readonly directory: string;
  readonly model?: Model;
  readonly texts?: readonly string[];
  readonly stages?: Stage[];
  readonly prompts?: string;
  readonly options?: Partial<RunOptions>;
}

/** Enough that a run of them can be killed many times on its way. */
export const killedWords = Array.from({ length: 200 }, (_, index) => `word ${index + 1}`);

export const twentyWords = Array.from({ length: 20 }, (_, index) => `word ${index + 1}`);

export async function runToy({
  directory,
  model = toyModel(),
  texts = twentyWords,
  stages = toyStages(),
  prompts,
  options = {},
}: ToyRun) {
  const folder = prompts ?? (promptFolder ??= newFolder());
  if (!prompts) {
    mkdirSync(join(folder, "toy"), { recursive: true });
    writeTemplates(join(folder, "toy"));
  }
  const templates = createTemplates([folder]);
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  const events: RunEvent[] = [];
  const { signal } = new AbortController();
  const asking = withChatJournal(journal, model);
  try {
    const summary = await runPipeline({
      directory,
      stages,
      inputs: [toyInput(texts)],
      executor: localExecutor((stage, asker) =>
        createAsk({ model: asking, templates, stage, signal })(asker),
      ),
      versionOf: namedVersion,
      askFingerprint: (stage, language) => [
        asking.name,
        stage.prompts.map(({ name }) => templates.templateHash(name, language)),
      ],
      randomSeed: 1,
      concurrency: 4,
      retryFailed: false,
      settings: {},
      onEvent: event => events.push(event),
      signal,
      ...options,
    });
    return { summary, events };
  } finally {
    await journal.close().catch(() => undefined);
  }
}

/** Every finished artifact of a run directory, by name. */
export function artifactsOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(path =>
    /^toy\/\w+\.jsonl$/.test(path),
  );
  return Object.fromEntries(
    files.sort().map(path => [path, readFileSync(join(directory, path), "utf8")]),
  );
}
