// Whole replies that cannot be used: what is left of a good one when it is cut, refused, emptied or out of shape.

import { parseJson } from "../../../pipelines/engine/lines.ts";
import type { ModelReply } from "../../../pipelines/llm/model.ts";
import type { BadReplyKind } from "./faults.ts";

type Spoil = (
  reply: ModelReply,
  longest: number | null,
) => Omit<ModelReply, "usage"> & { readonly outputTokens?: number };

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Without its first field, and with one nobody asked for. */
function outOfShape(text: string): string {
  const value = parseJson(text);
  const fields = isObject(value) ? Object.entries(value).slice(1) : [];
  return JSON.stringify({ ...Object.fromEntries(fields), unasked: true });
}

const english = "This passage is written in another language than the one that was asked for.";
const chinese = "这段文字所用的语言与所要求的语言不同。";

// Only running text: names of options and codes stay as they are, so that the reply still fits its contract.
function inOtherLanguage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOtherLanguage);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, inOtherLanguage(inner)]),
    );
  if (typeof value !== "string") return value;
  if (/\p{Script=Han}.*\p{Script=Han}/su.test(value)) return english;
  return /\s\S+\s/.test(value) ? chinese : value;
}

const sentence =
  "I am glad to be of service. Before I begin, let me think about what was asked and how it is best said.";

// A model that falls into blanks, or is cut, has used all the tokens it was given.
const usedUp = (longest: number | null) => (longest === null ? {} : { outputTokens: longest });

const spoils: Readonly<Record<BadReplyKind, Spoil>> = {
  length: ({ text }, longest) => ({
    text: text.slice(0, Math.floor(text.length / 2)),
    finish: "length",
    ...usedUp(longest),
  }),
  refusal: () => ({ text: "I'm sorry, but I can't help with that.", finish: "refusal" }),
  filter: () => ({ text: "", finish: "filter" }),
  empty: () => ({ text: "", finish: "stop" }),
  "no-json": () => ({ text: sentence, finish: "stop" }),
  contract: ({ text }) => ({ text: outOfShape(text), finish: "stop" }),
  language: ({ text }) => ({
    text: JSON.stringify(inOtherLanguage(parseJson(text) ?? text)),
    finish: "stop",
  }),
  whitespace: (_, longest) => ({ text: " \n\t".repeat(500), finish: "length", ...usedUp(longest) }),
};

/** A good reply spoilt; `longest` is the number of tokens that the request allowed, null when it named none. */
export function spoilt(kind: BadReplyKind, reply: ModelReply, longest: number | null): ModelReply {
  const { text, finish, outputTokens } = spoils[kind](reply, longest);
  return {
    text,
    finish,
    usage: { ...reply.usage, outputTokens: outputTokens ?? reply.usage.outputTokens },
  };
}
