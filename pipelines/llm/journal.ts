// calls.jsonl: every reply a model gave, found by its request's key; replies stay on disk until they are needed.

import { z } from "zod";
import { totalOf } from "../../schemas/prices.ts";
import { PipelineError } from "../engine/errors.ts";
import {
  type ByteLine,
  type Line,
  parseJson,
  readByteLines,
  readLines,
  textOf,
} from "../engine/lines.ts";
import { type CallHead, readCallHead } from "./call-head.ts";
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
  usage: z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cachedTokens: z.number().optional(),
  }),
  /** USD at the price of that day, so that later prices do not change what was spent; absent if unknown or if the call is free. */
  cost: z.number().min(0).optional(),
  finish: z.enum(["stop", "length", "refusal", "filter"]),
  /** Came through a batch, at a batch's price. */
  batch: z.literal(true).optional(),
  /** As received, JSON or not. */
  reply: z.string(),
});
export type CallLine = z.output<typeof CallLine>;

interface Place {
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
}

/** Totals of one model's journaled calls, separately for batch prices and for calls with a recorded cost. */
export interface Spending {
  readonly model: string;
  readonly batch: boolean;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** USD as recorded when the replies came; null if it was not recorded. */
  readonly cost: number | null;
}

type Sum = { -readonly [Field in keyof Spending]: Spending[Field] };

interface CallsInFile {
  readonly places: Map<string, Place>;
  readonly spent: Map<string, Sum>;
  /** Bytes up to the end of the last whole line. */
  readonly size: number;
  readonly lacksNewline: boolean;
}

const corrupt = (path: string, number: number, problem: string) =>
  new PipelineError("corrupt-file", `${path} line ${number} ${problem}.`, {
    hint: `Fix line ${number} in an editor, or delete it (its call is then made again, and paid for again), and run the same command again.`,
  });

/** Undefined for a torn tail: the last line of a process that was stopped while writing. */
function parseCall(
  path: string,
  { text, number, ended }: Pick<Line, "text" | "number" | "ended">,
): CallLine | undefined {
  const value = parseJson(text);
  if (value === undefined && !ended) return undefined;
  if (value === undefined) throw corrupt(path, number, "is not JSON");
  const call = CallLine.safeParse(value);
  if (call.success) return call.data;
  throw corrupt(
    path,
    number,
    `is not a journaled call (${call.error.issues[0]?.path.join(".") || "the line"} does not fit)`,
  );
}

/** Yields the lines of a calls.jsonl without a torn tail; any other line that is not a call is an error with its place. */
export function* readCalls(path: string): Generator<Place & { call: CallLine; ended: boolean }> {
  for (const line of readLines(path)) {
    const call = parseCall(path, line);
    if (!call) return;
    yield { offset: line.offset, length: line.length, ended: line.ended, call };
  }
}

function headOf(path: string, line: ByteLine): CallHead | undefined {
  const head = line.ended ? readCallHead(line) : undefined;
  if (head) return head;
  const call = parseCall(path, { text: textOf(line), number: line.number, ended: line.ended });
  return call && { ...call, batch: call.batch === true };
}

function findCalls(path: string): CallsInFile {
  const places = new Map<string, Place>();
  const spent = new Map<string, Sum>();
  let size = 0;
  let lacksNewline = false;
  for (const line of readByteLines(path)) {
    const head = headOf(path, line);
    if (!head) break;
    // The first reply to a key is the one that rows were built on; a second one was paid for as well.
    if (!places.has(head.key)) places.set(head.key, { offset: line.offset, length: line.length });
    spend(spent, head);
    size = line.offset + line.length + (line.ended ? 1 : 0);
    lacksNewline = !line.ended;
  }
  return { places, spent, size, lacksNewline };
}

function spend(
  spent: Map<string, Sum>,
  { model, batch, usage, cost }: Omit<CallHead, "key">,
): void {
  const name = `${model} ${batch} ${cost !== undefined}`;
  const none = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const sum: Sum = spent.get(name) ?? {
    model,
    batch,
    ...none,
    cost: cost === undefined ? null : 0,
  };
  sum.calls++;
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.cachedTokens += usage.cachedTokens ?? 0;
  if (cost !== undefined) sum.cost = totalOf([sum.cost ?? 0, cost]);
  spent.set(name, sum);
}

/** USD at today's price; undefined if none is known. */
export type CostOf = (call: Pick<CallLine, "model" | "usage" | "batch">) => number | undefined;

/** Sets the cost: only the journal decides it, wherever the line came from. */
function withCost(
  { cost: _cost, finish, batch, reply, ...head }: CallLine,
  cost: number | undefined,
): CallLine {
  const noted = cost === undefined ? {} : { cost: Number(cost.toPrecision(12)) };
  return { ...head, ...noted, finish, ...(batch ? { batch } : {}), reply };
}

/** A run's journal of calls. Memory: some 160 bytes per call. */
export class Journal {
  readonly #file: CommitFile;
  readonly #places: Map<string, Place>;
  readonly #spent: Map<string, Sum>;
  readonly #inFlight = new Map<string, Promise<CallLine>>();

  readonly #costOf: CostOf;

  private constructor(file: CommitFile, { places, spent }: CallsInFile, costOfCall: CostOf) {
    this.#file = file;
    this.#costOf = costOfCall;
    this.#places = places;
    this.#spent = spent;
  }

  /**
   * Opens or creates a journal, once per run and process. A torn tail is cut off; any other bad line is
   * PipelineError("corrupt-file"), unless it is bad only inside its reply: that is reported when the reply is needed.
   */
  static async open(
    path: string,
    openHandle?: OpenHandle,
    costOfCall: CostOf = () => undefined,
  ): Promise<Journal> {
    const found = findCalls(path);
    const file = await CommitFile.open(path, found.size, openHandle);
    if (found.lacksNewline) await file.append("\n", false);
    return new Journal(file, found, costOfCall);
  }

  /** Keys of all calls journaled so far. */
  keys(): Iterable<string> {
    return this.#places.keys();
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** Totals of all journaled calls, including this process's: one entry per model and kind of price. */
  spending(): Spending[] {
    return [...this.#spent.values()].map(sum => ({ ...sum }));
  }

  async find(key: string): Promise<CallLine | undefined> {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const call = CallLine.safeParse(parseJson(await this.#file.read(place.offset, place.length)));
    if (call.data?.key === key) return call.data;
    throw this.#badLine(place);
  }

  /** Error for a line that had been taken for a call. Its number is counted only now. */
  #badLine({ offset }: Place): PipelineError {
    const { path } = this.#file;
    for (const line of readByteLines(path))
      if (line.offset === offset)
        return corrupt(path, line.number, "is not a journaled call: its reply is broken");
    return new PipelineError("corrupt-file", `${path} was changed during the run.`, {
      hint: "Let only one program write to it, and run the same command again.",
    });
  }

  /** The journaled call, or the one that `make` fetches and records. Concurrent callers of a key share one `make`. */
  once(key: string, make: () => Promise<CallLine>): Promise<CallLine> {
    const flying = this.#inFlight.get(key);
    if (flying) return flying;
    const flight = this.find(key)
      .then(kept => kept ?? make())
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, flight);
    return flight;
  }

  /** Resolves once the line is in the file; with `durable`, once it is on disk. */
  async record(came: CallLine, durable: boolean): Promise<void> {
    const call = withCost(came, this.#costOf(came));
    const line = JSON.stringify(call);
    const offset = await this.#file.append(`${line}\n`, durable);
    this.#places.set(call.key, { offset, length: Buffer.byteLength(line) });
    spend(this.#spent, { ...call, batch: call.batch === true });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
