// Messages between a coordinator and its workers: after a stop a message may come twice, but none may come out of order. Schemas, since anyone with write access to Redis can post anything.

import { z } from "zod";
import { parseJson } from "../engine/lines.ts";
import { isOutcomeLine } from "../engine/outcome-journal.ts";
import type { RowEnd } from "../engine/row.ts";
import { CallLine } from "../llm/journal.ts";
import { Rates, WireError } from "./wire-errors.ts";

/** Increased when the meaning of messages changes; part of every identity. */
export const protocolVersion = 2;

/** The part of an announcement that every version can read. */
export const AnnouncedRun = z.object({
  /** New after each start of the coordinator: work begun before it is no longer needed, except replies. */
  epoch: z.string(),
  /** Absolute path of the run directory, and the machine: identifies the run, for people too. */
  run: z.string(),
});
export type AnnouncedRun = z.output<typeof AnnouncedRun>;

/** A value, or the name of the blob that holds its JSON. */
export type PackedValue<T> = { readonly value: T } | { readonly blob: string };

const packed = <Content extends z.ZodType>(content: Content) =>
  z.union([z.object({ value: content }), z.object({ blob: z.string() })]);

/** Readable by every worker while a run is in progress. */
export const Announcement = AnnouncedRun.extend({
  /** Everything rows and replies depend on, part by part: a worker compares it with its own. */
  identity: z.record(z.string(), z.string()),
  /** What the stages are built from, in a form that the command line understands. May be several megabytes. */
  recipe: packed(z.json()),
});
export type Announcement = z.output<typeof Announcement>;

/** Parses JSON from Redis in this form; undefined for anything else, or if there is none. */
export const parseAs = <S extends z.ZodType>(
  form: S,
  text: string | null,
): z.output<S> | undefined => form.safeParse(text === null ? undefined : parseJson(text)).data;

/** One start of a worker. */
export const Peer = z.object({
  /** The worker's name, the same across all its starts. */
  worker: z.string(),
  /** New after each start of the worker. */
  session: z.string(),
});
export type Peer = z.output<typeof Peer>;

const epoch = z.string();
const id = z.int();
const key = z.string().min(1);
/** The number of a permission in its epoch. */
const flight = z.int();

/** A request for permission: everything that the limits, the budget and the journal need to know, but not the prompt. */
export const RequestedCall = z.object({
  key,
  stage: z.string(),
  maxInputTokens: z.number().min(0),
  maxReplyTokens: z.number().min(0),
  question: z.string(),
  prompt: z.string(),
  language: z.enum(["zh", "en"]),
});
export type RequestedCall = z.output<typeof RequestedCall>;

const anyRow: z.ZodType<object> = z.looseObject({});
const rowEnd = z.union([
  z.literal("parked"),
  z.object({
    done: z.custom<Exclude<RowEnd, "parked">["done"]>(
      done => anyRow.safeParse(done).success && isOutcomeLine({ ...(done as object), rows: [] }),
    ),
    rows: z.array(anyRow),
  }),
]);

/** The outcome of a row, with the row's number: equal contents of two rows are two blobs, each deleted with its row. */
export const NumberedRowEnd = z.tuple([id, rowEnd]);
export type NumberedRowEnd = z.output<typeof NumberedRowEnd>;

const NumberedRow = z.tuple([id, anyRow]);
export type NumberedRow = z.output<typeof NumberedRow>;

/** An artifact that a row may look up: its name and the hash of its rows. */
const TableRef = z.object({ artifact: z.string(), hash: z.string() });
export type TableRef = z.output<typeof TableRef>;

/** A row to be run. */
const RowTask = z.object({
  /** The row's number in the epoch. */
  id,
  stage: z.string(),
  input: z.string(),
  fingerprint: z.string(),
  row: packed(NumberedRow),
  tables: z.array(TableRef),
});
export type RowTask = z.output<typeof RowTask>;

/** A queued job: a few rows, so that taking one costs little per row. */
const RowsJob = z.object({ rows: z.array(RowTask) });
export type RowsJob = z.output<typeof RowsJob>;

/** Returns the rows of a queued job; undefined if the value is not one. */
export const parseRows = (value: unknown): RowTask[] | undefined =>
  RowsJob.safeParse(value).success ? (value as RowsJob).rows : undefined;

