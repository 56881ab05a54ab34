// Reads the lines of a text file in any encoding, streaming UTF-8, and decides whether each line is an article.

import { closeSync, readSync, statSync } from "node:fs";
import { readLines } from "../engine/lines.ts";
import { openOrdinary, readOrdinary } from "../engine/ordinary-file.ts";
import { createYielder } from "../engine/yield-turns.ts";
import { languageOf } from "../text/language.ts";
import { decode } from "./files/decode-text.ts";
import type { FileFailure } from "./files/parsed-file.ts";

interface TextLine {
  /** Line number, counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Maximum size of a file that is not UTF-8, in bytes: it is decoded in one piece. */
const maxDecodedBytes = 256 * 1024 * 1024;
/** Number of lines examined to decide whether each is an article. */
const maxSampleLines = 200;
/** Minimum length of an article, in characters; a shorter line is a paragraph of an article. */
const minArticleLength = { zh: 400, en: 800 };
/** The header that Chinese news portals put before an article's text. */
const portalHeader = /^[^\n。！？]{0,400}?[，,]?[ \t]*正文[：:]/;

/** All lines of a text file, without line breaks, or why it cannot be read as text. Throws the file system's errors. */
export async function linesOf(path: string): Promise<Iterable<TextLine> | FileFailure> {
  // The file is read again on each iteration.
  if (await isUtf8(path)) return { [Symbol.iterator]: () => utf8Lines(path) };
  if (statSync(path).size > maxDecodedBytes)
    return {
      code: "file-too-large",
      detail: `${path}: not UTF-8 and larger than ${maxDecodedBytes / 1024 / 1024} MB; convert it to UTF-8.`,
    };
  const text = decode(readOrdinary(path));
  if (text === undefined)
    return {
      code: "unknown-encoding",
      detail: `${path}: it is not text in UTF-8, UTF-16, GB18030 or Windows-1252.`,
    };
  return text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ number: index + 1, text: stripByteOrderMark(line, index + 1) }));
}

function* utf8Lines(path: string): Generator<TextLine> {
  for (const { number, text } of readLines(path))
    yield { number, text: stripByteOrderMark(text.replace(/\r$/, ""), number) };
}

/** The line without the byte order mark that some editors put before the first one. */
const stripByteOrderMark = (line: string, number: number) =>
  number === 1 ? line.replace(/^\uFEFF/, "") : line;

/** Reads the whole file, one buffer at a time: the rest may differ from its beginning. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const yieldTurn = createYielder();
  const buffer = Buffer.allocUnsafe(1 << 20);
  const descriptor = openOrdinary(path);
  try {
    for (let count = -1; count !== 0; ) {
      await yieldTurn();
      count = readSync(descriptor, buffer, 0, buffer.length, null);
      const bytes = buffer.subarray(0, count);
      if (bytes.includes(0)) return false;
      decoder.decode(bytes, { stream: count > 0 });
    }
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether each line is a separate article: there are several lines, and half of them open with a portal's header
 * (`…，正文：`) or are as long as an article (400 characters, 800 in English). If not, the file is one article.
 */
export function hasArticlePerLine(lines: Iterable<TextLine>): boolean {
  const sample: string[] = [];
  for (const { text } of lines) {
    if (text.trim() !== "") sample.push(text);
    if (sample.length === maxSampleLines) break;
  }
  const headerCount = sample.filter(line => portalHeader.test(line)).length;
  const longCount = sample.filter(line => line.length >= minArticleLength[languageOf(line)]).length;
  return sample.length > 1 && Math.max(headerCount, longCount) * 2 >= sample.length;
}
