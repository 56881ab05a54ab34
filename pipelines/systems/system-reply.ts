// Turns a reply of a user's RAG into the form that all other code reads: an answer, lists of passages, time and cost.

import { z } from "zod";
import type { Measured } from "../../schemas/evaluation/performance.ts";
import { SimplePassage } from "../../schemas/evaluation/predictions.ts";
import type { Price } from "../../schemas/prices.ts";
import { ReplyError } from "../engine/errors.ts";
import { usageInReply } from "./reply-usage.ts";
import { firstPresent, isObject } from "./fields.ts";

/** How long the reply took, and how many attempts failed before it. */
export type ReplyTiming = Pick<Measured, "milliseconds" | "failedTries">;

export interface ReplyContext {
  /** Who replied, for messages. */
  readonly label: string;
  readonly timing: ReplyTiming;
  /** The price of a model that a reply names; undefined if unknown. */
  readonly priceOf?: ((model: string) => Price | undefined) | undefined;
  /** The reply as received, for messages. */
  readonly text: string;
}

const passages = z.array(SimplePassage).nullable().default(null);

/** Field names of the answer; the first one present counts. */
const answerNames = ["answer", "response", "output", "text"];

/** Parsed tolerantly: other fields are ignored. */
const Reply = z.preprocess(
  value => (isObject(value) ? { ...value, answer: firstPresent(value, ...answerNames) } : value),
  z.object({
    answer: z.string().nullable().default(null),
    retrieved: passages,
    reranked: passages,
    contexts: passages,
  }),
);

/** What a reply should look like, for messages. */
export const expectedReply =
  'A JSON object is expected: {"answer": "…", "retrieved": […], "reranked": […], "contexts": […]}, with at least one of these fields';

/** Maximum number of characters of a reply that an error keeps. */
const maxKeptLength = 4000;

const badReply = (message: string, text: string) =>
  new ReplyError("technical", "bad-reply", message, text.slice(0, maxKeptLength));

/** Returns the reply as JSON. Throws ReplyError for an invalid one: its row fails, and the next run asks again. */
export function readSystemReply(
  value: unknown,
  { label, timing, priceOf, text }: ReplyContext,
): string {
  const parsed = Reply.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw badReply(
      `${label}: ${issue?.path.join(".") || "the reply"}: ${issue?.message ?? "is invalid"}. ${expectedReply}.`,
      text,
    );
  const { answer, retrieved, reranked, contexts } = parsed.data;
  if (
    isObject(value) &&
    !answerNames.some(name => name in value) &&
    [retrieved, reranked, contexts].every(part => part === null)
  ) {
    throw badReply(
      `${label} returned neither an answer nor retrieved passages. ${expectedReply}.`,
      text,
    );
  }
  const measured: Measured = { ...timing, ...usageInReply(value, priceOf ?? (() => undefined)) };
  return JSON.stringify({ answer, retrieved, reranked, contexts, measured });
}
