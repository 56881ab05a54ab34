// Divides requests into files, one model and endpoint per file, and writes them under the next free numbers, each with its index.

import { basename, join } from "node:path";
import { replaceFile } from "../../engine/files.ts";
import { compareTexts } from "../../engine/grouping.ts";
import type { JobsFile } from "./jobs.ts";
import { numberedFiles, waveOf } from "./responses.ts";
import type { ModelRequest } from "../model.ts";

/** The most that one file may contain. */
export interface WaveLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** What a budget needs to know about a request that is about to be written. */
export interface WaveRequest
  extends Pick<ModelRequest, "key" | "stage" | "maxInputTokens" | "maxReplyTokens"> {
  readonly model: string;
}

export interface OpenRequest extends Pick<ModelRequest, "tryNumber"> {
  readonly sizes: WaveRequest;
  /** Ids of the rows that make it. */
  readonly rows: ReadonlySet<string>;
  readonly prompt: string;
  readonly endpoint: string | null;
  readonly line: string;
}

export interface WrittenFile {
  /** Full path. */
  readonly file: string;
  readonly wave: number;
  readonly keys: readonly string[];
}

const destinationOf = ({ endpoint, sizes }: OpenRequest) => `${endpoint ?? ""}\n${sizes.model}`;

export const inFileOrder = (a: OpenRequest, b: OpenRequest): number =>
  compareTexts(destinationOf(a), destinationOf(b)) || compareTexts(a.sizes.key, b.sizes.key);

type Share = [OpenRequest, ...OpenRequest[]];

function* shares(open: readonly OpenRequest[], limits: WaveLimits): Generator<Share> {
  let share: Share | undefined;
  let bytes = 0;
  for (const request of open) {
    const size = Buffer.byteLength(request.line);
    const full =
      share &&
      (share.length >= limits.requests ||
        bytes + size > limits.bytes ||
        destinationOf(share[0]) !== destinationOf(request));
    if (share && !full) share.push(request);
    else {
      if (share) yield share;
      share = [request];
      bytes = 0;
    }
    bytes += size;
  }
  if (share) yield share;
}

// Numbers of deleted files are not reused: what is known about their batches does not apply to new ones.
function nextNumber(folder: string, jobs: JobsFile | undefined): number {
  const files = [...numberedFiles(folder, "requests"), ...numberedFiles(folder, "responses")].map(
    ({ wave }) => wave,
  );
  const journaled = (jobs?.all() ?? []).map(({ file }) => waveOf(file));
  return [...files, ...journaled].reduce((most, number) => Math.max(most, number), 0) + 1;
}

const indexHead = ["custom_id", "stage", "row", "try", "prompt", "model", "bytes"];

// What a person who answers a file, or wonders about one of its lines, needs and cannot see there.
const indexCells = ({ sizes, rows, tryNumber, prompt, line }: OpenRequest) => [
  sizes.key,
  sizes.stage,
  [...rows].sort(compareTexts).join(","),
  tryNumber,
  prompt,
  sizes.model,
  Buffer.byteLength(line),
];

const indexLines = (share: Share): string[] =>
  [indexHead, ...share.map(indexCells)].map(cells => `${cells.join("\t")}\n`);

export interface WaveWriter {
  readonly folder: string;
  readonly jobs: JobsFile | undefined;
  readonly limits: WaveLimits;
  readonly now: () => number;
}

/** Writes requests that are in file order, each file atomically; a file's endpoint is journaled before the file exists. */
export async function* writeFiles(
  open: readonly OpenRequest[],
  { folder, jobs, limits, now }: WaveWriter,
): AsyncGenerator<WrittenFile> {
  for (const share of shares(open, limits)) {
    const wave = nextNumber(folder, jobs);
    const file = join(folder, `requests-${wave}.jsonl`);
    const [{ endpoint }] = share;
    if (endpoint !== null)
      await jobs?.record(basename(file), { event: "written", endpoint }, now());
    // Before the requests, so that whoever finds these has both.
    replaceFile(join(folder, `index-${wave}.tsv`), indexLines(share));
    replaceFile(
      file,
      share.map(({ line }) => line),
    );
    yield { file, wave, keys: share.map(({ sizes }) => sizes.key) };
  }
}
