// Joins a streamed answer: pieces of text, of messages, or of a chain's partial results.

import { contentText, isMessage, tokensOf } from "./message-text.ts";
import { type Fields, isFields } from "./system-reply.ts";

interface Joined {
  text: string;
  readonly messages: Fields[];
  readonly fields: Record<string, unknown>;
}

/** Texts under one name are pieces of one text; for any other value the last one counts. */
function addFields(fields: Record<string, unknown>, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    const before = fields[name];
    const both = typeof before === "string" && typeof value === "string";
    const isPiece = isMessage(value);
    if (isPiece)
      fields[name] = `${typeof before === "string" ? before : ""}${contentText(value["content"])}`;
    else fields[name] = both ? before + value : value;
  }
}

function add(joined: Joined, piece: unknown, decoder: InstanceType<typeof TextDecoder>): void {
  if (typeof piece === "string") joined.text += piece;
  else if (piece instanceof Uint8Array) joined.text += decoder.decode(piece, { stream: true });
  else if (isMessage(piece)) {
    joined.text += contentText(piece["content"]);
    joined.messages.push(piece);
  } else if (isFields(piece)) addFields(joined.fields, piece);
  else throw new TypeError(`A stream of text is expected, but it contained ${typeof piece}.`);
}

/** Reads a stream to its end: a text, or the fields that its parts add up to. Rejects if it breaks. */
export async function joinStream(stream: AsyncIterable<unknown>): Promise<unknown> {
  const joined: Joined = { text: "", messages: [], fields: {} };
  const decoder = new TextDecoder();
  for await (const piece of stream) add(joined, piece, decoder);
  const text = joined.text + decoder.decode();
  const tokens = tokensOf(joined.messages);
  if (Object.keys(joined.fields).length === 0 && tokens.usage === undefined) return text;
  return { ...(text === "" ? {} : { answer: text }), ...tokens, ...joined.fields };
}
