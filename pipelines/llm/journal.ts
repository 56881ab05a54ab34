// calls.jsonl: every reply from a model, by its request's key; replies stay on disk until they are needed.

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
import { type CompleteLines, type LineInFile, linesUpTo, noLines } from "./line-in-file.ts";

/** One line. Its fields are written in this order, which `readCallHead` relies on. */
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
  /** USD at the price on the day of the call, so that later prices do not change what was spent; absent if unknown or free. */
  cost: z.number().min(0).optional(),
  finish: z.enum(["stop", "length", "refusal", "filter"]),
  /** Whether the reply came through a batch, at a batch's price. */
  batch: z.literal(true).optional(),
  /** As received, JSON or not. */
  reply: z.string(),
});
export type CallLine = z.output<typeof CallLine>;

type ReplyPosition = Omit<LineInFile, "path">;

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

type MutableSpending = { -readonly [Field in keyof Spending]: Spending[Field] };

interface CallsInFile {
  readonly positions: Map<string, ReplyPosition>;
  readonly sums: Map<string, MutableSpending>;
  readonly lines: CompleteLines;
}

const corruptLineError = (path: string, number: number, problem: string) =>
  new PipelineError("corrupt-file", `${path} line ${number} ${problem}.`, {
    hint: `Fix line ${number} in an editor, or delete it (its call is then made again, and paid for again), and run the same command again.`,
  });

/** Parses a line; undefined for a torn tail, the last line of a process that was stopped while writing. */
function parseCall(
  path: string,
  { text, number, hasNewline }: Pick<Line, "text" | "number" | "hasNewline">,
): CallLine | undefined {
  const value = parseJson(text);
  if (value === undefined && !hasNewline) return undefined;
  if (value === undefined) throw corruptLineError(path, number, "is not JSON");
  const call = CallLine.safeParse(value);
  if (call.success) return call.data;
  throw corruptLineError(
    path,
    number,
    `is not a journaled call (${call.error.issues[0]?.path.join(".") || "the line"} is invalid)`,
  );
}

/** Yields the calls of a calls.jsonl without a torn tail; throws for any other line that is not a call. */
export function* readCalls(
  path: string,
): Generator<ReplyPosition & { call: CallLine; ended: boolean }> {
  for (const line of readLines(path)) {
    const call = parseCall(path, line);
    if (!call) return;
    yield { offset: line.offset, length: line.length, ended: line.hasNewline, call };
  }
}

function headOf(path: string, line: ByteLine): CallHead | undefined {
  const head = line.hasNewline ? readCallHead(line) : undefined;
  if (head) return head;
  const call = parseCall(path, {
    text: textOf(line),
    number: line.number,
    hasNewline: line.hasNewline,
  });
  return call && { ...call, batch: call.batch === true };
}

function findCalls(path: string): CallsInFile {
  const positions = new Map<string, ReplyPosition>();
  const sums = new Map<string, MutableSpending>();
  let lines = noLines;
  for (const line of readByteLines(path)) {
    const head = headOf(path, line);
    if (!head) break;
    // Rows were built on the first reply to a key; any further one was paid for as well.
    if (!positions.has(head.key))
      positions.set(head.key, { offset: line.offset, length: line.length });
    addSpending(sums, head);
    lines = linesUpTo(line);
  }
  return { positions, sums, lines };
}

function addSpending(
  sums: Map<string, MutableSpending>,
  { model, batch, usage, cost }: Omit<CallHead, "key">,
): void {
  const sumKey = `${model} ${batch} ${cost !== undefined}`;
  const sum: MutableSpending = sums.get(sumKey) ?? {
    model,
    batch,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    cost: cost === undefined ? null : 0,
  };
  sum.calls++;
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.cachedTokens += usage.cachedTokens ?? 0;
  if (cost !== undefined) sum.cost = totalOf([sum.cost ?? 0, cost]);
  sums.set(sumKey, sum);
}

/** Cost of a call in USD, at today's price; undefined if no price is known. */
export type CostOf = (call: Pick<CallLine, "model" | "usage" | "batch">) => number | undefined;

/** Replaces the cost in a line: only the journal determines it, wherever the line came from. */
function withCost(
  { cost: _cost, finish, batch, reply, ...head }: CallLine,
  cost: number | undefined,
): CallLine {
  const costField = cost === undefined ? {} : { cost: Number(cost.toPrecision(12)) };
  return { ...head, ...costField, finish, ...(batch ? { batch } : {}), reply };
}

/** A run's journal of calls. Keeps some 160 bytes per call in memory. */
export class Journal {
  readonly #file: CommitFile;
  readonly #positions: Map<string, ReplyPosition>;
  readonly #sums: Map<string, MutableSpending>;
  readonly #inFlight = new Map<string, Promise<CallLine>>();

  readonly #costOf: CostOf;

  private constructor(file: CommitFile, { positions, sums }: CallsInFile, costOfCall: CostOf) {
    this.#file = file;
    this.#costOf = costOfCall;
    this.#positions = positions;
    this.#sums = sums;
  }

  /**
   * Opens or creates a journal, once per run and process. Cuts off a torn tail; throws PipelineError("corrupt-file") for
   * any other bad line, except one that is bad only inside its reply: `find` throws for that one.
   */
  static async open(
    path: string,
    openHandle?: OpenHandle,
    costOfCall: CostOf = () => undefined,
  ): Promise<Journal> {
    const found = findCalls(path);
    const file = await CommitFile.open(path, found.lines, openHandle);
    return new Journal(file, found, costOfCall);
  }

  /** Keys of all calls journaled so far. */
  keys(): Iterable<string> {
    return this.#positions.keys();
  }

  has(key: string): boolean {
    return this.#positions.has(key);
  }

  /** Totals of all journaled calls, including this process's: one entry per model and kind of price. */
  spending(): Spending[] {
    return [...this.#sums.values()].map(sum => ({ ...sum }));
  }

  /** Reads the call of a key from disk; undefined if it is not journaled. */
  async find(key: string): Promise<CallLine | undefined> {
    const position = this.#positions.get(key);
    if (!position) return undefined;
    const call = CallLine.safeParse(
      parseJson(await this.#file.read(position.offset, position.length)),
    );
    if (call.data?.key === key) return call.data;
    throw this.#badLine(position);
  }

  /** The error for a line that passed for a call when the journal was opened; its number is counted only now. */
  #badLine({ offset }: ReplyPosition): PipelineError {
    const { path } = this.#file;
    for (const line of readByteLines(path))
      if (line.offset === offset)
        return corruptLineError(path, line.number, "is not a journaled call: its reply is broken");
    return new PipelineError("corrupt-file", `${path} was changed during the run.`, {
      hint: "Let only one program write to it, and run the same command again.",
    });
  }

  /** Returns the journaled call, or the one that `make` fetches and records. Concurrent callers of a key share one `make`. */
  once(key: string, make: () => Promise<CallLine>): Promise<CallLine> {
    const pending = this.#inFlight.get(key);
    if (pending) return pending;
    const promise = this.find(key)
      .then(journaledCall => journaledCall ?? make())
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, promise);
    return promise;
  }

  /** Resolves once the line is in the file; with `durable`, once it is on disk. */
  async record(newCall: CallLine, durable: boolean): Promise<void> {
    const call = withCost(newCall, this.#costOf(newCall));
    const line = JSON.stringify(call);
    const offset = await this.#file.append(`${line}\n`, durable);
    this.#positions.set(call.key, { offset, length: Buffer.byteLength(line) });
    addSpending(this.#sums, { ...call, batch: call.batch === true });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
