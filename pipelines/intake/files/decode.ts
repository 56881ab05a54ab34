// The text of bytes that say nothing of their encoding: UTF-8, UTF-16, GB18030 or Windows-1252.

/** Text of a file's bytes without mark and zero characters, by its byte order mark, else by what the bytes bear out; undefined for what is no text. */
export function decode(bytes: Buffer): string | undefined {
  const text =
    decodeMarked(bytes) ??
    plausible(decodeAs("utf-8", bytes)) ??
    plausible(decodeNational(bytes)) ??
    decodeWide(bytes);
  return text?.replaceAll("\0", "");
}

function decodeMarked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return plausible(new TextDecoder("utf-16le").decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return plausible(new TextDecoder("utf-16be").decode(bytes));
  return undefined;
}

// No text in these encodings has a zero byte.
function decodeNational(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  return highBytesStandAlone(bytes) ? decodeWestern(bytes) : decodeAs("gb18030", bytes);
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

// Windows-1252 from 0x80 on; Node's own decoder leaves these as control characters in some versions.
const westernSigns = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";
export const decodeWestern = (bytes: Buffer) =>
  bytes
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, sign => westernSigns[sign.charCodeAt(0) - 0x80] ?? sign);

// A Western text has its accents and quotation marks one by one between letters; read as GB18030 they would become Han characters.
function highBytesStandAlone(bytes: Buffer): boolean {
  const runs = bytes.toString("latin1").match(/[\x80-\xff]+/g) ?? [];
  return runs.filter(({ length }) => length === 1).length * 2 > runs.length;
}

// A stray control character is no reason to refuse a text; one in a hundred is.
function plausible(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return (text.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0) * 100 > text.length
    ? undefined
    : text;
}

/** Signs that ordinary texts are made of; bytes read in the wrong order give signs from all over Unicode. */
const ORDINARY =
  /[\t\n\r\x20-\x7e\u00a0-\u024f\u0370-\u052f\u2010-\u2027\u2030-\u205e\u2460-\u249b\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/g;
const WIDE_SAMPLE = 64 * 1024;

/** UTF-16 without its mark: in the order of bytes that gives more ordinary signs, where nearly all are. */
function decodeWide(bytes: Buffer): string | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const [best] = (["utf-16le", "utf-16be"] as const)
    .map(encoding => ({
      encoding,
      share: ordinaryShare(decodeAs(encoding, bytes.subarray(0, WIDE_SAMPLE))),
    }))
    .sort((a, b) => b.share - a.share);
  return best && best.share >= 0.95 ? plausible(decodeAs(best.encoding, bytes)) : undefined;
}

function ordinaryShare(text: string | undefined): number {
  if (!text || text.includes("\0")) return 0;
  return (text.match(ORDINARY)?.length ?? 0) / text.length;
}
