// Decodes a page's bytes: its declared charset is trusted only as far as the bytes confirm it.

import { isUtf8 } from "node:buffer";
import { decode } from "../files/decode-text.ts";

/** Number of bytes in which a page must name its charset (HTML standard, 4.2.5.4: 1,024; some pages do so later). */
const headLength = 4096;

const xmlCharset = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']?([\w.:-]+)/i;
const metaCharset = /<meta[^>]{0,400}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;

/** The charsets that the header and the page declare, the header's first, as in the standard. */
function declaredCharsets(bytes: Buffer, contentType: string): string[] {
  const head = bytes.subarray(0, headLength).toString("latin1");
  return [
    /\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? [],
    xmlCharset.exec(head)?.[1] ?? [],
    metaCharset.exec(head)?.[1] ?? [],
  ].flat();
}

function decoderOf(label: string) {
  try {
    const decoder = new TextDecoder(label);
    // Servers declare a Western charset by default, and a declaration could not have been read in UTF-16: both are detected instead.
    return /^(windows-1252|utf-16)/.test(decoder.encoding) ? undefined : decoder;
  } catch {
    return undefined;
  }
}

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

// Up to one broken character in fifty is a flaw in the page; more mean that the charset is wrong.
const isPlausible = (text: string) =>
  countMatches(text, /\uFFFD/g) * 50 <= countMatches(text, /[^\x00-\x7f]/g);

/** Maximum number of high bytes that may be valid UTF-8 by chance: a word or two in another charset can be, but never a whole text. */
const maxAccidentalBytes = 16;

function isSurelyUtf8(bytes: Buffer): boolean {
  let highByteCount = 0;
  for (const byte of bytes) if (byte > 0x7f && ++highByteCount > maxAccidentalBytes) break;
  return highByteCount > maxAccidentalBytes && isUtf8(bytes);
}

const hasByteOrderMark = (bytes: Buffer) =>
  (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) ||
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff);

/**
 * The text of a page: by its byte order mark; as UTF-8 if the bytes can hardly be anything else; by the charset that the
 * header, then the page declares, unless more than one character in fifty comes out broken; otherwise by what the bytes look
 * like. Undefined if they are not text.
 */
export function decodePage(bytes: Buffer, contentType: string): string | undefined {
  if (hasByteOrderMark(bytes)) return decode(bytes)?.replace(/^\uFEFF/, "");
  if (isSurelyUtf8(bytes)) return bytes.toString("utf8");
  for (const label of declaredCharsets(bytes, contentType)) {
    const text = bytes.includes(0) ? undefined : decoderOf(label)?.decode(bytes);
    if (text !== undefined && isPlausible(text)) return text;
  }
  return decode(bytes);
}
