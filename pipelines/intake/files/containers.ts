// Recognises the format in a zip archive or an OLE container by the names of its entries.

import { constants, inflateRawSync } from "node:zlib";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { formatNamed, formats, signsIn } from "./formats.ts";
import { FileProblem } from "./parsed-file.ts";

/** Entries that are examined; an office file is recognised by its first few. */
const maxEntries = 2000;
/** Bytes of a media type, packed or not. */
const maxType = 100;

export const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1")) ||
  bytes.subarray(0, 4).equals(Buffer.from("PK\x05\x06", "latin1"));

interface Entry {
  readonly name: string;
  readonly packed: boolean;
  /** Offset of the content. */
  readonly content: number;
}

/** Entries from their local headers, in order: a truncated archive has these but no directory. */
function* zipEntries(bytes: Buffer): Generator<Entry> {
  let at = 0;
  for (let count = 0; count < maxEntries && at >= 0 && at + 30 <= bytes.length; count++) {
    const end = at + 30 + bytes.readUInt16LE(at + 26);
    yield {
      name: bytes.toString("utf8", at + 30, end),
      packed: bytes.readUInt16LE(at + 8) !== 0,
      content: end + bytes.readUInt16LE(at + 28),
    };
    at = bytes.indexOf("PK\x03\x04", at + 30, "latin1");
  }
}

/** The content of the entry `mimetype`; programs store it uncompressed, but people who zip a folder again do not. */
function mediaType(bytes: Buffer, { packed, content }: Entry): string {
  const opening = bytes.subarray(content, content + maxType);
  if (!packed) return opening.toString("latin1").split("PK", 1)[0] ?? "";
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 100 * maxType };
    return inflateRawSync(opening, options).toString("latin1");
  } catch {
    return "";
  }
}

const refusal = (detail: string) => new FileProblem("unknown-file-type", detail);

/** The format with this ending, if files of it are in such a container. */
function named(ending: string, where: "zip" | "ole"): FileFormat | undefined {
  const format = formatNamed(ending);
  return format && formats[format].signs.some(sign => sign.in === where) ? format : undefined;
}

/** The format of a zip archive. The first entry that is a sign decides: files packed inside come after those of the outer file. */
export function zipFormat(bytes: Buffer, ending: string): FileFormat {
  const signs = signsIn("zip");
  let isOffice = false;
  for (const entry of zipEntries(bytes)) {
    const { name } = entry;
    const type = name === "mimetype" ? mediaType(bytes, entry) : undefined;
    const format = signs.find(sign =>
      type === undefined ? sign.entry?.test(name) : sign.type?.test(type),
    )?.format;
    if (format === "xlsx" && ending === ".xlsb")
      throw refusal("a binary workbook is not read: save it as .xlsx.");
    if (format) return format;
    if (type?.includes("opendocument"))
      throw refusal(
        "an OpenDocument file that is not a text, sheet or presentation: save it as .odt or .pdf.",
      );
    isOffice ||= /^(?:\[Content_Types\]\.xml$|docProps\/|mimetype$|META-INF\/)/.test(name);
  }
  const format = named(ending, "zip");
  // Truncated before its contents begin: its own parser reports what is missing.
  if (isOffice && format) return format;
  throw refusal("a zip archive that is not a document in a supported format: unpack it first.");
}

const oleMark = Buffer.from("d0cf11e0a1b11ae1", "hex");

export const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(oleMark);

/** Offset of the directory entry with this name; -1 if there is none. Entries are 128 bytes, with the name's length (including its terminator) at 64. */
function entryOffset(bytes: Buffer, name: string): number {
  const wide = Buffer.from(name, "utf16le");
  for (let at = bytes.indexOf(wide); at >= 0; at = bytes.indexOf(wide, at + 1))
    if (
      at % 128 === 0 &&
      at + 66 <= bytes.length &&
      bytes.readUInt16LE(at + 64) === wide.length + 2
    )
      return at;
  return -1;
}

/** The format of an OLE container; if one file holds another, the ending decides, else the first entry. */
export function oleFormat(bytes: Buffer, ending: string): FileFormat {
  if (entryOffset(bytes, "EncryptedPackage") >= 0)
    throw new FileProblem("encrypted", "it is encrypted: save it without a password.");
  const found = signsIn("ole")
    .flatMap(({ format, streams }) =>
      streams.map(stream => ({ format, at: entryOffset(bytes, stream) })),
    )
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ format }) => format);
  // A file truncated before its directory is taken for what its name says; its own parser reports what is missing.
  const format =
    found.find(one => formats[one].endings.includes(ending)) ?? found[0] ?? named(ending, "ole");
  if (format) return format;
  throw refusal(
    "an old Microsoft file that is not a Word, PowerPoint or Excel document (a message or an installer?).",
  );
}
