// Splits RTF into groups, control words and text, byte by byte.

export type RtfToken =
  | { readonly kind: "open" | "close" }
  /** `\b0` is the word b with the number 0; symbols like `\~` are words too. */
  | { readonly kind: "word"; readonly word: string; readonly number: number | undefined }
  /** Bytes of text, in the encoding of the current font. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const hexDigit = (byte: number | undefined) => Number.parseInt(String.fromCharCode(byte ?? 0), 16);
const maxWordLength = 40;
const [openBrace, closeBrace, backslash, apostrophe, minus, space] = [
  0x7b, 0x7d, 0x5c, 0x27, 0x2d, 0x20,
];
const isLineEnd = (byte: number) => byte === 0x0d || byte === 0x0a;

/** A word with its number, and the offset after it; a space that ends a word belongs to it. */
function readWord(
  file: Buffer,
  start: number,
): { token: RtfToken & { kind: "word" }; end: number } {
  let end = start;
  while (end - start < maxWordLength && isLetter(file[end] ?? 0)) end += 1;
  const word = file.toString("latin1", start, end);
  const numberStart = end;
  if (file[end] === minus && isDigit(file[end + 1] ?? 0)) end += 1;
  while (end - numberStart < 11 && isDigit(file[end] ?? 0)) end += 1;
  const number = end > numberStart ? Number(file.toString("latin1", numberStart, end)) : undefined;
  return { token: { kind: "word", word, number }, end: file[end] === space ? end + 1 : end };
}

/** The tokens, in order; binary data after `\bin` is skipped. */
export function* rtfTokens(file: Buffer): Generator<RtfToken> {
  let textBytes: number[] = [];
  const flush = function* (): Generator<RtfToken> {
    if (textBytes.length > 0) yield { kind: "bytes", bytes: Uint8Array.from(textBytes) };
    textBytes = [];
  };
  for (let offset = 0; offset < file.length; ) {
    const [byte = 0, next = 0] = [file[offset], file[offset + 1]];
    if (byte === backslash && next === apostrophe) {
      const code = hexDigit(file[offset + 2]) * 16 + hexDigit(file[offset + 3]);
      if (Number.isInteger(code)) textBytes.push(code);
      offset += 4;
    } else if (
      byte === backslash &&
      (next === openBrace || next === closeBrace || next === backslash)
    ) {
      textBytes.push(next);
      offset += 2;
    } else if (byte === backslash || byte === openBrace || byte === closeBrace) {
      yield* flush();
      if (byte !== backslash) {
        yield { kind: byte === openBrace ? "open" : "close" };
        offset += 1;
      } else if (isLetter(next)) {
        const { token, end } = readWord(file, offset + 1);
        yield token;
        offset = token.word === "bin" ? end + Math.max(0, token.number ?? 0) : end;
      } else {
        yield { kind: "word", word: String.fromCharCode(next), number: undefined };
        offset += 2;
      }
    } else {
      if (!isLineEnd(byte)) textBytes.push(byte);
      offset += 1;
    }
  }
  yield* flush();
}
