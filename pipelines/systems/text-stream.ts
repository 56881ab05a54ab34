// Joins a streamed answer: pieces of text, of messages, or of a chain's partial results.

import { contentText, isMessage, tokensOf } from "./message-text.ts";
import { type Fields, isFields } from "./fields.ts";

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
  } else if (isFields(piece)) addFields(accumulated.fields, piece);
  else throw new TypeError(`A stream of text is expected, but it contained ${typeof piece}.`);
}

/** Reads a stream to its end: returns a text, or the fields that its parts add up to. Rejects if it breaks. */
export async function joinStream(stream: AsyncIterable<unknown>): Promise<unknown> {
  const accumulated: Accumulated = { text: "", messages: [], fields: {} };
  const decoder = new TextDecoder();
  for await (const piece of stream) addPiece(accumulated, piece, decoder);
  const text = accumulated.text + decoder.decode();
  const tokens = tokensOf(accumulated.messages);
  if (Object.keys(accumulated.fields).length === 0 && tokens.usage === undefined) return text;
  return { ...(text === "" ? {} : { answer: text }), ...tokens, ...accumulated.fields };
}
