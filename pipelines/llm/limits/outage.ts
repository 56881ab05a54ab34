// Sees that an endpoint is down, and then ends the run instead of failing its rows one by one.

import { PipelineError, type ReplyError } from "../../engine/errors.ts";

export interface OutageOptions {
  /** The endpoint, as a reader knows it. */
  readonly place: string;
  /** Requests given up in a row, without a reply between them, that end the run. */
  readonly most?: number;
  /** Told of waits that a person would wonder about: nobody where absent. */
  readonly note?: ((text: string) => void) | undefined;
  /** Milliseconds since 1970; the system's clock where absent. */
  readonly now?: () => number;
}

/** Milliseconds. Shorter waits are not told of. */
const tellingWait = 10_000;
/** Milliseconds in which waits are told of again only if they are twice as long. */
const quiet = 600_000;

/** One for all that share an endpoint. */
export interface OutageWatch {
  readonly place: string;
  /** Aborted with a PipelineError: nothing more is asked, and nobody waits any longer; what is in flight goes on. */
  readonly stopped: AbortSignal;
  replied(): void;
  /** A request failed for good though it was tried again. */
  gaveUp(error: ReplyError): void;
  /** Somebody waits until this time (milliseconds since 1970) for this reason: told of where it is long, and not each time. */
  waits(until: number, reason: string): void;
  /** The run ends for another reason that holds for all who ask here; the first reason is kept. */
  stop(error: PipelineError): void;
}

export function createOutageWatch({
  place,
  most = 20,
  note = () => undefined,
  now = () => Date.now(),
}: OutageOptions): OutageWatch {
  const controller = new AbortController();
  let inARow = 0;
  let told = { at: Number.NEGATIVE_INFINITY, wait: 0 };
  const stop = (error: PipelineError) => controller.abort(error);
  return {
    place,
    stopped: controller.signal,
    stop,
    replied: () => {
      inARow = 0;
    },
    waits: (until, reason) => {
      const [at, wait] = [now(), until - now()];
      if (wait < tellingWait || (at < told.at + quiet && wait < 2 * told.wait)) return;
      told = { at, wait };
      note(`${place} is asked again at ${new Date(until).toLocaleTimeString("en-GB")}: ${reason}`);
    },
    gaveUp: error => {
      inARow++;
      if (inARow >= most) stop(down(place, inARow, error));
    },
  };
}

const down = (place: string, count: number, last: ReplyError) =>
  new PipelineError(
    "provider",
    `${place} seems to be down: ${count} ${count === 1 ? "request was" : "requests in a row were"} given up without a reply. The last error: ${last.message}`,
    {
      hint: "Everything answered so far is kept. When the endpoint answers again, run the same command again.",
      cause: last,
    },
  );
