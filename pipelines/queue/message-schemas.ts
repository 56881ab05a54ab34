// Schemas of the messages between a coordinator and its workers, since anyone with write access to Redis can post anything.

import { z } from "zod";
import { isDoneLine } from "../engine/outcome-journal.ts";
import { CallLine } from "../llm/journal.ts";
import type { CoordinatorPost, RowsJob, RowTask, WorkerPost } from "./messages.ts";

const nullableNumber = z.number().nullable();
const Rates = z.object({
  requestsPerMinute: nullableNumber,
  tokensPerMinute: nullableNumber,
  remainingRequests: nullableNumber,
  remainingTokens: nullableNumber,
  requestsReset: nullableNumber,
  tokensReset: nullableNumber,
});
const key = z.string().min(1);

/** A call for which permission is requested. */
export const AskedCallForm = z.object({
  key,
  stage: z.string(),
  maxInputTokens: z.number().min(0),
  maxReplyTokens: z.number().min(0),
  question: z.string(),
  prompt: z.string(),
  language: z.enum(["zh", "en"]),
});

const MessageText = z.object({ message: z.string() });
const WireErrorForm = z.discriminatedUnion("type", [
  MessageText.extend({
    type: z.literal("retryable"),
    code: z.enum(["rate-limited", "unavailable", "timeout", "garbled"]),
    retryAfter: z.string().nullable(),
    maybeBilled: z.boolean(),
    rates: Rates.optional(),
    status: nullableNumber,
  }),
  MessageText.extend({
    type: z.literal("reply"),
    kind: z.enum(["contract", "technical", "declined"]),
    code: z.string(),
    rawReply: z.string().nullable(),
  }),
  MessageText.extend({ type: z.literal("pipeline"), code: z.string(), hint: z.string() }),
  MessageText.extend({ type: z.literal("bug"), name: z.string(), stack: z.string().nullable() }),
]);

const RowEndForm = z.union([
  z.literal("parked"),
  z.object({
    done: z.looseObject({}).refine(done => isDoneLine({ ...done, rows: [] })),
    rows: z.array(z.looseObject({})),
  }),
]);
/** A row's number and its outcome. */
export const NumberedRowEnd = z.tuple([z.int(), RowEndForm]);

const epoch = z.string();
const id = z.int();
const flight = z.int();

const WorkerMessageForm = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), epoch, inFlight: z.array(z.string()), lastFlight: flight }),
  z.object({ type: z.literal("bye") }),
  z.object({ type: z.literal("ask"), epoch, id, call: AskedCallForm }),
  z.object({
    type: z.literal("replied"),
    line: CallLine,
    rates: Rates.optional(),
    took: z.number().min(0).optional(),
  }),
  z.object({ type: z.literal("failed"), epoch, key, flight, error: WireErrorForm }),
  z.object({
    type: z.literal("row"),
    epoch,
    id,
    end: z.union([z.object({ value: NumberedRowEnd }), z.object({ blob: z.string() })]),
  }),
  z.object({ type: z.literal("row-broke"), epoch, id, error: WireErrorForm }),
]);

const CoordinatorMessageForm = z.discriminatedUnion("type", [
  z.object({ type: z.literal("go"), epoch, key, flight }),
  z.object({
    type: z.literal("reply"),
    epoch,
    id,
    reply: z
      .looseObject({
        text: z.string(),
        finish: z.enum(["stop", "length", "refusal", "filter"]),
        usage: z.looseObject({ inputTokens: z.number(), outputTokens: z.number() }),
      })
      .nullable(),
    earlier: z.boolean(),
  }),
  z.object({ type: z.literal("refused"), epoch, id, error: WireErrorForm }),
  z.object({ type: z.literal("kept"), epoch, keys: z.array(z.string()) }),
]);

const RowsJobForm = z.object({
  rows: z.array(
    z.object({
      id,
      stage: z.string(),
      input: z.string(),
      fingerprint: z.string(),
      row: z.union([
        z.object({ value: z.tuple([id, z.looseObject({})]) }),
        z.object({ blob: z.string() }),
      ]),
      tables: z.array(z.object({ artifact: z.string(), hash: z.string() })),
    }),
  ),
});

/** Returns the rows of a queued job; undefined if the value is not one. */
export const parseRows = (value: unknown): readonly RowTask[] | undefined =>
  RowsJobForm.safeParse(value).success ? (value as RowsJob).rows : undefined;

const Head = z.object({ session: z.string(), messages: z.array(z.unknown()) });
const WorkerHead = Head.extend({ worker: z.string(), number: z.int() });

/** A post without its invalid messages, and the number of these. */
type SiftedPost<Post> = Post & { readonly dropped: number };

function siftMessages(form: z.ZodType, messages: readonly unknown[]) {
  const validMessages = messages.filter(message => form.safeParse(message).success);
  return { messages: validMessages as never[], dropped: messages.length - validMessages.length };
}

/** Reads a worker's post; undefined if the value is not one. */
export function parseWorkerPost(value: unknown): SiftedPost<WorkerPost> | undefined {
  const head = WorkerHead.safeParse(value).data;
  if (!head) return undefined;
  const { worker, session, number } = head;
  return { worker, session, number, ...siftMessages(WorkerMessageForm, head.messages) };
}

/** Reads a coordinator's post; undefined if the value is not one. */
export function parseCoordinatorPost(value: unknown): SiftedPost<CoordinatorPost> | undefined {
  const head = Head.safeParse(value).data;
  return (
    head && {
      session: head.session,
      ...siftMessages(CoordinatorMessageForm, head.messages),
    }
  );
}
