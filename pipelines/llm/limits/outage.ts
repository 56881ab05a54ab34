// Sees that an endpoint is down, and then ends the run instead of failing its rows one by one.

import { PipelineError, type ReplyError } from "../../engine/errors.ts";

export interface OutageOptions {
  /** The endpoint, as a reader knows it. */
  readonly place: string;
  /** Requests given up in a row, without a reply between them, that end the run. */
  readonly most?: number;
}

/** One for all that share an endpoint. */
export interface OutageWatch {
  readonly place: string;
  /** Aborted with a PipelineError: nothing more is asked, and nobody waits any longer; what is in flight goes on. */
  readonly stopped: AbortSignal;
  replied(): void;
  /** A request failed for good though it was tried again. */
  gaveUp(error: ReplyError): void;
  /** The run ends for another reason that holds for all who ask here; the first reason is kept. */
  stop(error: PipelineError): void;
}

export function createOutageWatch({ place, most = 20 }: OutageOptions): OutageWatch {
  const controller = new AbortController();
  let inARow = 0;
  const stop = (error: PipelineError) => controller.abort(error);
  return {
    place,
    stopped: controller.signal,
    stop,
    replied: () => {
      inARow = 0;
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
      hint: "Everything answered so far is kept. When the endpoint answers again, type the same command again.",
      cause: last,
    },
  );
