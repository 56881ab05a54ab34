// A run over a real Redis in one process: its coordinator and workers, put together as the command line does, over stages and models of a test.

import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { type Executor, localExecutor } from "../../pipelines/engine/executor.ts";
import type { Input } from "../../pipelines/engine/pipeline.ts";
import { type RunSummary, runPipeline } from "../../pipelines/engine/runner.ts";
import type { Stage } from "../../pipelines/engine/stage.ts";
import { createAsk } from "../../pipelines/llm/ask.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withJournal, withChatJournal } from "../../pipelines/llm/journaled-client.ts";
import { withLimiter } from "../../pipelines/llm/limits/limited-client.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import { withRetries } from "../../pipelines/llm/limits/retry.ts";
import type { Client, MeteredReply, Model, SizedRequest } from "../../pipelines/llm/model.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import { callFormat } from "../../pipelines/queue/ask-handler.ts";
import { openConnection } from "../../pipelines/queue/connection.ts";
import { Coordinator } from "../../pipelines/queue/coordinator.ts";
import { identityOf } from "../../pipelines/queue/identity.ts";
import { parseQueueAddress } from "../../pipelines/queue/queue-address.ts";
import type { WorkerKit, Permissions } from "../../pipelines/queue/worker-session.ts";
import { runWorker } from "../../pipelines/queue/worker.ts";
import { Limits } from "../../schemas/model-settings.ts";
import { root } from "./cli.ts";
import { namedVersion } from "./plain-run.ts";
import { type RedisServer, startRedis } from "./redis.ts";
import { newFolder } from "./toy-run.ts";

/** What is run, by whomever. */
export interface Work {
  readonly name: string;
  readonly stages: readonly Stage[];
  readonly inputs: readonly Input[];
  /** As it stands behind all limits. */
  readonly model: Model;
  /** Folder of its templates; the package's own stand behind it. */
  readonly prompts: string;
}

export interface RunChoices {
  readonly retryFailed?: boolean;
  readonly signal?: AbortSignal;
  readonly concurrency?: number;
  readonly onEvent?: (event: RunEvent) => void;
}

export interface RunResult {
  readonly summary: RunSummary;
  readonly events: readonly RunEvent[];
}

const never = () => new AbortController().signal;
const randomSeed = 1;
const templatesOf = ({ prompts }: Work) => createTemplates([prompts, join(root, "prompts")]);

function within<Q extends SizedRequest, R extends MeteredReply, S extends object>(
  client: Client<Q, R, S>,
  signal: AbortSignal,
): Client<Q, R, S> {
  return withRetries(
    withLimiter(client, createLimiter(Limits.parse({ concurrency: 8 }), { stopSignal: signal })),
    { tries: 3, firstWait: 1 },
  );
}

function earlierIn(
  journal: Journal,
  { retryFailed = false }: RunChoices,
): (key: string) => boolean {
  const earlier = new Set(retryFailed ? journal.keys() : []);
  return key => earlier.has(key);
}

interface Running {
  readonly work: Work;
  readonly directory: string;
  readonly executor: Executor;
  readonly choices: RunChoices;
}

async function runWith({ work, directory, executor, choices }: Running): Promise<RunResult> {
  const { stages, inputs, model } = work;
  const templates = templatesOf(work);
  const events: RunEvent[] = [];
  const { retryFailed = false, signal = never(), concurrency = 24, onEvent } = choices;
  const summary = await runPipeline({
    directory,
    stages,
    inputs,
    executor,
    versionOf: namedVersion,
    askFingerprint: (stage, language) => [
      model.name,
      stage.prompts.map(({ name }) => templates.templateHash(name, language)),
    ],
    randomSeed,
    concurrency,
    retryFailed,
    settings: {},
    onEvent: event => {
      events.push(event);
      onEvent?.(event);
    },
    signal,
  });
  return { summary, events };
}

/** In this process, as a run without a queue. */
export async function runLocally(
  work: Work,
  directory: string,
  choices: RunChoices = {},
): Promise<RunResult> {
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  const templates = templatesOf(work);
  const model = withChatJournal(journal, within(work.model, choices.signal ?? never()));
  const answered = earlierIn(journal, choices);
  try {
    const executor = localExecutor((stage, asker) =>
      createAsk({ model, templates, stage, signal: never(), hadReply: answered })(asker),
    );
    return await runWith({ work, directory, executor, choices });
  } finally {
    await journal.close();
  }
}

const identityFor = (work: Work, version: string) =>
  identityOf({
    version,
    stages: work.stages,
    models: new Map(
      work.stages.filter(({ prompts }) => prompts.length > 0).map(({ name }) => [name, work.model]),
    ),
    templates: templatesOf(work),
  });

export interface RunPlace {
  readonly url: string;
  readonly directory: string;
  /** Milliseconds. */
  readonly patience?: number;
  readonly lostAfter?: number;
  readonly onNotice?: (text: string) => void;
  /** What messages are signed with. */
  readonly secret?: string;
  /** Told to workers beside the name of the work. */
  readonly recipe?: object;
}

export interface StartedRun {
  /** As the command ends: with the summary, or with what stopped it. Closes all first. */
  readonly ended: Promise<RunResult>;
  /** As far as a process that goes on can: it hears and says nothing more, and clears nothing away. */
  crash(): Promise<void>;
}

const placeAt = (url: string, secret = "") =>
  parseQueueAddress(url, { RAGWRIGHT_QUEUE_SECRET: secret });

