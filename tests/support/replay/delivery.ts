// Sends one reply over HTTP, whole or in the way of a fault, and tells whether it went out to its last byte.

import type { ServerResponse } from "node:http";
import type { BrokenKind } from "./faults.ts";

export interface Parcel {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Milliseconds before it is sent. */
  readonly wait: number;
  /** What goes wrong; null sends it whole. */
  readonly broken: BrokenKind | null;
  /** Milliseconds for which a stalled reply is held, and over which a slow one is spread. */
  readonly hold: number;
}

const slowPieces = 20;

interface Way {
  readonly response: ServerResponse;
  readonly bytes: Buffer;
  readonly hold: number;
  /** Does it after so many milliseconds, unless the connection has ended. */
  readonly later: (milliseconds: number, act: () => void) => void;
}

const cut = (response: ServerResponse) => response.socket?.resetAndDestroy();
const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

function trickle({ response, bytes, hold, later }: Way, piece: number): void {
  const [from, to] = [piece, piece + 1].map(place =>
    Math.floor((bytes.length * place) / slowPieces),
  );
  response.write(bytes.subarray(from, to));
  if (piece + 1 === slowPieces) response.end();
  else later(hold / (slowPieces - 1), () => trickle({ response, bytes, hold, later }, piece + 1));
}

const ways: Readonly<Record<BrokenKind, (way: Way, head: (length: number) => void) => void>> = {
  reset: ({ response }) => cut(response),
  // Long enough for the first half to be on its way before the reset overtakes it.
  "reset-body": ({ response, bytes, later }, head) => {
    head(bytes.length);
    response.write(half(bytes), () => later(5, () => cut(response)));
  },
  // A whole HTTP reply whose JSON is not whole.
  truncated: ({ response, bytes }, head) => {
    head(half(bytes).length);
    response.end(half(bytes));
  },
  stall: ({ response, hold, later }) => later(hold, () => cut(response)),
  "stall-body": ({ response, bytes, hold, later }, head) => {
    head(bytes.length);
    response.write(half(bytes));
    later(hold, () => cut(response));
  },
  slow: (way, head) => {
    head(way.bytes.length);
    trickle(way, 0);
  },
};

/** Resolves when the connection is done with this reply: true if all of it was sent before the client went away. */
export function deliver(
  response: ServerResponse,
  { status, headers, body, wait, broken, hold }: Parcel,
): Promise<boolean> {
  return new Promise(resolve => {
    let timer: NodeJS.Timeout | undefined;
    const later = (milliseconds: number, act: () => void) => {
      if (response.destroyed || response.closed) return;
      timer = setTimeout(act, milliseconds);
    };
    response.once("close", () => {
      clearTimeout(timer);
      resolve(response.writableFinished && (broken === null || broken === "slow"));
    });
    const bytes = Buffer.from(body);
    const head = (length: number) =>
      response.writeHead(status, {
        "content-type": "application/json",
        ...headers,
        "content-length": length,
      });
    const send = () => {
      if (broken !== null) return ways[broken]({ response, bytes, hold, later }, head);
      head(bytes.length);
      response.end(bytes);
    };
    if (response.destroyed || response.closed) resolve(false);
    else if (wait > 0) later(wait, send);
    else send();
  });
}
