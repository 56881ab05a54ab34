// Recognizes the format in a zip archive or an OLE container by the names of its entries.

import { constants, inflateRawSync } from "node:zlib";
import type { FileFormat } from "../../../schemas/items/documents.ts";
import { formatOfExtension, formats, signaturesOfKind } from "./formats.ts";
import { FileProblem } from "./parsed-file.ts";

/** Maximum number of entries examined; an office file is recognized by its first few. */
const maxEntries = 2000;
/** Maximum size of a media type in bytes, compressed or not. */
const maxTypeBytes = 100;

export const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1")) ||
  bytes.subarray(0, 4).equals(Buffer.from("PK\x05\x06", "latin1"));

interface ZipEntry {
  readonly name: string;
  readonly isCompressed: boolean;
  readonly contentOffset: number;
}

/** Entries from their local headers, in order: a truncated archive has these but no directory. */
function* zipEntries(bytes: Buffer): Generator<ZipEntry> {
  let offset = 0;
  for (let count = 0; count < maxEntries && offset >= 0 && offset + 30 <= bytes.length; count++) {
    const end = offset + 30 + bytes.readUInt16LE(offset + 26);
    yield {
      name: bytes.toString("utf8", offset + 30, end),
      isCompressed: bytes.readUInt16LE(offset + 8) !== 0,
      contentOffset: end + bytes.readUInt16LE(offset + 28),
    };
    offset = bytes.indexOf("PK\x03\x04", offset + 30, "latin1");
  }
}

/** The content of the entry `mimetype`; programs store it uncompressed, but people who re-zip a folder do not. */
function mediaType(
  bytes: Buffer,
  { isCompressed: compressed, contentOffset: content }: ZipEntry,
): string {
  const start = bytes.subarray(content, content + maxTypeBytes);
  if (!compressed) return start.toString("latin1").split("PK", 1)[0] ?? "";
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 100 * maxTypeBytes };
    return inflateRawSync(start, options).toString("latin1");
  } catch {
    return "";
  }
}

const unknownType = (detail: string) => new FileProblem("unknown-file-type", detail);

/** The format with this extension, if files of it are in such a container. */
function formatIn(extension: string, container: "zip" | "ole"): FileFormat | undefined {
  const format = formatOfExtension(extension);
  return format && formats[format].signatures.some(signature => signature.container === container)
    ? format
    : undefined;
}

/** The format of a zip archive. The first entry that indicates a format decides: files embedded in it come after its own. */
export function zipFormat(bytes: Buffer, extension: string): FileFormat {
  const signatures = signaturesOfKind("zip");
  let isOffice = false;
  for (const entry of zipEntries(bytes)) {
    const { name } = entry;
    const type = name === "mimetype" ? mediaType(bytes, entry) : undefined;
    const format = signatures.find(signature =>
      type === undefined ? signature.entry?.test(name) : signature.type?.test(type),
    )?.format;
    if (format === "xlsx" && extension === ".xlsb")
      throw unknownType("binary workbooks are not supported: save it as .xlsx.");
    if (format) return format;
    if (type?.includes("opendocument"))
      throw unknownType(
        "an OpenDocument file that is not a text, spreadsheet or presentation: save it as .odt or .pdf.",
      );
    isOffice ||= /^(?:\[Content_Types\]\.xml$|docProps\/|mimetype$|META-INF\/)/.test(name);
  }
  const format = formatIn(extension, "zip");
  // The file is truncated before its contents begin: its own parser reports what is missing.
  if (isOffice && format) return format;
  throw unknownType("a zip archive that is not a document in a supported format: unpack it first.");
}

const oleSignature = Buffer.from("d0cf11e0a1b11ae1", "hex");

export const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(oleSignature);

/** Offset of the directory entry with this name; -1 if there is none. Entries are 128 bytes, with the name's length (including its terminator) at 64. */
function entryOffset(bytes: Buffer, name: string): number {
  const utf16Name = Buffer.from(name, "utf16le");
  for (
    let offset = bytes.indexOf(utf16Name);
    offset >= 0;
    offset = bytes.indexOf(utf16Name, offset + 1)
  )
    if (
      offset % 128 === 0 &&
      offset + 66 <= bytes.length &&
      bytes.readUInt16LE(offset + 64) === utf16Name.length + 2
    )
      return offset;
  return -1;
}

/** The format of an OLE container; if one file contains another, the extension decides, otherwise the first entry. */
export function oleFormat(bytes: Buffer, extension: string): FileFormat {
  if (entryOffset(bytes, "EncryptedPackage") >= 0)
    throw new FileProblem("encrypted", "it is encrypted: save it without a password.");
  const candidates = signaturesOfKind("ole")
    .flatMap(({ format, streams }) =>
      streams.map(stream => ({ format, offset: entryOffset(bytes, stream) })),
    )
    .filter(({ offset }) => offset >= 0)
    .sort((a, b) => a.offset - b.offset)
    .map(({ format }) => format);
  // A file truncated before its directory is assumed to be what its name says; its own parser reports what is missing.
  const format =
    candidates.find(candidate => formats[candidate].extensions.includes(extension)) ??
    candidates[0] ??
    formatIn(extension, "ole");
  if (format) return format;
  throw unknownType(
    "an old Microsoft file that is not a Word, PowerPoint or Excel document (a message or an installer?).",
  );
}
