// Classifies, from the connection's errors, why a request got no complete reply.

import type { Timeouts } from "../../../schemas/model-settings.ts";

export type HttpFault =
  | "unreachable"
  | "slow-connect"
  | "slow-start"
  | "stalled"
  | "slow"
  | "broken"
  | "garbled"
  | "too-long";

/** A request that got no complete reply. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  readonly fault: HttpFault;
  /** Whether any part of the request may have reached the server; false only if certainly none did. */
  readonly mayBeSent: boolean;
  /** The system's or the connection's own message, for people. */
  readonly detail: string;
  /** The time limit that was exceeded, in seconds; null if none was. */
  readonly limit: number | null;

  constructor({
    fault,
    mayBeSent,
    detail = "",
    limit = null,
  }: { fault: HttpFault; mayBeSent: boolean; detail?: string; limit?: number | null }) {
    super("no complete reply");
    this.fault = fault;
    this.mayBeSent = mayBeSent;
    this.detail = detail;
    this.limit = limit;
  }
}

/** The failure of a request whose reply was not complete within the time limit for all of it. */
export const slowFailure = (mayBeSent: boolean, timeout: Timeouts): HttpFailure =>
  new HttpFailure({ fault: "slow", mayBeSent, limit: timeout.whole });

// A refused "localhost" is a single error for several addresses.
const messageOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(inner => (inner instanceof Error ? inner.message : String(inner))).join("; ")
    : error.message;

const codeOf = (error: Error) => ("code" in error ? String(error.code) : "");

const faults: Record<string, HttpFault> = {
  UND_ERR_CONNECT_TIMEOUT: "slow-connect",
  UND_ERR_HEADERS_TIMEOUT: "slow-start",
  UND_ERR_BODY_TIMEOUT: "stalled",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "too-long",
  UND_ERR_HEADERS_OVERFLOW: "garbled",
};

export function failureOf(error: Error, mayBeSent: boolean, timeout: Timeouts): Error {
  const code = codeOf(error);
  if (code === "UND_ERR_INVALID_ARG") return error;
  const fault =
    error.name === "HTTPParserError"
      ? "garbled"
      : (faults[code] ?? (mayBeSent ? "broken" : "unreachable"));
  const limits: Partial<Record<HttpFault, number>> = {
    "slow-connect": timeout.connect,
    "slow-start": timeout.firstByte,
    stalled: timeout.idle,
  };
  return new HttpFailure({
    fault,
    mayBeSent,
    detail: messageOf(error),
    limit: limits[fault] ?? null,
  });
}
