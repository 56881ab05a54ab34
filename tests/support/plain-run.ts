// Runs a list of stages over rows of text, with an ask that a test writes itself: no templates, no journal of replies.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Artifact, defineArtifact, definePrompt } from "../../schemas/define.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { localExecutor } from "../../pipelines/engine/executor.ts";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import { type RunOptions, runPipeline, type StageVersion } from "../../pipelines/engine/runner.ts";
import { type Ask, defineStage, made, type Stage } from "../../pipelines/engine/stage.ts";

export const TextRow = z.strictObject({ id: z.string(), text: z.string() });
export type TextRow = z.output<typeof TextRow>;

export const textArtifact = (name: string) =>
  defineArtifact({ name, row: TextRow, key: row => row.id });

export type TextArtifact = ReturnType<typeof textArtifact>;

export const plainPrompt = definePrompt({
  name: "plain/say",
  variables: z.object({ text: z.string() }),
  reply: z.object({ said: z.string() }),
  maxReplyTokens: 20,
});

/** A stage that says each row of an artifact into another, under its name. */
export const saying = (over: TextArtifact, writes: TextArtifact) =>
  defineStage({
    name: writes.name,
    module: "1",
    prompts: [plainPrompt],
    over,
    writes,
    each: async ({ id, text }: TextRow, { ask }) =>
      made([{ id, text: (await ask(plainPrompt, "en", { text })).said }]),
  });

/** An ask whose reply follows from the text alone. */
export const plainAsk =
  (reply: (text: string) => Promise<string> | string): CreateAsk =>
  (_, { onCall }) =>
    (async (_prompt: unknown, _language: unknown, { text }: { text: string }) => {
      const said = await reply(text);
      onCall(text);
      return { said };
    }) as unknown as Ask;

const refuseToAsk: CreateAsk = () => () => Promise.reject(new Error("nothing is to be asked"));

/** Stages of tests name what code they are in the place of their file. */
export const namedVersion = ({ module }: Stage): StageVersion => ({
  code: module,
  floor: null,
  prompts: {},
});

export interface PlainRun {
  readonly directory: string;
  readonly input: Artifact;
  readonly rows: readonly object[];
  readonly stages: readonly Stage[];
  readonly options?: Partial<RunOptions> & { readonly createAsk?: CreateAsk };
}

/** The events of a run, also of one that fails: they are collected in `events`. */
export async function runPlain(
  {
    directory,
    input,
    rows,
    stages,
    options: { createAsk = refuseToAsk, ...options } = {},
  }: PlainRun,
  events: RunEvent[] = [],
) {
  const summary = await runPipeline({
    directory,
    stages,
    inputs: [{ artifact: input, rows: () => rows as object[] }],
    executor: localExecutor(createAsk),
    versionOf: namedVersion,
    askFingerprint: () => 1,
    randomSeed: 1,
    concurrency: 4,
    retryFailed: false,
    settings: {},
    onEvent: event => events.push(event),
    signal: new AbortController().signal,
    ...options,
  });
  return { summary, events };
}

export const linesOf = (directory: string, artifact: string): string[] =>
  readFileSync(join(directory, `${artifact}.jsonl`), "utf8")
    .split("\n")
    .filter(line => line !== "");

export const rowsOf = (directory: string, artifact: Artifact): TextRow[] =>
  linesOf(directory, artifact.name).map(line => TextRow.parse(JSON.parse(line)));

/** Rows that were run, as "stage input". */
export const rowsRun = (events: readonly RunEvent[]): string[] =>
  events.flatMap(event => (event.type === "row-finished" ? [`${event.stage} ${event.input}`] : []));