/** Once it resolves the run has the queue's lease, and is announced. */
export async function startRun(
  work: Work,
  place: RunPlace,
  choices: RunChoices = {},
): Promise<StartedRun> {
  const {
    url,
    directory,
    patience = 60_000,
    lostAfter = 60_000,
    onNotice = () => undefined,
    secret,
    recipe,
  } = place;
  const { signal = never() } = choices;
  const connection = await openConnection(placeAt(url, secret), {
    onTrouble: onNotice,
    maxOutage: patience,
  });
  const open = () =>
    Coordinator.open({
      connection,
      address: "the queue",
      run: directory,
      lostAfter,
      onNotice,
      signal,
    });
  const coordinator = await open().catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const journal = await Journal.open(join(directory, "calls.jsonl"));
  const { name, settings, paid } = work.model;
  const client = withJournal(
    journal,
    within(coordinator.flights.client({ name, settings, paid }), signal),
    callFormat,
  );
  const callable = {
    journal,
    isEarlier: earlierIn(journal, choices),
    clientOf: () => client,
    settle: () => undefined,
    release: async () => undefined,
    // No price is known: nothing says which calls were let out before.
    wasSent: () => true,
  };
  const executor = await coordinator.start({
    ...callable,
    identity: identityFor(work, "1"),
    recipe: { ...recipe, name: work.name },
  });
  const close = async () => {
    await coordinator.close();
    await journal.close();
    await connection.close();
  };
  const ended = runWith({ work, directory, executor, choices }).finally(close);
  // Who waits for it is told.
  ended.catch(() => undefined);
  const crash = async () => {
    await connection.close();
    await ended.catch(() => undefined);
  };
  return { ended, crash };
}

export const runOnQueue = async (
  work: Work,
  place: RunPlace,
  choices: RunChoices = {},
): Promise<RunResult> => (await startRun(work, place, choices)).ended;

export interface WorkerPlace {
  readonly url: string;
  readonly directory: string;
  readonly capacity?: number;
  /** Of the package it has. */
  readonly version?: string;
  readonly patience?: number;
  readonly onNotice?: (text: string) => void;
  readonly secret?: string;
}

export interface StartedWorker {
  /** Rejects with what ended it, unless it was told to leave. */
  readonly ended: Promise<void>;
  /** Ctrl-C. */
  leave(): Promise<void>;
  /** As far as a process that goes on can: it hears and says nothing more. */
  crash(): Promise<void>;
}

function kitOf(
  work: Work,
  version: string,
  { withPermission: permitted, isEarlier }: Permissions,
): WorkerKit {
  const templates = templatesOf(work);
  const model = permitted(work.model);
  return {
    identity: identityFor(work, version),
    stages: work.stages,
    createAsk: (stage, asker) =>
      createAsk({ model, templates, stage, signal: never(), hadReply: isEarlier })(asker),
    randomSeed,
    close: async () => undefined,
  };
}

/** A worker that knows these works. */
export async function startWorker(
  works: readonly Work[],
  place: WorkerPlace,
): Promise<StartedWorker> {
  const {
    url,
    directory,
    capacity = 100,
    version = "1",
    patience = 60_000,
    onNotice = () => undefined,
    secret,
  } = place;
  const connection = await openConnection(placeAt(url, secret), {
    onTrouble: onNotice,
    maxOutage: patience,
  });
  const leaving = new AbortController();
  const prepare = async (recipe: unknown, permissions: Permissions) => {
    const { name } = recipe as { name: string };
    const work = works.find(known => known.name === name);
    if (!work) throw new PipelineError("queue", `${name} is not known here.`, { hint: "Know it." });
    return kitOf(work, version, permissions);
  };
  const isLeave = (error: unknown) =>
    error instanceof PipelineError && error.code === "interrupted";
  let onWaiting: () => void = () => undefined;
  const waits = new Promise<void>(resolve => (onWaiting = resolve));
  const heard = (text: string) => {
    if (text.startsWith("Waiting for the replies")) onWaiting();
    onNotice(text);
  };
  const ended = runWorker({
    connection,
    directory,
    capacity,
    prepare,
    onNotice: heard,
    signal: leaving.signal,
  })
    .catch((error: unknown) => {
      if (!isLeave(error)) throw error;
    })
    .finally(() => connection.close());
  ended.catch(() => undefined);
  return {
    ended,
    leave: () => {
      leaving.abort();
      return ended;
    },
    crash: async () => {
      await connection.close();
      // Calls that it makes go on, as they do at a provider.
      await Promise.race([ended.catch(() => undefined), waits]);
    },
  };
}

/** A Redis for a file of tests, emptied after each, and the workers that one starts: they leave at its end. */
export function workersOverRedis() {
  let redis: RedisServer;
  const workers: StartedWorker[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(worker => worker.leave().catch(() => undefined)));
    await redis.command("FLUSHALL");
  });
  afterAll(() => redis.close());
  return {
    redis: () => redis,
    place: (more: Partial<RunPlace> = {}): RunPlace => ({
      url: redis.url,
      directory: join(newFolder(), "run"),
      ...more,
    }),
    async addWorker(works: readonly Work[], more: Partial<WorkerPlace> = {}) {
      const worker = await startWorker(works, { url: redis.url, directory: newFolder(), ...more });
      workers.push(worker);
      return worker;
    },
  };
}
