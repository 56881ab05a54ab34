// Recognizes files by their first bytes: PDFs, pictures and emails, and unsupported types so that messages can name them.

/** First bytes, as Latin-1, and the kind of file that has them. */
const signatures: readonly (readonly [RegExp, string])[] = [
  [/^GIF8[79]a/, "a GIF image"],
  [/^RIFF[^]{4}WEBP/, "a WebP image"],
  [/^[^]{4}ftyp(?:hei|mif|avif)/, "a HEIF image"],
  [/^RIFF[^]{4}(?:WAVE|AVI )/, "an audio or video file"],
  [/^(?:ID3|\xff[\xfb\xf3\xf2]|OggS|fLaC|[^]{4}ftyp|\x1aE\xdf\xa3)/, "an audio or video file"],
  [
    /^(?:\x1f\x8b|7z\xbc\xaf\x27\x1c|Rar!\x1a|BZh\d1AY|\xfd7zXZ\0|\x28\xb5\x2f\xfd)/,
    "a compressed archive: unpack it first",
  ],
  [/^(?:\x7fELF|\xca\xfe\xba\xbe|\xcf\xfa\xed\xfe)/, "a program"],
  [/^SQLite format 3\0/, "an SQLite database"],
  [/^PAR1/, "a Parquet table"],
  [/^%!PS/, "a PostScript file: convert it to PDF"],
  [/^(?:wOF[F2]|OTTO\0|\0\x01\0\0\0)/, "a font"],
];

/** Two letters that a text may also begin with; checked only if the bytes are not text. */
const shortSignatures: readonly (readonly [RegExp, string])[] = [
  [/^MZ/, "a program"],
  [/^BM/, "a bitmap image"],
  [/^PK/, "a zip archive: unpack it first"],
];

const kindOf = (bytes: Buffer, candidates: typeof signatures) => {
  const head = bytes.subarray(0, 64).toString("latin1");
  return candidates.find(([signature]) => signature.test(head))?.[1];
};

/** A file's type, judged by its first bytes, in words; undefined if unknown. */
export const unsupportedKind = (bytes: Buffer): string | undefined => kindOf(bytes, signatures);

/** What non-text bytes seem to be. */
export const binaryKind = (bytes: Buffer): string =>
  kindOf(bytes, shortSignatures) ?? "binary data";

const headLength = 1024;

/** Whether this is a PDF. Some programs write a line before the signature; a text that merely mentions it has no PDF objects. */
export function isPdf(bytes: Buffer): boolean {
  const offset = bytes.subarray(0, headLength).indexOf("%PDF-");
  return offset === 0 || (offset > 0 && (bytes.includes("endobj") || bytes.includes("startxref")));
}

/** Whether this is PNG, JPEG or TIFF, whose text is recognized by OCR. */
export const isPicture = (bytes: Buffer): boolean =>
  /^(?:\x89PNG|\xff\xd8\xff|II\*\0|MM\0\*)/.test(bytes.subarray(0, 4).toString("latin1"));

const mailField = /^([!-9;-~]+):/;
/** Header fields that mail programs write, but people do not. */
const technicalField = /^(?:received|message-id|mime-version|return-path|delivered-to)$/;

/** Whether a text begins like an email. `isNamed`: its file name says that it is an email, so fields that people write are enough. */
export function hasMailHead(opening: string, isNamed: boolean): boolean {
  const lines = opening.replace(/^From .*\r?\n/, "").split(/\r?\n/);
  const end = lines.findIndex(line => !mailField.test(line) && !/^[ \t]/.test(line));
  const names = lines
    .slice(0, end < 0 ? lines.length : end)
    .flatMap(line => mailField.exec(line)?.[1]?.toLowerCase() ?? []);
  if (isNamed) return names.length > 0;
  return names.includes("from") && names.some(name => technicalField.test(name));
}
