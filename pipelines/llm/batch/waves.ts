// Divides requests into files, one model of one endpoint each, and writes these under the next free numbers.

import { basename, join } from "node:path";
import { replaceFile } from "../../engine/files.ts";
import { compareTexts } from "../../engine/grouping.ts";
import type { JobsFile } from "./jobs.ts";
import { numberedFiles, waveOf } from "./responses.ts";
import type { ModelRequest } from "../model.ts";

/** What one file holds at most. */
export interface WaveLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** What a budget needs to know of a request that is about to be written. */
export interface WaveRequest
  extends Pick<ModelRequest, "key" | "stage" | "longestInput" | "longestReply"> {
  readonly model: string;
}

export interface OpenRequest {
  readonly sizes: WaveRequest;
  readonly endpoint: string | null;
  readonly line: string;
}

export interface WrittenFile {
  /** As a full path. */
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

// Also past numbers whose files are gone: what is known of their batches is not known of new ones.
function nextNumber(folder: string, jobs: JobsFile | undefined): number {
  const files = [...numberedFiles(folder, "requests"), ...numberedFiles(folder, "responses")].map(
    ({ wave }) => wave,
  );
  const journaled = (jobs?.all() ?? []).map(({ file }) => waveOf(file));
  return [...files, ...journaled].reduce((most, number) => Math.max(most, number), 0) + 1;
}

export interface WaveWriter {
  readonly folder: string;
  readonly jobs: JobsFile | undefined;
  readonly limits: WaveLimits;
  readonly now: () => number;
}

/** Writes requests that are in file order, each file whole; a file's endpoint is journaled before the file is there. */
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
    replaceFile(
      file,
      share.map(({ line }) => line),
    );
    yield { file, wave, keys: share.map(({ sizes }) => sizes.key) };
  }
}
