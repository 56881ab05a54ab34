// Converts a Batch API's refusals and broken connections to errors that say whether to try again and what a person can do.

import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { PipelineError } from "../../engine/errors.ts";
import { hideSecrets } from "../endpoints/redaction.ts";
import { RetryableError } from "../limits/retry.ts";

const causeOf = (error: Error): string =>
  error.cause instanceof Error ? causeOf(error.cause) : error.message;

const hintsByStatus: Readonly<Record<number, string>> = {
  401: "Check the key: is it set, and is it this server's?",
  403: "Is this key allowed to use batches and this model? Check the account's permissions.",
  404: "Does the key belong to the same account as before, does the base URL end in /v1, and does this server have a Batch API? To abandon a batch that no longer exists, delete its file of requests from the run's folder.",
};

/** The server an error is about: its address without credentials, and the secrets that its message must not reveal. */
export interface ErrorSource {
  readonly endpoint: string;
  readonly secrets: readonly string[];
}

const maxQuote = 500;

function statusError(error: APIError, { endpoint, secrets }: ErrorSource, action: string): Error {
  const status = Number(error.status);
  // A server's message about a wrong key may contain the key, in unforeseen ways.
  const quotation =
    status === 401 ? "" : `: ${hideSecrets(error.message, secrets).slice(0, maxQuote)}`;
  const message = `${endpoint} would not ${action} (status ${status})${quotation}`;
  const retryAfter = error.headers?.get("retry-after") ?? null;
  const hasNoCredit =
    error.code === "insufficient_quota" ||
    error.code === "billing_hard_limit_reached" ||
    status === 402;
  if (status === 429 && !hasNoCredit)
    return new RetryableError("rate-limited", message, { retryAfter });
  if (status === 408 || status === 409 || status >= 500)
    return new RetryableError("unavailable", message, { retryAfter, maybeBilled: true });
  const hint = hasNoCredit
    ? "The account has no credit left: top it up."
    : (hintsByStatus[status] ?? "Fix the problem that the message describes.");
  return new PipelineError("provider", message, {
    hint: `${hint} Then run the same command again: it continues with the batches that are under way.`,
  });
}

/** `action` completes "would not …" and "could not …". */
export function translateError(error: unknown, source: ErrorSource, action: string): unknown {
  if (error instanceof PipelineError || error instanceof RetryableError) return error;
  const failureMessage = (reason: string) =>
    `${source.endpoint} could not ${action}: ${hideSecrets(reason, source.secrets).slice(0, maxQuote)}`;
  if (error instanceof APIConnectionTimeoutError)
    return new RetryableError("timeout", failureMessage("it did not answer in time"), {
      maybeBilled: true,
    });
  if (error instanceof APIConnectionError)
    return new RetryableError("unavailable", failureMessage(causeOf(error)), { maybeBilled: true });
  if (error instanceof APIError) return statusError(error, source, action);
  if (error instanceof SyntaxError)
    return new RetryableError("garbled", failureMessage("its answer is not JSON"), {
      maybeBilled: true,
    });
  // fetch reports a connection that breaks partway through a body as a TypeError.
  if (error instanceof TypeError)
    return new RetryableError("unavailable", failureMessage(causeOf(error)), { maybeBilled: true });
  return error;
}
