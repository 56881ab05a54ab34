// Unpacks an XLSX within limits and repacks it uncompressed, so that its reader is safe from zip bombs.

import { type UnzipFileInfo, unzipSync, type Zippable, zipSync } from "fflate";
import { PipelineError } from "../../engine/errors.ts";

/** Maximum total size of the XML in the file. */
const maxUnpackedBytes = 200 * 2 ** 20;
/** Maximum size of one sheet's XML, which contains no texts: reading takes time quadratic in this size. Ten thousand tasks need about ten MB. */
const maxSheetBytes = 40 * 2 ** 20;
/** Maximum distance between two tags: a cell's text takes at most a fifth of it, and the reader would read a longer text again with every part of the sheet. */
const maxRunBytes = 2 ** 20;
/** Maximum number of cells in one sheet, including empty ones, all of which the reader creates. */
const maxCells = 20_000_000;
const [maxRows, maxColumns] = [1_048_576, 16_384];

const invalidFileError = (place: string, reason: string, hint: string) =>
  new PipelineError("bad-input", `${place} ${reason}.`, { hint });
const incompleteFileError = (place: string) =>
  invalidFileError(
    place,
    "is not a complete XLSX file",
    "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
  );
const tooLargeError = (place: string, limit = maxUnpackedBytes) =>
  invalidFileError(
    place,
    `has sheets that unpack to more than ${limit >> 20} MB, more than any table of tasks`,
    "Return the table of a single batch, or save the sheet of tasks as CSV UTF-8.",
  );

/** Whether a file is an OLE container, as an old .xls and a password-protected .xlsx are. */
const isOle = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;

/** Accepts only XML files, not images or other media, and limits the sum of their stated unpacked sizes. */
function boundedFilter(place: string): (part: UnzipFileInfo) => boolean {
  let unpacked = 0;
  return ({ name, size, originalSize }) => {
    if (!/\.(?:xml|rels)$/i.test(name)) return false;
    unpacked += originalSize;
    if (unpacked > maxUnpackedBytes) throw tooLargeError(place);
    // Compression barely enlarges even incompressible data, so a packed size well above the stated unpacked size means that the latter is false.
    if (size > originalSize * 1.01 + 1024) throw incompleteFileError(place);
    return true;
  };
}

/** Parses the address of a cell or row as the sheet reader does: any characters, then a number; undefined without a number. */
function parseAddress(
  address: string,
): { readonly row: number; readonly column: number } | undefined {
  const [letters = ""] = /^[^0-9]*/.exec(address) ?? [];
  const row = Number(address.slice(letters.length));
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return address.length === letters.length || Number.isNaN(row) ? undefined : { row, column };
}

function hasLongRun(bytes: Buffer): boolean {
  let start = 0;
  while (start >= 0 && start < bytes.length) {
    const next = bytes.indexOf("<", start + 1);
    if ((next < 0 ? bytes.length : next) - start > maxRunBytes) return true;
    start = next;
  }
  return false;
}

/** Throws if a sheet is so large that reading it would take too long or exhaust memory. */
function checkSheet(bytes: Buffer, place: string): void {
  if (!bytes.includes("sheetData")) return;
  if (bytes.length > maxSheetBytes) throw tooLargeError(place, maxSheetBytes);
  if (hasLongRun(bytes))
    throw invalidFileError(
      place,
      "has a text longer than a cell can hold",
      "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
    );
  let [rows, columns] = [0, 0];
  for (const [, address = ""] of bytes
    .toString("latin1")
    .matchAll(/(?<!xmlns:)\br\s*=\s*["']([^"']*)["']/g)) {
    const cell = parseAddress(address);
    rows = Math.max(rows, cell?.row ?? 0);
    columns = Math.max(columns, cell?.column ?? 0);
    // Digits written as `&#57;` hide an address; no program writes them that way.
    if (address.includes("&#")) rows = Number.POSITIVE_INFINITY;
  }
  if (rows <= maxRows && columns <= maxColumns && rows * columns <= maxCells) return;
  throw invalidFileError(
    place,
    `has a sheet of ${rows} rows and ${columns} columns, most of them empty`,
    "Delete the cells far below and to the right of the table and save it again, or save it as CSV UTF-8.",
  );
}

/** Returns the same XLSX, uncompressed and of limited size. Throws PipelineError("bad-input") if it is not an XLSX, too large or incomplete. */
export function repackArchive(bytes: Buffer, place: string): Buffer {
  if (isOle(bytes))
    throw invalidFileError(
      place,
      "is an old .xls or is password-protected",
      "Save it as .xlsx without a password, or as CSV UTF-8.",
    );
  try {
    const parts: Zippable = unzipSync(bytes, { filter: boundedFilter(place) });
    for (const part of Object.values(parts)) checkSheet(Buffer.from(part as Uint8Array), place);
    return Buffer.from(zipSync(parts, { level: 0 }));
  } catch (error) {
    throw error instanceof PipelineError ? error : incompleteFileError(place);
  }
}
