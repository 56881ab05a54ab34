// Messages between a coordinator and its workers. After a stop a message may come twice; none may come out of order.

import { z } from "zod";
import { parseJson } from "../engine/lines.ts";
import type { RowEnd } from "../engine/row.ts";
import type { CallLine } from "../llm/journal.ts";
import type { ModelReply, SizedRequest } from "../llm/model.ts";
import type { WireError } from "./wire-errors.ts";

/** Increased when messages change in meaning; part of every identity. */
export const protocolVersion = 2;

// The schemas of messages are in `message-schemas.ts`: anything else that is posted is dropped.

/** The part of an announcement that every version can read. */
export const AnnouncedRun = z.object({
  /** New after each start of the coordinator: work begun before it is no longer needed, except replies. */
  epoch: z.string(),
  /** Absolute path of the run directory, and the machine: identifies the run, for people too. */
  run: z.string(),
});
export type AnnouncedRun = z.output<typeof AnnouncedRun>;

/** Readable by every worker while a run is in progress. */
export const Announcement = AnnouncedRun.extend({
  /** Everything rows and replies depend on, part by part: a worker compares it with its own. */
  identity: z.record(z.string(), z.string()),
  /** What the stages are built from; the command line knows its form. May be several megabytes. */
  recipe: z.union([z.object({ blob: z.string() }), z.object({ value: z.json() })]),
});
export type Announcement = z.output<typeof Announcement>;

/** Parses JSON from Redis in this form; undefined for anything else, or if there is none. */
export const parseAs = <S extends z.ZodType>(
  form: S,
  text: string | null,
): z.output<S> | undefined => form.safeParse(text === null ? undefined : parseJson(text)).data;

/** One start of a worker. */
export interface Peer {
  /** The worker's name, the same across all its starts. */
  readonly worker: string;
  /** New after each start of the worker. */
  readonly session: string;
}

/** A request for permission: all that limits, budget and journal need to know, but not the prompt. */
export interface AskedCall extends SizedRequest {
  readonly question: string;
  readonly prompt: string;
  readonly language: "zh" | "en";
}

/** An artifact that a row may look up: its name and the hash of its rows. */
export interface TableRef {
  readonly artifact: string;
  readonly hash: string;
}

/** A value, or the name of the blob that holds its JSON. */
export type Packed<T> = { readonly value: T } | { readonly blob: string };

/** Content of one row, with the row's number: equal contents of two rows are two blobs, each deleted with its row. */
type NumberedContent<T> = readonly [id: number, content: T];

/** A row to be run. */
export interface RowTask {
  /** The row's number in the epoch. */
  readonly id: number;
  readonly stage: string;
  readonly input: string;
  readonly fingerprint: string;
  readonly row: Packed<NumberedContent<object>>;
  readonly tables: readonly TableRef[];
}

/** A queued job: a few rows, so that taking one costs little per row. */
export interface RowsJob {
  readonly rows: readonly RowTask[];
}

/** What a worker is doing now. */
export interface WorkInProgress {
  /** Keys of the calls it is making. */
  readonly inFlight: readonly string[];
  /** The number of the last permission it received in this epoch. */
  readonly lastFlight: number;
}

/**
 * From a worker. Each stays in the stream until the coordinator is done with it, so a restarted coordinator
 * reads it again; messages of an earlier epoch are then skipped, except replies and calls that ended without one.
 */
export type WorkerMessage =
  /**
   * It is running, with these keys in flight: every other permitted call, up to the last flight it knows, has ended.
   * Sent at the start of every epoch, after any replies it kept, and again if it was taken for dead.
   */
  | ({ readonly type: "hello"; readonly epoch: string } & WorkInProgress)
  /** It leaves with no work in progress: every call it was permitted has ended. */
  | { readonly type: "bye" }
  /** It waits for the reply to this call: answered by `reply` or `refused` with its number, after a `go` if it is to make the call. */
  | { readonly type: "ask"; readonly epoch: string; readonly id: number; readonly call: AskedCall }
  /** The reply to a call, as it is journaled, from any epoch. The worker keeps it until it receives `kept`. */
  | ({ readonly type: "replied"; readonly line: CallLine } & Pick<ModelReply, "rates" | "took">)
  /** The call of this permission ended without a reply, or was not made because no row here needed it any more. */
  | {
      readonly type: "failed";
      readonly epoch: string;
      readonly key: string;
      readonly flight: number;
      readonly error: WireError;
    }
  /** The outcome of a row. The first counts: a row given to two workers has two. */
  | {
      readonly type: "row";
      readonly epoch: string;
      readonly id: number;
      readonly end: Packed<NumberedContent<RowEnd>>;
    }
  /** An error that must stop the run. */
  | {
      readonly type: "row-broke";
      readonly epoch: string;
      readonly id: number;
      readonly error: WireError;
    };

/** Messages of one worker about one run, in order. */
export interface WorkerPost extends Peer {
  /** Grows with each post of a session, so that a repeated post is recognized, whoever posts it. */
  readonly number: number;
  readonly messages: readonly WorkerMessage[];
}

/** To a worker, which skips those of an epoch other than the one it works for. */
export type CoordinatorMessage =
  /** Permission to make this call now, once. Permissions of an epoch are numbered in order, so that a repeated one is recognized. */
  | { readonly type: "go"; readonly epoch: string; readonly key: string; readonly flight: number }
  /** The answer to an ask; null if this worker sent the reply itself. `earlier`: the key was answered before this run, which retries failed rows. */
  | {
      readonly type: "reply";
      readonly epoch: string;
      readonly id: number;
      readonly reply: ModelReply | null;
      readonly earlier: boolean;
    }
  /** Why there is no reply to an ask. */
  | {
      readonly type: "refused";
      readonly epoch: string;
      readonly id: number;
      readonly error: WireError;
    }
  /** These replies are journaled: the worker need not keep them. */
  | { readonly type: "kept"; readonly epoch: string; readonly keys: readonly string[] };

/** For one session of a worker; other sessions skip it. */
export interface CoordinatorPost {
  readonly session: string;
  readonly messages: readonly CoordinatorMessage[];
}
