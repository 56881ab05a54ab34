// Detects that an endpoint is down, and then ends the run instead of failing its rows one by one.

import { PipelineError, type ReplyError } from "../../engine/errors.ts";

export interface OutageOptions {
  /** The endpoint, as users know it. */
  readonly endpoint: string;
  /** How many requests in a row may be given up on, without a reply in between, before the run ends. */
  readonly maxGivenUp?: number;
  /** Called with a message about a wait that is long enough to puzzle a user; absent if nobody reads it. */
  readonly onLongWait?: ((text: string) => void) | undefined;
  /** Milliseconds since 1970; the system's clock if absent. */
  readonly now?: () => number;
}

/** Milliseconds. Shorter waits are not reported. */
const minReportedWait = 10_000;
/** Milliseconds within which waits are reported again only if they are twice as long. */
const quietPeriod = 600_000;

/** Shared by all who use an endpoint. */
export interface OutageWatch {
  readonly endpoint: string;
  /** Aborted with a PipelineError: no more requests are sent and all waits end; requests in flight continue. */
  readonly stopSignal: AbortSignal;
  /** Records that a request got a reply. */
  recordReply(): void;
  /** Records that a request failed after all its tries. */
  recordGivenUp(error: ReplyError): void;
  /** Reports a request's wait until a time (milliseconds since 1970), with the reason, if it is long and not just reported. */
  reportWait(until: number, reason: string): void;
  /** Ends the run for another reason that applies to all users of this endpoint; the first reason is kept. */
  stop(error: PipelineError): void;
}

export function createOutageWatch({
  endpoint,
  maxGivenUp = 20,
  onLongWait = () => undefined,
  now = () => Date.now(),
}: OutageOptions): OutageWatch {
  const controller = new AbortController();
  let givenUpInARow = 0;
  let lastReport = { at: Number.NEGATIVE_INFINITY, wait: 0 };
  const stop = (error: PipelineError) => controller.abort(error);
  return {
    endpoint,
    stopSignal: controller.signal,
    stop,
    recordReply: () => {
      givenUpInARow = 0;
    },
    reportWait: (until, reason) => {
      const [at, wait] = [now(), until - now()];
      if (
        wait < minReportedWait ||
        (at < lastReport.at + quietPeriod && wait < 2 * lastReport.wait)
      )
        return;
      lastReport = { at, wait };
      onLongWait(
        `${endpoint} will be called again at ${new Date(until).toLocaleTimeString("en-GB")}: ${reason}`,
      );
    },
    recordGivenUp: error => {
      givenUpInARow++;
      if (givenUpInARow >= maxGivenUp) stop(downError(endpoint, givenUpInARow, error));
    },
  };
}

const downError = (endpoint: string, count: number, last: ReplyError) =>
  new PipelineError(
    "provider",
    `${endpoint} seems to be down: ${count} ${count === 1 ? "request was" : "requests in a row were"} abandoned without a reply. The last error: ${last.message}`,
    {
      hint: "Everything answered so far is kept. Once the endpoint answers, run the same command again.",
      cause: last,
    },
  );
