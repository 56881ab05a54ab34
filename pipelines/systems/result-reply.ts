// Turns the result of a function, chain or program into a reply: strings, streams, lists of passages, results of libraries.

import { contentText, isMessage, usageOf } from "./chat-message.ts";
import { passageListNames, passagesIn } from "./tool-passages.ts";
import {
  conversationReply,
  isConversation,
  isSdkResult,
  messageReply,
  sdkReply,
} from "./library-results.ts";
import { type Fields, firstPresent, isObject } from "./fields.ts";

const answerNames = ["answer", "response", "output", "result", "text", "content", "message"];

/** The answer in an object: a string, or the text of a message. */
function answerOf(fields: Fields): unknown {
  const answer = firstPresent(fields, ...answerNames);
  return isObject(answer) && "content" in answer ? contentText(answer["content"]) : answer;
}

/** Lists under our own names must contain only passages; from lists under names that other libraries use, only the passages are kept. */
function objectReply(value: Fields): Fields {
  const { usage, model, cost, total_cost, cost_usd } = value;
  const listedPassages = passageListNames
    .map(name => passagesIn(value[name]))
    .find(list => list !== null);
  const answer = answerOf(value);
  const message = answerNames.map(name => value[name]).find(isMessage);
  return {
    ...(answer === undefined ? {} : { answer }),
    retrieved: value["retrieved"] ?? listedPassages ?? null,
    reranked: value["reranked"] ?? null,
    contexts: value["contexts"] ?? passagesIn(value["context"]),
    ...(message === undefined ? {} : messageReply(message)),
    ...Object.fromEntries(
      Object.entries({ usage, model, cost, total_cost, cost_usd }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  };
}

/** The reply for a complete result that is not from the AI SDK. */
export function plainReply(value: unknown): unknown {
  if (typeof value === "string") return { answer: value };
  if (Array.isArray(value)) return { retrieved: value as unknown[] };
  if (isConversation(value)) return conversationReply(value);
  if (isMessage(value)) return messageReply(value);
  return isObject(value) ? objectReply(value) : value;
}

async function responseReply(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok)
    throw Object.assign(
      new Error(`A response with status ${response.status}: ${text.slice(0, 300)}`),
      {
        status: response.status,
      },
    );
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return systemReply(isJson ? (JSON.parse(text) as unknown) : text);
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

interface Accumulated {
  text: string;
  readonly messages: Fields[];
  readonly fields: Record<string, unknown>;
}

/** Strings under one name are pieces of one text; for other values, the last one counts. */
function addFields(fields: Record<string, unknown>, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    const previous = fields[name];
    const added = isMessage(value) ? contentText(value["content"]) : value;
    const areStrings = typeof previous === "string" && typeof added === "string";
    fields[name] = areStrings ? previous + added : added;
  }
}

function addPiece(
  accumulated: Accumulated,
  piece: unknown,
  decoder: InstanceType<typeof TextDecoder>,
): void {
  if (typeof piece === "string") accumulated.text += piece;
  else if (piece instanceof Uint8Array) accumulated.text += decoder.decode(piece, { stream: true });
  else if (isMessage(piece)) {
    accumulated.text += contentText(piece["content"]);
    accumulated.messages.push(piece);
  } else if (isObject(piece)) addFields(accumulated.fields, piece);
  else throw new TypeError(`A stream of text is expected, but it contained ${typeof piece}.`);
}

/** Reads a stream to its end: returns a text, or the fields that its parts add up to. Rejects if it breaks. */
async function joinStream(stream: AsyncIterable<unknown>): Promise<unknown> {
  const accumulated: Accumulated = { text: "", messages: [], fields: {} };
  const decoder = new TextDecoder();
  for await (const piece of stream) addPiece(accumulated, piece, decoder);
  const text = accumulated.text + decoder.decode();
  const tokens = usageOf(accumulated.messages);
  if (Object.keys(accumulated.fields).length === 0 && tokens.usage === undefined) return text;
  return { ...(text === "" ? {} : { answer: text }), ...tokens, ...accumulated.fields };
}

/**
 * Finds the reply in a result. Accepts a string; a stream of strings or of a chain's parts (an async iterable or
 * a ReadableStream); a list of retrieved passages; a web Response; results of the AI SDK; LangChain's messages, agent
 * states and objects; any other object with fields under their usual names. Anything else is returned unchanged.
 * Rejects if a stream breaks.
 */
export async function systemReply(result: unknown): Promise<unknown> {
  const value = await result;
  if (isSdkResult(value)) return sdkReply(value);
  if (value instanceof Response) return responseReply(value);
  if (isStream(value)) return systemReply(await joinStream(value));
  return plainReply(value);
}
