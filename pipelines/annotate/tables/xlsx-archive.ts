// Unpacks an XLSX within limits and repacks it uncompressed, so that its reader cannot meet a zip bomb.

import { type UnzipFileInfo, unzipSync, type Zippable, zipSync } from "fflate";
import { PipelineError } from "../../engine/errors.ts";

/** Limit for all XML in the file, in bytes. */
const maxBytes = 200 * 2 ** 20;
/** Limit for one sheet's XML, in bytes: texts are stored outside it, and the reader's time grows with the square of its size. Ten thousand tasks have about ten MB. */
const maxSheet = 40 * 2 ** 20;
/** Limit from one tag to the next, in bytes: a cell's text is at most a fifth of it, and a longer one is read again with every part of the sheet. */
const maxRun = 2 ** 20;
/** Limit for one sheet, including empty cells: the reader creates them all. */
const maxCells = 20_000_000;
const [maxRows, maxColumns] = [1_048_576, 16_384];

const refuse = (place: string, reason: string, hint: string) =>
  new PipelineError("bad-input", `${place} ${reason}.`, { hint });
const incomplete = (place: string) =>
  refuse(
    place,
    "is not a complete XLSX file",
    "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
  );
const tooLarge = (place: string, bound = maxBytes) =>
  refuse(
    place,
    `has sheets that unpack to more than ${bound >> 20} MB, more than any table of tasks`,
    "Return the table of a single batch, or save the sheet of tasks as CSV UTF-8.",
  );

const isOle = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;

/** Accepts XML files (pictures and the like are left out), and adds up their stated unpacked sizes. */
function boundedFilter(place: string): (part: UnzipFileInfo) => boolean {
  let unpacked = 0;
  return ({ name, size, originalSize }) => {
    if (!/\.(?:xml|rels)$/i.test(name)) return false;
    unpacked += originalSize;
    if (unpacked > maxBytes) throw tooLarge(place);
    // Compression never adds more than a trace, so a packed size above the stated unpacked size means a false statement.
    if (size > originalSize * 1.01 + 1024) throw incomplete(place);
    return true;
  };
}

/** A cell's or row's address, parsed as the sheet reader does: any characters, then a number. Undefined if it would find none. */
function placeOf(address: string): { readonly row: number; readonly column: number } | undefined {
  const [letters = ""] = /^[^0-9]*/.exec(address) ?? [];
  const row = Number(address.slice(letters.length));
  const column = Array.from(letters).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return address.length === letters.length || Number.isNaN(row) ? undefined : { row, column };
}

function hasLongRun(bytes: Buffer): boolean {
  let at = 0;
  while (at >= 0 && at < bytes.length) {
    const next = bytes.indexOf("<", at + 1);
    if ((next < 0 ? bytes.length : next) - at > maxRun) return true;
    at = next;
  }
  return false;
}

/** Throws if a sheet is so wide and long that its empty cells alone would fill the memory. */
function checkSheet(bytes: Buffer, place: string): void {
  if (!bytes.includes("sheetData")) return;
  if (bytes.length > maxSheet) throw tooLarge(place, maxSheet);
  if (hasLongRun(bytes))
    throw refuse(
      place,
      "has a text longer than a cell can hold",
      "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
    );
  let [rows, columns] = [0, 0];
  for (const [, address = ""] of bytes
    .toString("latin1")
    .matchAll(/(?<!xmlns:)\br\s*=\s*["']([^"']*)["']/g)) {
    const found = placeOf(address);
    rows = Math.max(rows, found?.row ?? 0);
    columns = Math.max(columns, found?.column ?? 0);
    // Digits written as `&#57;` hide an address; no program writes them that way.
    if (address.includes("&#")) rows = Number.POSITIVE_INFINITY;
  }
  if (rows <= maxRows && columns <= maxColumns && rows * columns <= maxCells) return;
  throw refuse(
    place,
    `has a sheet of ${rows} rows and ${columns} columns, most of them empty`,
    "Delete the cells far below and to the right of the table and save it again, or save it as CSV UTF-8.",
  );
}

/** The same XLSX, uncompressed and of limited size. Throws PipelineError("bad-input") if it is not an XLSX, too large or incomplete. */
export function openArchive(bytes: Buffer, place: string): Buffer {
  if (isOle(bytes))
    throw refuse(
      place,
      "is an old .xls or is password-protected",
      "Save it as .xlsx without a password, or as CSV UTF-8.",
    );
  try {
    const parts: Zippable = unzipSync(bytes, { filter: boundedFilter(place) });
    for (const part of Object.values(parts)) checkSheet(Buffer.from(part as Uint8Array), place);
    return Buffer.from(zipSync(parts, { level: 0 }));
  } catch (error) {
    throw error instanceof PipelineError ? error : incomplete(place);
  }
}
