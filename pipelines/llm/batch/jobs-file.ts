// batch/jobs.jsonl: for each file of requests, its endpoint and its progress there, journaled step by step.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { readJsonLines, inspectTail } from "../../engine/lines.ts";
import { CommitFile, type OpenHandle } from "../commit-file.ts";
import { noLines } from "../line-in-file.ts";

const lineSchema = <E extends string, S extends z.ZodRawShape>(event: E, shape: S) =>
  z.object({ event: z.literal(event), file: z.string(), at: z.iso.datetime(), ...shape });

const JobLine = z.discriminatedUnion("event", [
  /** Written before the file itself. */
  lineSchema("written", { endpoint: z.string() }),
  /** Written before the batch is created: without a line "created" after it, it is unknown whether the batch exists. */
  lineSchema("creating", { hash: z.string() }),
  lineSchema("created", { id: z.string() }),
  /** No batch was created, or the batch was refused as a whole: the file may be submitted again. */
  lineSchema("reopened", { reason: z.string() }),
  /** All its results are in response files. `done`: number of requests that got a reply or an error of their own. */
  lineSchema("ended", { status: z.string(), done: z.number() }),
]);
type JobLine = z.output<typeof JobLine>;

/** The current step of one file of requests. */
export type Job = {
  /** Name within the folder: `requests-3.jsonl`. */
  readonly file: string;
  readonly endpoint: string;
  /** When it reached this step, in milliseconds since 1970. */
  readonly at: number;
} & (
  | { readonly step: "written" }
  | { readonly step: "creating"; readonly hash: string }
  | { readonly step: "created"; readonly id: string }
  | { readonly step: "ended"; readonly status: string; readonly done: number }
);

function nextJob(job: Job | undefined, line: JobLine): Job | undefined {
  const { file } = line;
  const at = Date.parse(line.at);
  if (line.event === "written") return { file, endpoint: line.endpoint, at, step: "written" };
  if (!job) return undefined;
  const { endpoint } = job;
  switch (line.event) {
    case "creating":
      return { file, endpoint, at, step: "creating", hash: line.hash };
    case "created":
      return { file, endpoint, at, step: "created", id: line.id };
    case "reopened":
      return { file, endpoint, at, step: "written" };
    case "ended":
      return { file, endpoint, at, step: "ended", status: line.status, done: line.done };
    default:
      return line satisfies never;
  }
}

const corruptFileError = (path: string, number: number) =>
  new PipelineError("corrupt-file", `${path} line ${number} is not a valid batch step.`, {
    hint: `Fix line ${number} in an editor (an earlier copy of the file helps). Without that line, batches that are under way would be created and paid for again.`,
  });

type Step = JobLine extends infer Line
  ? Line extends JobLine
    ? Omit<Line, "file" | "at">
    : never
  : never;

interface JobsState {
  readonly jobs: Map<string, Job>;
  readonly ids: Set<string>;
}

/** Applies one line; false if it cannot follow the lines before it. */
function applyLine({ jobs, ids }: JobsState, line: JobLine): boolean {
  const job = nextJob(jobs.get(line.file), line);
  if (job) jobs.set(line.file, job);
  if (line.event === "created") ids.add(line.id);
  return job !== undefined;
}

function readJobs(path: string): JobsState {
  const state = { jobs: new Map<string, Job>(), ids: new Set<string>() };
  for (const { value, number } of readJsonLines(path)) {
    const line = JobLine.safeParse(value);
    if (!line.success || !applyLine(state, line.data)) throw corruptFileError(path, number);
  }
  return state;
}

/** The journal of a run's batches. Used by one process at a time; the run's lock ensures that. */
export class JobsFile {
  readonly #file: CommitFile;
  readonly #state: JobsState;

  private constructor(file: CommitFile, state: JobsState) {
    this.#file = file;
    this.#state = state;
  }

  /** Opens or creates a folder's `jobs.jsonl`. Cuts off a torn tail; throws PipelineError("corrupt-file") for any other bad line. */
  static async open(folder: string, openHandle?: OpenHandle): Promise<JobsFile> {
    const path = join(folder, "jobs.jsonl");
    const state = readJobs(path);
    const lines = existsSync(path) ? inspectTail(path) : noLines;
    return new JobsFile(await CommitFile.open(path, lines, openHandle), state);
  }

  /** All jobs, in the order in which their files were written. */
  all(): readonly Job[] {
    return [...this.#state.jobs.values()];
  }

  find(file: string): Job | undefined {
    return this.#state.jobs.get(file);
  }

  /** Whether a batch ever belonged to a file of this folder. */
  hasBatch(id: string): boolean {
    return this.#state.ids.has(id);
  }

  /** Records a step; resolves once it is on disk. */
  async record(file: string, step: Step, now: number): Promise<void> {
    const line = JobLine.parse({ ...step, file, at: new Date(now).toISOString() });
    await this.#file.append(`${JSON.stringify(line)}\n`, true);
    if (!applyLine(this.#state, line)) throw new Error(`${file} was never written`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
