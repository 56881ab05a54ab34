// Splits RTF into groups, control words and text, byte by byte.

export type RtfToken =
  | { readonly kind: "open" | "close" }
  /** `\b0` is the word b with the number 0; symbols like `\~` are words too. */
  | { readonly kind: "word"; readonly word: string; readonly number: number | undefined }
  /** Bytes of text, in the encoding of the current font. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const hex = (byte: number | undefined) => Number.parseInt(String.fromCharCode(byte ?? 0), 16);
const maxWord = 40;
const [open, close, backslash, apostrophe, minus, space] = [0x7b, 0x7d, 0x5c, 0x27, 0x2d, 0x20];
const isLineEnd = (byte: number) => byte === 0x0d || byte === 0x0a;

/** A word with its number, and the offset after it; a space that ends a word belongs to it. */
function readWord(
  file: Buffer,
  start: number,
): { token: RtfToken & { kind: "word" }; end: number } {
  let end = start;
  while (end - start < maxWord && isLetter(file[end] ?? 0)) end += 1;
  const word = file.toString("latin1", start, end);
  const digits = end;
  if (file[end] === minus && isDigit(file[end + 1] ?? 0)) end += 1;
  while (end - digits < 11 && isDigit(file[end] ?? 0)) end += 1;
  const number = end > digits ? Number(file.toString("latin1", digits, end)) : undefined;
  return { token: { kind: "word", word, number }, end: file[end] === space ? end + 1 : end };
}

/** The tokens, in order; binary data after `\bin` is skipped. */
export function* rtfTokens(file: Buffer): Generator<RtfToken> {
  let run: number[] = [];
  const flush = function* (): Generator<RtfToken> {
    if (run.length > 0) yield { kind: "bytes", bytes: Uint8Array.from(run) };
    run = [];
  };
  for (let at = 0; at < file.length; ) {
    const [byte = 0, next = 0] = [file[at], file[at + 1]];
    if (byte === backslash && next === apostrophe) {
      const code = hex(file[at + 2]) * 16 + hex(file[at + 3]);
      if (Number.isInteger(code)) run.push(code);
      at += 4;
    } else if (byte === backslash && (next === open || next === close || next === backslash)) {
      run.push(next);
      at += 2;
    } else if (byte === backslash || byte === open || byte === close) {
      yield* flush();
      if (byte !== backslash) {
        yield { kind: byte === open ? "open" : "close" };
        at += 1;
      } else if (isLetter(next)) {
        const { token, end } = readWord(file, at + 1);
        yield token;
        at = token.word === "bin" ? end + Math.max(0, token.number ?? 0) : end;
      } else {
        yield { kind: "word", word: String.fromCharCode(next), number: undefined };
        at += 2;
      }
    } else {
      if (!isLineEnd(byte)) run.push(byte);
      at += 1;
    }
  }
  yield* flush();
}
