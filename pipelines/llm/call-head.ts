// Reads the part of a journaled call before its reply, without the reply, which is most of the line.

import type { ByteLine } from "../engine/lines.ts";
import type { Usage } from "./model.ts";

/** Which call it is and what it cost. */
export interface CallHead {
  readonly key: string;
  readonly model: string;
  readonly usage: Usage;
  readonly batch: boolean;
  /** USD; absent if it was not recorded. */
  readonly cost?: number | undefined;
}

// Text written without escapes, one byte per character. A line with any other text is read whole.
const text = String.raw`[ !#-\[\]-~]+`;
const count = String.raw`(\d{1,15})`;
const amount = String.raw`(\d+(?:\.\d+)?(?:e-\d+)?)`;
const form = new RegExp(
  `^\\{"key":"(${text})","messages":"${text}","stage":"${text}","prompt":"${text}","language":"(?:zh|en)","model":"(${text})",` +
    `"usage":\\{"inputTokens":${count},"outputTokens":${count}(?:,"cachedTokens":${count})?\\},(?:"cost":${amount},)?"finish":"(?:stop|length|refusal|filter)",("batch":true,)?"reply":"`,
);

/** Bytes within which the reply must begin; a line with a longer head is read whole. */
const maxHead = 512;

const quote = 34;
const brace = 125;
const backslash = 92;

/** Whether the string that begins at `reply`, and its record, end with the line: `"}`, with a quote that is not escaped. */
function endsWhole(chunk: Buffer, reply: number, end: number): boolean {
  if (end < reply + 2 || chunk[end - 1] !== brace || chunk[end - 2] !== quote) return false;
  let before = end - 3;
  while (chunk[before] === backslash) before--;
  return (end - 3 - before) % 2 === 0;
}

// Quotes in strings are escaped, so a brace followed by a quote begins another record, unless it is the reply's last brace.
const opening = Buffer.from('{"');

/** Length of what precedes the key. */
const start = '{"key":"'.length;

/**
 * The head of a line of calls.jsonl, if it has the form in which calls are written and is exactly one record; undefined
 * for any other line, which must be parsed. Faults inside the reply are not noticed.
 */
export function readCallHead({
  chunk,
  from,
  length,
}: Pick<ByteLine, "chunk" | "from" | "length">): CallHead | undefined {
  const end = from + length;
  const [head, key, model, input, output, cached, cost, batch] =
    form.exec(chunk.toString("latin1", from, Math.min(end, from + maxHead))) ?? [];
  if (
    head === undefined ||
    key === undefined ||
    model === undefined ||
    !endsWhole(chunk, from + head.length, end)
  )
    return undefined;
  const next = chunk.indexOf(opening, from + head.length);
  if (next >= 0 && next < end - 3) return undefined;
  const usage = {
    inputTokens: Number(input),
    outputTokens: Number(output),
    ...(cached === undefined ? {} : { cachedTokens: Number(cached) }),
  };
  // Keys are kept: taken from the match, each would keep the whole matched text in memory.
  return {
    key: chunk.toString("latin1", from + start, from + start + key.length),
    model,
    usage,
    batch: batch !== undefined,
    ...(cost === undefined ? {} : { cost: Number(cost) }),
  };
}
