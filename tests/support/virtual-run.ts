// A whole run in virtual time: the engine's scheduler and the limiter as they are, with calls that only take time.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Executor } from "../../pipelines/engine/executor.ts";
import { type CreateAsk, type RowRun, runRow } from "../../pipelines/engine/row.ts";
import { defineStage, made, type Stage } from "../../pipelines/engine/stage.ts";
import { createLimiter } from "../../pipelines/llm/limits/limiter.ts";
import type { Usage } from "../../pipelines/llm/model.ts";
import type { Limits } from "../../schemas/model-settings.ts";
import { plainPrompt, runPlain, textArtifact } from "./plain-run.ts";
import { createSimulatedClock, type SimulatedClock } from "./simulated-clock.ts";
import { createVirtualFleet, type Fleet, WorkerDied } from "./virtual-fleet.ts";

export interface VirtualRun {
  readonly rows: number;
  /** One call a row and stage. */
  readonly stages: number;
  readonly limits: Limits;
  /** Rows in flight at once. */
  readonly rowsInFlight: number;
  /** Milliseconds a call takes; `attempt` counts how often it was made before. */
  readonly latency: (stage: number, row: number, attempt: number) => number;
  readonly usage?: (stage: number, row: number) => Usage;
  readonly fleet?: Partial<Fleet>;
}

interface VirtualStart {
  /** Milliseconds. */
  readonly at: number;
  /** Used in the end, input and output. */
  readonly tokens: number;
}

export interface VirtualEnd {
  /** Milliseconds until the last row has ended. */
  readonly all: number;
  /** All calls that were made, in order. */
  readonly starts: readonly VirtualStart[];
  readonly mostInFlight: number;
  /** Rows that were run once more, since their worker died. */
  readonly runAgain: number;
  /** Rows in the last artifact. */
  readonly made: number;
}

// A date, as the limiter has it from the system: nearer to 0 the sums of its times are rounded otherwise than their differences.
const start = 2 ** 40;

/** A clock for a run: a row lets a turn pass behind its asks, the scheduler one now and then, and many while rows are taken in. */
export const createVirtualTime = (from = 0): SimulatedClock =>
  createSimulatedClock({ start: from, turns: 4, maxIdle: 10_000 });

const noUsage: Usage = { inputTokens: 1, outputTokens: 1 };
const artifactAt = (stage: number) => textArtifact(`virtual/stage-${stage}`);

const stagesOf = (count: number): Stage[] =>
  Array.from({ length: count }, (_, stage) =>
    defineStage({
      name: `virtual/stage-${stage + 1}`,
      module: "1",
      prompts: [plainPrompt],
      over: artifactAt(stage),
      writes: artifactAt(stage + 1),
      async each({ id }, { ask }) {
        const { said } = await ask(plainPrompt, "en", { text: id });
        return made([{ id, text: said }]);
      },
    }),
  );

interface Calls {
  readonly starts: VirtualStart[];
  inFlight: number;
  most: number;
}

type Served = ReturnType<typeof createVirtualFleet>;

/** What stands between a row and its reply: half of the coordinator's work, the limits, the way there, the call, the way back, the other half. */
function createCall(run: VirtualRun, time: SimulatedClock, fleet: Served, calls: Calls) {
  const limiter = createLimiter(run.limits, { clock: time });
  const usageOf = run.usage ?? (() => noUsage);
  const { signal } = new AbortController();
  return async (stage: number, row: number, worker: number, attempt: number): Promise<void> => {
    await fleet.coordinate();
    const usage = usageOf(stage, row);
    const request = {
      key: `${stage}-${row}`,
      stage: String(stage),
      maxInputTokens: usage.inputTokens * 4,
      maxReplyTokens: 2000,
    };
    const work = async () => {
      calls.starts.push({ at: time.now() - start, tokens: usage.inputTokens + usage.outputTokens });
      calls.most = Math.max(calls.most, ++calls.inFlight);
      try {
        await fleet.onWorker(worker, run.latency(stage, row, attempt));
      } finally {
        calls.inFlight--;
      }
      await fleet.coordinate();
      return { usage };
    };
    await limiter.run({ model: "virtual", request, signal, work });
  };
}

/** A row goes to the next worker; to another one when that one dies. */
function createExecutor(
  run: VirtualRun,
  time: SimulatedClock,
  calls: Calls,
): Executor & { runAgain: number } {
  const fleet = createVirtualFleet(time, run.fleet ?? {});
  const call = createCall(run, time, fleet, calls);
  const askOn =
    (worker: number, attempt: number): CreateAsk =>
    (stage, { onCall }) =>
      (async (_prompt: unknown, _language: unknown, { text }: { text: string }) => {
        onCall(text);
        await call(Number(stage.split("-")[1]) - 1, Number(text.slice(1)), worker, attempt);
        return { said: text };
      }) as unknown as ReturnType<CreateAsk>;
  const executor = {
    runAgain: 0,
    run: async (row: RowRun) => {
      for (let attempt = 0; ; attempt++) {
        const worker = await fleet.take();
        try {
          return await runRow(row, askOn(worker, attempt));
        } catch (error) {
          if (!(error instanceof Error && error.cause instanceof WorkerDied)) throw error;
          executor.runAgain++;
        }
      }
    },
  };
  return executor;
}

/** The artifacts are written to a folder that is gone afterwards. */
export async function runVirtually(run: VirtualRun): Promise<VirtualEnd> {
  const directory = mkdtempSync(join(tmpdir(), "ragwright-virtual-"));
  const time = createVirtualTime(start);
  const calls: Calls = { starts: [], inFlight: 0, most: 0 };
  const executor = createExecutor(run, time, calls);
  let made = 0;
  const stages = stagesOf(run.stages);
  try {
    await time.until(
      runPlain({
        directory,
        stages,
        input: artifactAt(0),
        rows: Array.from({ length: run.rows }, (_, row) => ({ id: `r${row}`, text: "" })),
        options: {
          executor,
          concurrency: run.rowsInFlight,
          onEvent: event => {
            if (event.type === "stage-finished" && event.stage === stages.at(-1)?.name)
              made = event.counts.rows;
          },
        },
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  return {
    all: time.now() - start,
    starts: calls.starts,
    mostInFlight: calls.most,
    runAgain: executor.runAgain,
    made,
  };
}