/** What a worker is doing now. */
const WorkInProgress = z.object({
  /** Keys of the calls it is making. */
  inFlight: z.array(z.string()),
  /** The number of the last permission it received in this epoch. */
  lastFlight: flight,
});
export type WorkInProgress = z.output<typeof WorkInProgress>;

/**
 * From a worker. Each stays in the stream until the coordinator is done with it, so a restarted coordinator
 * reads it again; messages of an earlier epoch are then skipped, except replies and calls that ended without one.
 */
const WorkerMessage = z.discriminatedUnion("type", [
  /**
   * It is running, with these keys in flight: every other permitted call, up to the last flight it knows, has ended.
   * Sent at the start of every epoch, after any replies it kept, and again if it was taken for dead.
   */
  WorkInProgress.extend({ type: z.literal("hello"), epoch }),
  /** It leaves with no work in progress: every call it was permitted to make has ended. */
  z.object({ type: z.literal("bye") }),
  /** It waits for the reply to this call: answered by `reply` or `refused` with its number, after a `go` if this worker is to make the call. */
  z.object({ type: z.literal("ask"), epoch, id, call: RequestedCall }),
  /** The reply to a call, as it is journaled, from any epoch. The worker keeps it until it receives `kept`. */
  z.object({
    type: z.literal("replied"),
    line: CallLine,
    rates: Rates.optional(),
    took: z.number().min(0).optional(),
  }),
  /** The call of this permission ended without a reply, or was not made because no row here needed it any more. */
  z.object({ type: z.literal("failed"), epoch, key, flight, error: WireError }),
  /** The outcome of a row. The first counts: a row given to two workers has two. */
  z.object({ type: z.literal("row"), epoch, id, end: packed(NumberedRowEnd) }),
  /** An error that must stop the run. */
  z.object({ type: z.literal("row-broke"), epoch, id, error: WireError }),
]);
export type WorkerMessage = z.output<typeof WorkerMessage>;
export type WorkerMessageOf<Type extends WorkerMessage["type"]> = Extract<
  WorkerMessage,
  { type: Type }
>;

/** To a worker, which skips those of an epoch other than the one it works for. */
const CoordinatorMessage = z.discriminatedUnion("type", [
  /** Permission to make this call now, once. Permissions of an epoch are numbered in order, so that a repeated one is recognized. */
  z.object({ type: z.literal("go"), epoch, key, flight }),
  /** The answer to an ask; null if this worker sent the reply itself. */
  z.object({
    type: z.literal("reply"),
    epoch,
    id,
    reply: CallLine.pick({ usage: true, finish: true })
      .extend({ text: z.string(), batch: z.literal(true).exactOptional() })
      .nullable(),
    /** Whether the key was answered before this run, which retries failed rows. */
    earlier: z.boolean(),
  }),
  /** Why there is no reply to an ask. */
  z.object({ type: z.literal("refused"), epoch, id, error: WireError }),
  /** These replies are journaled: the worker need not keep them. */
  z.object({ type: z.literal("kept"), epoch, keys: z.array(z.string()) }),
]);
export type CoordinatorMessage = z.output<typeof CoordinatorMessage>;

const messages = z.array(z.unknown());
const WorkerHead = Peer.extend({ number: z.int(), messages });
const CoordinatorHead = Peer.pick({ session: true }).extend({ messages });

/** Leaves out invalid messages, and counts them. */
function siftMessages<Form extends z.ZodType>(form: Form, posted: readonly unknown[]) {
  const messages = posted.filter(
    (message): message is z.output<Form> => form.safeParse(message).success,
  );
  return { messages, dropped: posted.length - messages.length };
}

/**
 * Reads messages of one worker about one run, in order; undefined if the value is not a post. `number` grows with each
 * post of a session, so that a repeated post is recognized, whoever posts it.
 */
export function parseWorkerPost(value: unknown) {
  const post = WorkerHead.safeParse(value).data;
  return post && { ...post, ...siftMessages(WorkerMessage, post.messages) };
}
export type WorkerPost = Omit<NonNullable<ReturnType<typeof parseWorkerPost>>, "dropped">;

/** Reads messages for one session of a worker, which other sessions skip; undefined if the value is not a post. */
export function parseCoordinatorPost(value: unknown) {
  const post = CoordinatorHead.safeParse(value).data;
  return post && { ...post, ...siftMessages(CoordinatorMessage, post.messages) };
}
export type CoordinatorPost = Omit<NonNullable<ReturnType<typeof parseCoordinatorPost>>, "dropped">;
