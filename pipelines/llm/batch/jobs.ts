// batch/jobs.jsonl: which endpoint a file of requests is for, and what became of it there, journaled step by step.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PipelineError } from "../../engine/errors.ts";
import { readJsonLines, wholeSize } from "../../engine/lines.ts";
import { CommitFile, type OpenHandle } from "../commit-file.ts";

const lineOf = <E extends string, S extends z.ZodRawShape>(event: E, shape: S) =>
  z.object({ event: z.literal(event), file: z.string(), at: z.iso.datetime(), ...shape });

const JobLine = z.discriminatedUnion("event", [
  /** Stands before the file itself. */
  lineOf("written", { endpoint: z.string() }),
  /** Stands before the batch is created: without a line "created" after it, nobody knows whether it was. */
  lineOf("creating", { hash: z.string() }),
  lineOf("created", { id: z.string() }),
  /** It never came to a batch, or its batch was refused whole: it may be submitted again. */
  lineOf("reopened", { reason: z.string() }),
  /** All that it brought is in files of responses. `done`: requests that came to a reply or an error of their own. */
  lineOf("ended", { status: z.string(), done: z.number() }),
]);
type JobLine = z.output<typeof JobLine>;

/** Where one file of requests stands. */
export type Job = {
  /** Name in the folder: `requests-3.jsonl`. */
  readonly file: string;
  readonly endpoint: string;
  /** When it came to this step, in milliseconds. */
  readonly at: number;
} & (
  | { readonly step: "written" }
  | { readonly step: "creating"; readonly hash: string }
  | { readonly step: "created"; readonly id: string }
  | { readonly step: "ended"; readonly status: string; readonly done: number }
);

function stepped(before: Job | undefined, line: JobLine): Job | undefined {
  const { file } = line;
  const at = Date.parse(line.at);
  if (line.event === "written") return { file, endpoint: line.endpoint, at, step: "written" };
  if (!before) return undefined;
  const { endpoint } = before;
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

const corrupt = (path: string, number: number) =>
  new PipelineError(
    "corrupt-file",
    `${path} line ${number} does not fit: it says what became of a batch, and what it says cannot be.`,
    {
      hint: `Fix line ${number} in an editor (an earlier copy of the file helps). Without it, batches that are under way would be created and paid for again.`,
    },
  );

type Step = JobLine extends infer Line
  ? Line extends JobLine
    ? Omit<Line, "file" | "at">
    : never
  : never;

interface JobsSoFar {
  readonly jobs: Map<string, Job>;
  readonly ids: Set<string>;
}

/** Takes one line in; false if it does not follow from those before it. */
function take({ jobs, ids }: JobsSoFar, line: JobLine): boolean {
  const job = stepped(jobs.get(line.file), line);
  if (job) jobs.set(line.file, job);
  if (line.event === "created") ids.add(line.id);
  return job !== undefined;
}

function readJobs(path: string): JobsSoFar {
  const told = { jobs: new Map<string, Job>(), ids: new Set<string>() };
  for (const { value, number } of readJsonLines(path)) {
    const line = JobLine.safeParse(value);
    if (!line.success || !take(told, line.data)) throw corrupt(path, number);
  }
  return told;
}

/** One process at a time; the run's lock sees to it. */
export class JobsFile {
  readonly #file: CommitFile;
  readonly #told: JobsSoFar;

  private constructor(file: CommitFile, told: JobsSoFar) {
    this.#file = file;
    this.#told = told;
  }

  /** Opens or creates a folder's `jobs.jsonl`. A torn tail is cut off; any other line that does not fit is PipelineError("corrupt-file"). */
  static async open(folder: string, openHandle?: OpenHandle): Promise<JobsFile> {
    const path = join(folder, "jobs.jsonl");
    const told = readJobs(path);
    const { size, lacksNewline } = existsSync(path)
      ? wholeSize(path)
      : { size: 0, lacksNewline: false };
    const file = await CommitFile.open(path, size, openHandle);
    if (lacksNewline) await file.append("\n", false);
    return new JobsFile(file, told);
  }

  /** In the order in which their files were written. */
  all(): readonly Job[] {
    return [...this.#told.jobs.values()];
  }

  find(file: string): Job | undefined {
    return this.#told.jobs.get(file);
  }

  /** Whether a batch was ever a file's of this folder. */
  knows(id: string): boolean {
    return this.#told.ids.has(id);
  }

  /** Resolves when the step is on disk. */
  async record(file: string, step: Step, now: number): Promise<void> {
    const line = JobLine.parse({ ...step, file, at: new Date(now).toISOString() });
    await this.#file.append(`${JSON.stringify(line)}\n`, true);
    if (!take(this.#told, line)) throw new Error(`${file} was never written`);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
