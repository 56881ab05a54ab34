// Which office format a zip archive or an OLE container holds, by the names of its entries.

import type { FileFormat } from "../../../schemas/items/documents.ts";
import { FileProblem } from "./parsed-file.ts";

const inZip: readonly (readonly [RegExp, FileFormat])[] = [
  [/^word\//, "docx"],
  [/^ppt\//, "pptx"],
  [/^xl\//, "xlsx"],
];
const zipEndings: Partial<Record<string, FileFormat>> = {
  ".docx": "docx",
  ".docm": "docx",
  ".pptx": "pptx",
  ".pptm": "pptx",
  ".xlsx": "xlsx",
  ".xlsm": "xlsx",
};
/** Entries that are looked at; an office file has its own within the first few. */
const mostEntries = 2000;

export const isZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1")) ||
  bytes.subarray(0, 4).equals(Buffer.from("PK\x05\x06", "latin1"));

/** Names as the entries themselves have them, in their order: a truncated archive has these and no directory. */
function* zipNames(bytes: Buffer): Generator<string> {
  let at = 0;
  for (let count = 0; count < mostEntries && at >= 0 && at + 30 <= bytes.length; count++) {
    yield bytes.toString("utf8", at + 30, at + 30 + bytes.readUInt16LE(at + 26));
    at = bytes.indexOf("PK\x03\x04", at + 30, "latin1");
  }
}

/** The office format of a zip archive. The first entry of a known folder tells: a file packed inside comes after one of its holder. */
export function zipFormat(bytes: Buffer, ending: string): FileFormat {
  let isOffice = false;
  for (const name of zipNames(bytes)) {
    const format = inZip.find(([folder]) => folder.test(name))?.[1];
    if (format === "xlsx" && ending === ".xlsb")
      throw new FileProblem(
        "unknown-file-type",
        "a binary workbook is not read: save it as .xlsx.",
      );
    if (format) return format;
    if (name === "mimetype" && bytes.subarray(0, 200).includes("opendocument"))
      throw new FileProblem(
        "unknown-file-type",
        "an OpenDocument file is not read: save it as .docx, .pptx or .xlsx.",
      );
    isOffice ||= name === "[Content_Types].xml" || name.startsWith("docProps/");
  }
  const named = zipEndings[ending];
  // Torn off before its contents begin: its own parser says what is missing.
  if (isOffice && named) return named;
  throw new FileProblem(
    "unknown-file-type",
    "a zip archive that holds no Word, PowerPoint or Excel file: unpack it first.",
  );
}

const oleMark = Buffer.from("d0cf11e0a1b11ae1", "hex");
const inOle: readonly (readonly [string, FileFormat | "encrypted"])[] = [
  ["EncryptedPackage", "encrypted"],
  ["WordDocument", "doc"],
  ["PowerPoint Document", "ppt"],
  ["Workbook", "xls"],
  ["Book", "xls"],
];

export const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(oleMark);

/** Offset of the directory entry of this name; -1 where there is none. Entries are 128 bytes, the name's length (with its end) at 64. */
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

/** The office format of an OLE container; where one file holds another, the ending tells, else the entry that comes first. */
export function oleFormat(bytes: Buffer, ending: string): FileFormat {
  const found = inOle.flatMap(([name, format]) => {
    const at = entryOffset(bytes, name);
    return at < 0 ? [] : [{ format, at }];
  });
  found.sort((a, b) => a.at - b.at);
  const encrypted = found.find(({ format }) => format === "encrypted");
  if (encrypted) throw new FileProblem("encrypted", "it is encrypted: save it without a password.");
  const formats = found.flatMap(({ format }) => (format === "encrypted" ? [] : [format]));
  const format = formats.find(format => `.${format}` === ending) ?? formats[0] ?? torn(ending);
  if (format) return format;
  throw new FileProblem(
    "unknown-file-type",
    "an old Microsoft file that is no Word, PowerPoint or Excel document (a message or an installer?).",
  );
}

/** A container cut off before its directory is what it is named; its own parser says what is missing. */
const torn = (ending: string): FileFormat | undefined =>
  (({ ".doc": "doc", ".ppt": "ppt", ".xls": "xls" }) as const)[ending as ".doc"];
