// One request at the replay server: its fault and latency met, sent, and put on the bill.

import type { ServerResponse } from "node:http";
import type { Asks } from "./asks.ts";
import { deliver } from "./delivery.ts";
import { type FaultKind, isBadReply, isBroken, isRefused, type RefusedKind } from "./faults.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { ReplaySettings } from "./settings.ts";
import type { Statistics } from "./statistics.ts";
import { type Failure, failure, isFailure, type Work } from "./work.ts";

export interface Desk {
  readonly settings: ReplaySettings;
  readonly statistics: Statistics;
  readonly asks: Asks;
  readonly log: (line: LoggedRequest) => void;
  /** Milliseconds since 1970; never goes back. */
  readonly now: () => number;
}

const atOnce = { headers: {}, wait: 0, broken: null, hold: 0 };

/** Sends a JSON value at once; resolves to whether all of it went out. */
export const sendJson = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Promise<boolean> =>
  deliver(response, { ...atOnce, status, headers, body: JSON.stringify(body) });

export const sendFailure = async (
  response: ServerResponse,
  { status, body }: Failure,
): Promise<void> => void (await sendJson(response, status, body));

const waitHeaders = (milliseconds: number) => ({
  "retry-after": String(Math.ceil(milliseconds / 1000)),
  "retry-after-ms": String(Math.ceil(milliseconds)),
});

const page =
  "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>";

async function sendRefused(
  { settings }: Desk,
  response: ServerResponse,
  kind: RefusedKind,
): Promise<void> {
  if (kind === "html") {
    await deliver(response, {
      ...atOnce,
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: page,
    });
    return;
  }
  const status = Number.parseInt(kind, 10);
  const headers = kind === "429-wait" ? waitHeaders(settings.retryAfter * 1000) : {};
  const code = status === 429 ? "rate_limit_exceeded" : "server_error";
  await sendJson(response, status, failure(status, code, `A planted ${kind}.`).body, headers);
}

/** Resolves to whether it was delivered whole. */
async function sendWork(
  desk: Desk,
  response: ServerResponse,
  work: Work,
  { fault, latency }: { fault: FaultKind | null; latency: number },
): Promise<boolean> {
  const { body, usage } = work.reply(isBadReply(fault) ? fault : null);
  const billed = { tariff: work.tariff, request: work.request, usage };
  const broken = isBroken(fault) ? fault : null;
  const parcel = {
    status: 200,
    headers: {},
    body: JSON.stringify(body),
    wait: latency,
    broken,
    hold: desk.settings.hold,
  };
  const whole = await deliver(response, parcel);
  // A client that leaves before its reply is charged for it all the same.
  desk.statistics.bill({ ...billed, good: fault === null });
  if (whole) desk.statistics.deliver({ ...billed, good: fault === null || fault === "slow" });
  return whole;
}

/** Writes the line of a request when all is known of it. */
function noteLater(desk: Desk, client: string, { tariff, question, request, usage }: Work) {
  const at = desk.now();
  const tokens = usage.inputTokens + usage.outputTokens;
  return (
    outcome: "good" | FaultKind,
    fate: { readonly billed: boolean; readonly delivered: boolean },
  ) =>
    desk.log({
      at,
      ended: desk.now(),
      client,
      tariff,
      question,
      request,
      tokens,
      outcome,
      ...fate,
    });
}

/** Takes one request from arrival to the end of its connection's part; `client` is the API key it came with. */
export async function serve(
  desk: Desk,
  { response, client }: { response: ServerResponse; client: string },
  made: Work | Failure,
): Promise<void> {
  if (isFailure(made)) return sendFailure(response, made);
  const note = noteLater(desk, client, made);
  desk.statistics.asked(made.request);
  const met = desk.asks.meet(made);
  const refused = isRefused(met.fault) ? met.fault : null;
  if (refused) await sendRefused(desk, response, refused);
  const delivered = refused === null && (await sendWork(desk, response, made, met));
  note(met.fault ?? "good", { billed: refused === null, delivered });
}
