// Divides requests into files, one model and endpoint per file, and writes them under the next free numbers, each with its index.

import { basename, join } from "node:path";
import { replaceFile } from "../../engine/files.ts";
import { compareStrings } from "../../engine/grouping.ts";
import type { JobsFile } from "./jobs-file.ts";
import { numberedFiles, waveOf } from "./responses.ts";
import type { ModelRequest } from "../model.ts";

/** Maximum contents of one file. */
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

export const compareInFileOrder = (a: OpenRequest, b: OpenRequest): number =>
  compareStrings(destinationOf(a), destinationOf(b)) || compareStrings(a.sizes.key, b.sizes.key);

type FileRequests = [OpenRequest, ...OpenRequest[]];

function* divideIntoFiles(
  requests: readonly OpenRequest[],
  limits: WaveLimits,
): Generator<FileRequests> {
  let fileRequests: FileRequests | undefined;
  let bytes = 0;
  for (const request of requests) {
    const size = Buffer.byteLength(request.line);
    const isFull =
      fileRequests &&
      (fileRequests.length >= limits.requests ||
        bytes + size > limits.bytes ||
        destinationOf(fileRequests[0]) !== destinationOf(request));
    if (fileRequests && !isFull) fileRequests.push(request);
    else {
      if (fileRequests) yield fileRequests;
      fileRequests = [request];
      bytes = 0;
    }
    bytes += size;
  }
  if (fileRequests) yield fileRequests;
}

// Numbers of deleted files are not reused: what is recorded about their batches does not apply to new ones.
function nextWave(folder: string, jobs: JobsFile | undefined): number {
  const waveNumbers = [
    ...numberedFiles(folder, "requests"),
    ...numberedFiles(folder, "responses"),
  ].map(({ wave }) => wave);
  const journaledNumbers = (jobs?.all() ?? []).map(({ file }) => waveOf(file));
  return (
    [...waveNumbers, ...journaledNumbers].reduce((max, number) => Math.max(max, number), 0) + 1
  );
}

/** Column headings of an index; `indexCells` are its rows. */
const indexHead = ["custom_id", "stage", "row", "try", "prompt", "model", "bytes"];

// What a person who answers the requests of a file, or wonders about one of them, needs to know but cannot see in it.
const indexCells = ({ sizes, rows, tryNumber, prompt, line }: OpenRequest) => [
  sizes.key,
  sizes.stage,
  [...rows].sort(compareStrings).join(","),
  tryNumber,
  prompt,
  sizes.model,
  Buffer.byteLength(line),
];

const indexLines = (fileRequests: FileRequests): string[] =>
  [indexHead, ...fileRequests.map(indexCells)].map(cells => `${cells.join("\t")}\n`);

export interface WaveWriter {
  readonly folder: string;
  readonly jobs: JobsFile | undefined;
  readonly limits: WaveLimits;
  readonly now: () => number;
}

/** Writes requests that are in file order, each file atomically; a file's endpoint is journaled before the file exists. */
export async function* writeFiles(
  requests: readonly OpenRequest[],
  { folder, jobs, limits, now }: WaveWriter,
): AsyncGenerator<WrittenFile> {
  for (const fileRequests of divideIntoFiles(requests, limits)) {
    const wave = nextWave(folder, jobs);
    const file = join(folder, `requests-${wave}.jsonl`);
    const [{ endpoint }] = fileRequests;
    if (endpoint !== null)
      await jobs?.record(basename(file), { event: "written", endpoint }, now());
    // Written before the requests, so that a person who finds them has both.
    replaceFile(join(folder, `index-${wave}.tsv`), indexLines(fileRequests));
    replaceFile(
      file,
      fileRequests.map(({ line }) => line),
    );
    yield { file, wave, keys: fileRequests.map(({ sizes }) => sizes.key) };
  }
}
