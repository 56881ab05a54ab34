// What stands in a journaled call before its reply, read without the reply: that is most of the line.

import type { ByteLine } from "../engine/lines.ts";
import type { Usage } from "./model.ts";

/** Which call it is and what it cost. */
export interface CallHead {
  readonly key: string;
  readonly model: string;
  readonly usage: Usage;
  readonly batch: boolean;
  /** USD; absent where it was not noted. */
  readonly cost?: number | undefined;
}

// Text that is written as it is, without escapes, in one byte a sign. A line with any other is read whole.
const text = String.raw`[ !#-\[\]-~]+`;
const count = String.raw`(\d{1,15})`;
const amount = String.raw`(\d+(?:\.\d+)?(?:e-\d+)?)`;
const form = new RegExp(
  `^\\{"key":"(${text})","messages":"${text}","stage":"${text}","prompt":"${text}","language":"(?:zh|en)","model":"(${text})",` +
    `"usage":\\{"inputTokens":${count},"outputTokens":${count}(?:,"cachedTokens":${count})?\\},(?:"cost":${amount},)?"finish":"(?:stop|length|refusal|filter)",("batch":true,)?"reply":"`,
);

/** Bytes in which the reply begins; a line whose head is longer is read whole. */
const maxHead = 512;

const quote = 34;
const brace = 125;
const backslash = 92;

/** Whether the string that begins at `reply` and its record end where the line ends: `"}`, and that quote is not an escaped one. */
function endsWhole(chunk: Buffer, reply: number, end: number): boolean {
  if (end < reply + 2 || chunk[end - 1] !== brace || chunk[end - 2] !== quote) return false;
  let before = end - 3;
  while (chunk[before] === backslash) before--;
  return (end - 3 - before) % 2 === 0;
}

// A quote in a string is escaped: where one follows a brace, another record begins. Only a reply's last brace may stand so.
const opening = Buffer.from('{"');

/** Before the key. */
const start = '{"key":"'.length;

/**
 * The head of a line of calls.jsonl, if it has the form in which calls are written, ends as they do and is one record;
 * undefined for any other line, which is to be parsed. What is wrong inside the reply is not seen.
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
  // Keys are kept: as a part of the match each would keep all of its text.
  return {
    key: chunk.toString("latin1", from + start, from + start + key.length),
    model,
    usage,
    batch: batch !== undefined,
    ...(cost === undefined ? {} : { cost: Number(cost) }),
  };
}
