// Decodes bytes that do not declare their encoding: UTF-8, UTF-16, GB18030 or Windows-1252.

import { FileProblem } from "./parsed-file.ts";

/** The text of a file's bytes, without NUL characters, decoded by its byte order mark, otherwise by what the bytes look like; undefined if they are not text. */
export function decode(bytes: Buffer): string | undefined {
  const text =
    decodeMarked(bytes) ??
    keepPlausible(decodeAs("utf-8", bytes)) ??
    keepPlausible(decodeEightBit(bytes)) ??
    decodeUtf16(bytes);
  return text?.replaceAll("\0", "");
}

/** Like `decode`, but throws FileProblem("unknown-encoding") if the bytes are not text. */
export function decodeText(bytes: Buffer): string {
  const text = decode(bytes);
  if (text !== undefined) return text;
  throw new FileProblem(
    "unknown-encoding",
    "it is not text in UTF-8, UTF-16, GB18030 or Windows-1252.",
  );
}

function decodeMarked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return keepPlausible(new TextDecoder("utf-16le").decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return keepPlausible(new TextDecoder("utf-16be").decode(bytes));
  return undefined;
}

// No text in these encodings contains a zero byte.
function decodeEightBit(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  return hasLoneHighBytes(bytes) ? decodeWestern(bytes) : decodeAs("gb18030", bytes);
}

function decodeAs(
  encoding: "utf-8" | "gb18030" | "utf-16le" | "utf-16be",
  bytes: Uint8Array,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Windows-1252 from 0x80 on; some versions of Node decode these to control characters.
const westernCharacters = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
export const decodeWestern = (bytes: Buffer) =>
  bytes
    .toString("latin1")
    .replace(
      /[\x80-\x9f]/g,
      character => westernCharacters[character.charCodeAt(0) - 0x80] ?? character,
    );

// In a Western text, accented letters and quotation marks stand alone between ASCII letters; decoded as GB18030 they would become Han characters.
function hasLoneHighBytes(bytes: Buffer): boolean {
  const runs = bytes.toString("latin1").match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length === 1).length * 2 > runs.length;
}

// A stray control character is no reason to reject a text; one in every hundred characters is.
function keepPlausible(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return (text.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0) * 100 > text.length
    ? undefined
    : text;
}

/** Characters that ordinary texts consist of; bytes read in the wrong order give characters from all over Unicode. */
const ordinaryCharacter =
  /[\t\n\r\x20-\x7e\u00a0-\u024f\u0370-\u052f\u2010-\u2027\u2030-\u205e\u2460-\u249b\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/g;
const maxSampleBytes = 64 * 1024;

/** Decodes UTF-16 without a byte order mark, in the byte order that gives more ordinary characters; undefined unless nearly all are ordinary. */
function decodeUtf16(bytes: Buffer): string | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const [best] = (["utf-16le", "utf-16be"] as const)
    .map(encoding => ({
      encoding,
      share: ordinaryShare(decodeAs(encoding, bytes.subarray(0, maxSampleBytes))),
    }))
    .sort((a, b) => b.share - a.share);
  return best && best.share >= 0.95 ? keepPlausible(decodeAs(best.encoding, bytes)) : undefined;
}

function ordinaryShare(text: string | undefined): number {
  if (!text || text.includes("\0")) return 0;
  return (text.match(ordinaryCharacter)?.length ?? 0) / text.length;
}
