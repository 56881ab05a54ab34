// What stands in a journaled call before its reply, read without the reply: that is most of the line.

import type { Usage } from "./model.ts";

/** Which call it is and what it cost. */
export interface CallHead {
  readonly key: string;
  readonly model: string;
  readonly usage: Usage;
  readonly batch: boolean;
}

// Text that is written as it is, without escapes, in one byte a sign. A line with any other is read whole.
const name = String.raw`"([ !#-\[\]-~]+)"`;
const count = String.raw`(\d{1,15})`;
const form = new RegExp(
  `^\\{"key":${name},"messages":${name},"stage":${name},"prompt":${name},"language":"(?:zh|en)","model":${name},` +
    `"usage":\\{"inputTokens":${count},"outputTokens":${count}\\},"finish":"(?:stop|length|refusal|filter)",("batch":true,)?"reply":"`,
);

/** Bytes in which the reply begins; a line whose head is longer is read whole. */
const longestHead = 1024;

const quote = 34;
const brace = 125;
const backslash = 92;

/** Whether the string that begins at `reply` and its record end where the line ends: `"}`, and that quote is no escaped one. */
function endsWhole(line: Buffer, reply: number): boolean {
  if (line.length < reply + 2 || line[line.length - 1] !== brace || line[line.length - 2] !== quote) return false;
  let before = line.length - 3;
  while (line[before] === backslash) before--;
  return (line.length - 3 - before) % 2 === 0;
}

// A quote in a string is escaped: where one follows a brace, another record begins. Only a reply's last brace may stand so.
const opening = Buffer.from('{"');

/** Before the key. */
const start = '{"key":"'.length;

/**
 * The head of a line of calls.jsonl (its bytes without the newline), if it has the form in which calls are written, ends
 * as they do and is one record; undefined for any other line, which is to be parsed. What is wrong inside the reply is
 * not seen.
 */
export function readCallHead(line: Buffer): CallHead | undefined {
  const [head, key, , , , model, input, output, batch] = form.exec(line.toString("latin1", 0, longestHead)) ?? [];
  if (head === undefined || key === undefined || model === undefined || !endsWhole(line, head.length)) return undefined;
  const next = line.indexOf(opening, head.length);
  if (next >= 0 && next !== line.length - 3) return undefined;
  const usage = { inputTokens: Number(input), outputTokens: Number(output) };
  // Keys are kept: as a part of the match each would keep all of its text.
  return { key: line.toString("latin1", start, start + key.length), model, usage, batch: batch !== undefined };
}
