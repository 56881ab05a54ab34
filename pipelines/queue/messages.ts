// What a coordinator and its workers say to one another. A message may come twice, after any stop; none may come out of turn.

import { z } from "zod";
import { parseJson } from "../engine/lines.ts";
import type { RowEnd } from "../engine/row.ts";
import type { CallLine } from "../llm/journal.ts";
import type { ModelReply, Sized } from "../llm/model.ts";
import type { WireError } from "./wire-errors.ts";

/** Raised when messages change their meaning: a part of every identity. */
export const protocolVersion = 2;

// What messages must look like stands in `message-forms.ts`: whatever else is posted is dropped.

/** What an announcement tells of its run whatever version wrote it. */
export const AnnouncedRun = z.object({
  /** Another one after each start of the coordinator: what was begun before it is wanted no more, but for replies. */
  epoch: z.string(),
  /** The run directory as an absolute path, and the machine: what tells the run from all others, also for people. */
  run: z.string(),
});
export type AnnouncedRun = z.output<typeof AnnouncedRun>;

/** Told to every worker while a run goes on. */
export const Announcement = AnnouncedRun.extend({
  /** What rows and replies rest on, part by part: a worker compares it with its own. */
  identity: z.record(z.string(), z.string()),
  /** What the stages are made from; the command line knows its form. It may be megabytes. */
  recipe: z.union([z.object({ blob: z.string() }), z.object({ value: z.json() })]),
});
export type Announcement = z.output<typeof Announcement>;

/** What stands in Redis as JSON in this form; undefined for whatever else stands there, or nothing. */
export const readAs = <S extends z.ZodType>(
  form: S,
  text: string | null,
): z.output<S> | undefined => form.safeParse(text === null ? undefined : parseJson(text)).data;

/** One start of a worker. */
export interface Peer {
  /** The worker's name, over all its starts. */
  readonly worker: string;
  /** Another one after each start of the worker. */
  readonly session: string;
}

/** A request as permission is asked for it: all that limits, a budget and a journal need to know, and not what it says. */
export interface AskedCall extends Sized {
  readonly question: string;
  readonly prompt: string;
  readonly language: "zh" | "en";
}

/** An artifact as a row may look it up: its name and the hash of its rows. */
export interface TableRef {
  readonly artifact: string;
  readonly hash: string;
}

/** A value, or the name of the blob that holds its JSON. */
export type Packed<T> = { readonly value: T } | { readonly blob: string };

/** What belongs to one row alone, with the row's number: equal contents of two rows are two blobs, and each can go with its row. */
type NumberedContent<T> = readonly [id: number, content: T];

/** A row to be run. */
export interface RowTask {
  /** Its number in the epoch. */
  readonly id: number;
  readonly stage: string;
  readonly input: string;
  readonly fingerprint: string;
  readonly row: Packed<NumberedContent<object>>;
  readonly tables: readonly TableRef[];
}

/** What a queued job holds: a few rows, so that taking one costs little a row. */
export interface RowsJob {
  readonly rows: readonly RowTask[];
}

/** What a worker does now. */
export interface InHand {
  /** Keys of the calls it makes. */
  readonly inFlight: readonly string[];
  /** The number of the last permission it heard of in this epoch. */
  readonly lastFlight: number;
}

/**
 * From a worker. Each stays in the stream until the coordinator has handled it for good, so a coordinator that starts again
 * reads it again; one of an earlier epoch is then passed over, but for replies and what ended without one.
 */
export type WorkerMessage =
  /**
   * It is there, with these keys in flight: every other call it was let make, up to the last flight it heard of, has ended.
   * Said first in every epoch, behind the replies that it may have kept, and again when it was taken for dead.
   */
  | ({ readonly type: "hello"; readonly epoch: string } & InHand)
  /** It goes, with nothing in hand: whatever it was let make has ended. */
  | { readonly type: "bye" }
  /** It waits for the reply to this call: answered by `reply` or `refused` with its number, where the call is to be made after a `go`. */
  | { readonly type: "ask"; readonly epoch: string; readonly id: number; readonly call: AskedCall }
  /** The reply to a call, as it is journaled, whatever epoch it was begun in. Kept by the worker until it hears `kept`. */
  | ({ readonly type: "replied"; readonly line: CallLine } & Pick<ModelReply, "rates" | "took">)
  /** The call of this permission ended without a reply, or was not made: nobody here wanted it any more. */
  | {
      readonly type: "failed";
      readonly epoch: string;
      readonly key: string;
      readonly flight: number;
      readonly error: WireError;
    }
  /** What came of a row: the first end counts, and one that was given to two workers has two. */
  | {
      readonly type: "row";
      readonly epoch: string;
      readonly id: number;
      readonly end: Packed<NumberedContent<RowEnd>>;
    }
  /** What must stop the run. */
  | {
      readonly type: "row-broke";
      readonly epoch: string;
      readonly id: number;
      readonly error: WireError;
    };

/** Messages of one worker about one run, in turn. */
export interface WorkerPost extends Peer {
  /** Grows from post to post of a session: one that was read before, and is posted once more by whomever, is known by it. */
  readonly number: number;
  readonly messages: readonly WorkerMessage[];
}

/** To a worker, which passes over those of another epoch than the one it works for. */
export type CoordinatorMessage =
  /** It may make this call now, once. Permissions of an epoch are numbered in their order: one that comes twice is known by its number. */
  | { readonly type: "go"; readonly epoch: string; readonly key: string; readonly flight: number }
  /** The answer to an ask; null for the reply that this worker brought itself. `earlier`: the key was answered before this run, which asks failed rows again. */
  | {
      readonly type: "reply";
      readonly epoch: string;
      readonly id: number;
      readonly reply: ModelReply | null;
      readonly earlier: boolean;
    }
  /** There is no reply to an ask, and why. */
  | {
      readonly type: "refused";
      readonly epoch: string;
      readonly id: number;
      readonly error: WireError;
    }
  /** These replies are journaled: the worker need not keep them. */
  | { readonly type: "kept"; readonly epoch: string; readonly keys: readonly string[] };

/** To one session of a worker; another session passes over it. */
export interface CoordinatorPost {
  readonly session: string;
  readonly messages: readonly CoordinatorMessage[];
}
