// Reads the lines of a text file in any encoding, streaming UTF-8, and finds out whether each line is an article.

import { closeSync, readSync, statSync } from "node:fs";
import { readLines } from "../engine/lines.ts";
import { openOrdinary, readOrdinary } from "../engine/ordinary-file.ts";
import { createTurns } from "../engine/yield-turns.ts";
import { languageOf } from "../text/language.ts";
import { decode } from "./files/decode.ts";

interface TextLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Bytes. A file that is not UTF-8 is decoded as a whole; a larger one must be converted first. */
const maxWhole = 256 * 1024 * 1024;
/** Lines that are enough to see what a file holds. */
const sampled = 200;
/** Characters from which a line counts as an article rather than a paragraph of one. */
const articleLength = { zh: 400, en: 800 };
const MARKED = /^[^\n。！？]{0,400}?[，,]?[ \t]*正文[：:]/;

/** Why a file cannot be read as text. */
interface NoText {
  readonly code: string;
  readonly detail: string;
}

/** All lines of a text file, without line ends, or why it cannot be read as text. Throws what the file system throws. */
export async function linesOf(path: string): Promise<Iterable<TextLine> | NoText> {
  // The file is read anew on each iteration.
  if (await isUtf8(path)) return { [Symbol.iterator]: () => utf8Lines(path) };
  if (statSync(path).size > maxWhole)
    return {
      code: "file-too-large",
      detail: `${path}: not UTF-8 and larger than ${maxWhole / 1024 / 1024} MB; convert it to UTF-8.`,
    };
  const text = decode(readOrdinary(path));
  if (text === undefined)
    return {
      code: "unknown-encoding",
      detail: `${path}: not text in UTF-8, UTF-16, GB18030 or Windows-1252.`,
    };
  return text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ number: index + 1, text: unmarked(line, index + 1) }));
}

function* utf8Lines(path: string): Generator<TextLine> {
  for (const { number, text } of readLines(path))
    yield { number, text: unmarked(text.replace(/\r$/, ""), number) };
}

/** The line without the byte order mark that some editors put before the first one. */
const unmarked = (line: string, number: number) =>
  number === 1 ? line.replace(/^\uFEFF/, "") : line;

/** Reads the whole file, piece by piece: the beginning says nothing about the rest. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const turn = createTurns();
  const piece = Buffer.allocUnsafe(1 << 20);
  const descriptor = openOrdinary(path);
  try {
    for (let count = -1; count !== 0; ) {
      await turn();
      count = readSync(descriptor, piece, 0, piece.length, null);
      const bytes = piece.subarray(0, count);
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
 * Whether each line is an article of its own: there are several, and half of them open with a portal's header
 * (`…，正文：`) or are as long as an article (400 characters, 800 in English). If not, the file is one article.
 */
export function isLineFile(lines: Iterable<TextLine>): boolean {
  const sample: string[] = [];
  for (const { text } of lines) {
    if (text.trim() !== "") sample.push(text);
    if (sample.length === sampled) break;
  }
  const marked = sample.filter(line => MARKED.test(line)).length;
  const long = sample.filter(line => line.length >= articleLength[languageOf(line)]).length;
  return sample.length > 1 && Math.max(marked, long) * 2 >= sample.length;
}
