// What a coordinator and its workers say to one another. A message may come twice, after any stop; none may come out of turn.

import type { RowEnd } from "../engine/row.ts";
import type { CallLine } from "../llm/journal.ts";
import type { ModelReply, Sized } from "../llm/model.ts";
import type { Identity } from "./identity.ts";
import type { WireError } from "./wire-errors.ts";

/** Raised when messages change their meaning: a part of every identity. */
export const protocolVersion = 1;

/** Told to every worker while a run goes on. */
export interface Announcement {
  /** Another one after each start of the coordinator: what was begun before it is wanted no more, but for replies. */
  readonly epoch: string;
  /** The run directory as it was typed, and the machine, for people. */
  readonly run: string;
  /** What the stages are to be. */
  readonly identity: Identity;
  /** What they are made from; the command line knows its form. */
  readonly recipe: unknown;
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
type Numbered<T> = readonly [id: number, content: T];

/** A row to be run. */
export interface RowTask {
  /** Its number in the epoch. */
  readonly id: number;
  readonly stage: string;
  readonly input: string;
  readonly fingerprint: string;
  readonly row: Packed<Numbered<object>>;
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

/** From a worker. */
export type WorkerMessage =
  /** It is there, with these keys in flight: every other call it was let make, up to the last flight it heard of, has ended. */
  | ({ readonly type: "hello"; readonly epoch: string } & InHand)
  /** It goes, or takes no more rows and has none. */
  | { readonly type: "bye" }
  | { readonly type: "ask"; readonly epoch: string; readonly id: number; readonly call: AskedCall }
  /** The reply to a call, as it is journaled. Kept by the worker until it hears `kept`. */
  | ({ readonly type: "replied"; readonly line: CallLine } & Pick<ModelReply, "rates" | "took">)
  /** A call ended without a reply. */
  | { readonly type: "failed"; readonly epoch: string; readonly key: string; readonly flight: number; readonly error: WireError }
  | { readonly type: "row"; readonly epoch: string; readonly id: number; readonly end: Packed<Numbered<RowEnd>> }
  /** What must stop the run. */
  | { readonly type: "row-broke"; readonly epoch: string; readonly id: number; readonly error: WireError };

/** Messages of one worker about one run, in turn. */
export interface WorkerPost {
  readonly worker: string;
  /** Another one after each start of the worker. */
  readonly session: string;
  readonly messages: readonly WorkerMessage[];
}

/** To a worker. */
export type CoordinatorMessage =
  /** It may make this call now, once. */
  | { readonly type: "go"; readonly epoch: string; readonly key: string; readonly flight: number }
  /** The answer to an ask; null for the reply that this worker brought itself. */
  | { readonly type: "reply"; readonly epoch: string; readonly id: number; readonly reply: ModelReply | null; readonly earlier: boolean }
  | { readonly type: "refused"; readonly epoch: string; readonly id: number; readonly error: WireError }
  /** These replies are journaled: the worker need not keep them. */
  | { readonly type: "kept"; readonly epoch: string; readonly keys: readonly string[] };

/** To one session of a worker; another session passes over it. */
export interface CoordinatorPost {
  readonly session: string;
  readonly messages: readonly CoordinatorMessage[];
}
