// calls.jsonl: every reply a model gave, found by its request's key; replies stay on disk until they are asked for.

import { z } from "zod";
import { PipelineError } from "../engine/errors.ts";
import { readLines } from "../engine/lines.ts";
import { CommitFile, type OpenHandle } from "./commit-file.ts";

/** One line, in this order: the key comes first. */
export const CallLine = z.object({
  key: z.string().min(1),
  /** Hash of the system and the first user message: the same for further samples and repairs of one question. */
  messages: z.string(),
  stage: z.string(),
  prompt: z.string(),
  language: z.enum(["zh", "en"]),
  model: z.string(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  finish: z.enum(["stop", "length", "refusal", "filter"]),
  /** Came through a batch, at a batch's price. */
  batch: z.literal(true).optional(),
  /** As it came, JSON or not. */
  reply: z.string(),
});
export type CallLine = z.output<typeof CallLine>;

interface Place {
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

interface Found {
  readonly places: Map<string, Place>;
  /** Bytes up to the end of the last whole line. */
  readonly size: number;
  readonly lacksNewline: boolean;
}

const corrupt = (path: string, number: number, problem: string) =>
  new PipelineError("corrupt-file", `${path} line ${number} ${problem}.`, {
    hint: `Mend line ${number} in an editor, or delete it (its call is then made again, and paid for again), and type the same command again.`,
  });

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The lines of a calls.jsonl, one at a time, without a torn tail; any other line that is no call is an error with its place. */
export function* readCalls(path: string): Generator<Place & { call: CallLine; ended: boolean }> {
  for (const { text, number, offset, length, ended } of readLines(path)) {
    const parsed = parse(text);
    // The last line of a process that was stopped while it wrote.
    if (!parsed && !ended) return;
    if (!parsed) throw corrupt(path, number, "is not JSON");
    const call = CallLine.safeParse(parsed.value);
    if (!call.success) throw corrupt(path, number, `is no journaled call (${call.error.issues[0]?.path.join(".") || "the line"} does not fit)`);
    yield { offset, length, ended, call: call.data };
  }
}

function findCalls(path: string): Found {
  const places = new Map<string, Place>();
  let size = 0;
  let lacksNewline = false;
  for (const { call, offset, length, ended } of readCalls(path)) {
    // The first reply to a key is the one that rows were built on.
    if (!places.has(call.key)) places.set(call.key, { offset, length });
    size = offset + length + (ended ? 1 : 0);
    lacksNewline = !ended;
  }
  return { places, size, lacksNewline };
}

/** Memory: some 200 bytes a call. */
export class Journal {
  readonly #file: CommitFile;
  readonly #places: Map<string, Place>;
  readonly #inFlight = new Map<string, Promise<CallLine>>();

  private constructor(file: CommitFile, places: Map<string, Place>) {
    this.#file = file;
    this.#places = places;
  }

  /** Opens or creates a journal, once a run and process. A torn tail is cut off; any other bad line is PipelineError("corrupt-file"). */
  static async open(path: string, openHandle?: OpenHandle): Promise<Journal> {
    const { places, size, lacksNewline } = findCalls(path);
    const file = await CommitFile.open(path, size, openHandle);
    if (lacksNewline) await file.append("\n", false);
    return new Journal(file, places);
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  async find(key: string): Promise<CallLine | undefined> {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const call = CallLine.safeParse(parse(await this.#file.read(place.offset, place.length))?.value);
    if (call.data?.key === key) return call.data;
    throw new PipelineError("corrupt-file", `${this.#file.path} was changed while the run went on.`, {
      hint: "Let only one program write it, and type the same command again.",
    });
  }

  /** The journaled call; else the one that `make` brings and records. Callers of one key at one time share one `make`. */
  once(key: string, make: () => Promise<CallLine>): Promise<CallLine> {
    const flying = this.#inFlight.get(key);
    if (flying) return flying;
    const flight = this.find(key)
      .then(kept => kept ?? make())
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, flight);
    return flight;
  }

  /** Resolves when the line stands in the file; with `durable`, when it is on disk. */
  async record(call: CallLine, durable: boolean): Promise<void> {
    const line = JSON.stringify(call);
    const offset = await this.#file.append(`${line}\n`, durable);
    this.#places.set(call.key, { offset, length: Buffer.byteLength(line) });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
