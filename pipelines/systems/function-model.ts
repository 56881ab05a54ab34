// Wraps a user's own RAG, a function or a LangChain Runnable, in the interface of a model.

import { PipelineError, ReplyError } from "../engine/errors.ts";
import { RetryableError } from "../llm/limits/retry.ts";
import type { Model } from "../llm/model.ts";
import { type Fields, isObject } from "./fields.ts";
import { type SystemItem, systemModel } from "./item-request.ts";
import { systemReply } from "./result-reply.ts";
import { type Runnable, runnableInput } from "./runnable-input.ts";
import { expectedReply, readSystemReply, type ReplyContext } from "./system-reply.ts";

/** What a function is given in addition to the question. */
export interface CallContext extends SystemItem {
  /** Aborted when this answer times out. */
  readonly signal: AbortSignal;
}

/** Answers a question with a string, a stream of strings, or an object with an answer and passages, in any form that systemReply accepts. */
export type AnsweringFunction = (question: string, item: CallContext) => unknown;

export type AnsweringSystem = AnsweringFunction | Runnable;

export interface FunctionSettings extends Pick<ReplyContext, "priceOf"> {
  /** The model's name in journals and keys. */
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  readonly system: AnsweringSystem;
  /** Maximum milliseconds for one answer. */
  readonly timeout: number;
}

/** Asks the system about one item and returns its reply. Rejects with the signal's reason, a TimeoutError, on a timeout. */
export async function callSystem(
  system: AnsweringSystem,
  item: SystemItem,
  signal: AbortSignal,
): Promise<unknown> {
  const call = async () =>
    systemReply(
      typeof system === "function"
        ? system(item.question, { ...item, signal })
        : system.invoke(runnableInput(system, item.question), { signal }),
    );
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([call(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const transientCodes = /^(?:ECONN\w+|ETIMEDOUT|EPIPE|EAI_AGAIN|UND_ERR_\w+)$/;

const statusIn = (error: Fields): number | null => {
  const response = isObject(error["response"]) ? error["response"]["status"] : undefined;
  const status = error["status"] ?? error["statusCode"] ?? response;
  return typeof status === "number" ? status : null;
};

/** The line of the user's own code that threw an error. */
function throwLocation(error: Error): string {
  const line = (error.stack ?? "")
    .split("\n")
    .find(each => /^\s+at /.test(each) && !/node_modules|node:internal/.test(each));
  return line === undefined ? "" : ` (${line.trim()})`;
}

/** Turns what was thrown into an error that says whether to retry, to stop the run, or to fail this row alone. */
function thrownError(thrown: unknown, { label, timeout }: FunctionSettings): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof PipelineError || error instanceof ReplyError) return error;
  if (error.name === "TimeoutError")
    return new RetryableError(
      "timeout",
      `${label} gave no answer within ${Math.round(timeout / 1000)} s`,
    );
  const fields: Fields = isObject(error) ? error : {};
  // Libraries that retry by themselves wrap the last error in an error of their own.
  const wrappedError = [fields["lastError"], error.cause].find(isObject) ?? {};
  const status = statusIn(fields) ?? statusIn(wrappedError);
  const message = `${label} threw ${error.name}: ${error.message}`;
  if (status === 401 || status === 403)
    return new PipelineError("provider", message, {
      hint: "Is the key that your RAG uses set in this shell? Then run the same command again.",
      cause: error,
    });
  if (status === 429) return new RetryableError("rate-limited", message, { status });
  const code = fields["code"] ?? wrappedError["code"];
  if ((status ?? 0) >= 500 || status === 408 || transientCodes.test(String(code)))
    return new RetryableError("unavailable", message, { status });
  return new ReplyError(
    "technical",
    "system-threw",
    `${message}${throwLocation(error)}`,
    error.stack ?? null,
  );
}

const printable = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
};

export function functionModel(settings: FunctionSettings): Model {
  const { name, label, system, timeout, priceOf } = settings;
  return systemModel(name, async (item, failedTries) => {
    const start = performance.now();
    // When the run is stopped, answers in flight are still waited for; only the timeout ends them.
    const reply = await callSystem(system, item, AbortSignal.timeout(timeout)).catch(
      (error: unknown) => {
        throw thrownError(error, settings);
      },
    );
    if (reply === null || reply === undefined)
      throw new ReplyError(
        "technical",
        "bad-reply",
        `${label} returned ${String(reply)}. A text is expected, or ${expectedReply.replace("A JSON object is expected: ", "")}.`,
        null,
      );
    const timing = { milliseconds: Math.round(performance.now() - start), failedTries };
    return readSystemReply(reply, { label, timing, priceOf, text: printable(reply) });
  });
}
