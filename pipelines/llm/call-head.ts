// Reads the head of a journaled call: everything before the reply, which is most of the line.

import type { ByteLine } from "../engine/lines.ts";
import type { Usage } from "./model.ts";

/** Identity and cost of a call. */
export interface CallHead {
  readonly key: string;
  readonly model: string;
  readonly usage: Usage;
  readonly batch: boolean;
  /** USD; absent if it was not recorded. */
  readonly cost?: number | undefined;
}

// Printable ASCII that needs no escapes in JSON: one byte per character. A line with any other text is parsed in full.
const textPattern = String.raw`[ !#-\[\]-~]+`;
const countPattern = String.raw`(\d{1,15})`;
const amountPattern = String.raw`(\d+(?:\.\d+)?(?:e-\d+)?)`;
const headPattern = new RegExp(
  `^\\{"key":"(${textPattern})","messages":"${textPattern}","stage":"${textPattern}","prompt":"${textPattern}","language":"(?:zh|en)","model":"(${textPattern})",` +
    `"usage":\\{"inputTokens":${countPattern},"outputTokens":${countPattern}(?:,"cachedTokens":${countPattern})?\\},(?:"cost":${amountPattern},)?"finish":"(?:stop|length|refusal|filter)",("batch":true,)?"reply":"`,
);

/** Maximum bytes before the reply; a line with a longer head is parsed in full. */
const maxHeadBytes = 512;

const quote = 34;
const brace = 125;
const backslash = 92;

/** Whether the string that begins at `replyOffset`, and its record, end with the line: `"}`, with a quote that is not escaped. */
function isWholeRecord(chunk: Buffer, replyOffset: number, end: number): boolean {
  if (end < replyOffset + 2 || chunk[end - 1] !== brace || chunk[end - 2] !== quote) return false;
  let index = end - 3;
  while (chunk[index] === backslash) index--;
  return (end - 3 - index) % 2 === 0;
}

// Quotes in strings are escaped, so a brace followed by a quote begins another record, unless the brace is the last character of the reply.
const recordStart = Buffer.from('{"');

/** Offset of the key in its line. */
const keyOffset = '{"key":"'.length;

/**
 * Reads the head of a line of calls.jsonl that is exactly one record, as calls are written. Returns undefined for any
 * other line, which must be parsed. Does not notice faults inside the reply.
 */
export function readCallHead({
  chunk,
  start,
  length,
}: Pick<ByteLine, "chunk" | "start" | "length">): CallHead | undefined {
  const end = start + length;
  const [head, key, model, input, output, cached, cost, batch] =
    headPattern.exec(chunk.toString("latin1", start, Math.min(end, start + maxHeadBytes))) ?? [];
  if (
    head === undefined ||
    key === undefined ||
    model === undefined ||
    !isWholeRecord(chunk, start + head.length, end)
  )
    return undefined;
  const nextRecord = chunk.indexOf(recordStart, start + head.length);
  if (nextRecord >= 0 && nextRecord < end - 3) return undefined;
  const usage = {
    inputTokens: Number(input),
    outputTokens: Number(output),
    ...(cached === undefined ? {} : { cachedTokens: Number(cached) }),
  };
  // Keys are long-lived, so they are copied: a slice of the match would keep the whole matched text in memory.
  return {
    key: chunk.toString("latin1", start + keyOffset, start + keyOffset + key.length),
    model,
    usage,
    batch: batch !== undefined,
    ...(cost === undefined ? {} : { cost: Number(cost) }),
  };
}
