// Unpacks an XLSX within bounds and packs it again plainly, so that its reader meets nothing that swells or hides.

import { crc32, inflateRawSync } from "node:zlib";
import { PipelineError } from "../../engine/errors.ts";

/** Of all XML in the file, in bytes. */
const largest = 200 * 2 ** 20;
/** Of one sheet's XML, in bytes: texts stand outside it, and its reader slows down with the square of its size. Ten thousand tasks have about ten MB. */
const largestSheet = 40 * 2 ** 20;
/** From one tag to the next, in bytes: a cell's text is at most a fifth of it, and a longer one is read again with every part of the sheet. */
const longestRun = 2 ** 20;
/** Of one sheet, empty ones inside it too: its reader makes them all. */
const mostCells = 20_000_000;
const [mostRows, mostColumns] = [1_048_576, 16_384];

interface Entry {
  readonly name: Buffer;
  readonly bytes: Buffer;
}

const refuse = (place: string, reason: string, hint: string) =>
  new PipelineError("bad-input", `${place} ${reason}.`, { hint });
const notWhole = (place: string) =>
  refuse(
    place,
    "is no whole XLSX file",
    "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
  );
const tooLarge = (place: string, bound = largest) =>
  refuse(
    place,
    `has sheets that unpack to more than ${bound >> 20} MB, which no table of tasks does`,
    "Give back the table of one batch alone, or save the sheet of tasks as CSV UTF-8.",
  );

const isOle = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;

/** Where the list of the archive's files ends: the last signature that a comment of at most 65,535 bytes follows. */
function findEnd(bytes: Buffer, place: string): number {
  if (isOle(bytes))
    throw refuse(
      place,
      "is an old .xls or is kept under a password",
      "Save it as .xlsx without a password, or as CSV UTF-8.",
    );
  const end = bytes
    .subarray(Math.max(0, bytes.length - 65_557))
    .lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const at = end < 0 ? -1 : end + Math.max(0, bytes.length - 65_557);
  if (at < 0 || at + 22 > bytes.length) throw notWhole(place);
  return at;
}

interface Listed {
  readonly name: Buffer;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly start: number;
}

/** The XML files that the archive lists; pictures and the like are left out. */
function listEntries(bytes: Buffer, place: string): Listed[] {
  const end = findEnd(bytes, place);
  const listed: Listed[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32BE(at) !== 0x504b0102) throw notWhole(place);
    const [nameLength, extraLength, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const name = bytes.subarray(at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const entry = {
      name,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      start,
    };
    if (/\.(?:xml|rels)$/i.test(name.toString("latin1"))) listed.push(entry);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return listed;
}

/** What a file says of its own size is not believed: inflating stops at the bound. */
function unpack(bytes: Buffer, place: string): Entry[] {
  const listed = listEntries(bytes, place);
  if (listed.reduce((sum, { size }) => sum + size, 0) > largest) throw tooLarge(place);
  let left = largest;
  return listed.map(({ name, method, packed, start }) => {
    const content = bytes.subarray(start, start + packed);
    if (content.length !== packed || (method !== 0 && method !== 8)) throw notWhole(place);
    const whole =
      method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, left) });
    left -= whole.length;
    if (left < 0) throw tooLarge(place);
    return { name, bytes: whole };
  });
}

/** A cell's or a row's address, read as the reader of sheets does: any signs, then a number. Undefined where it would find none. */
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
    if ((next < 0 ? bytes.length : next) - at > longestRun) return true;
    at = next;
  }
  return false;
}

/** Throws where a sheet is so wide and long that its empty cells alone would fill the memory. */
function checkSheet({ bytes }: Entry, place: string): void {
  if (!bytes.includes("sheetData")) return;
  if (bytes.length > largestSheet) throw tooLarge(place, largestSheet);
  if (hasLongRun(bytes))
    throw refuse(
      place,
      "has a text that is longer than a cell can hold",
      "Open it in a spreadsheet program and save it again as .xlsx or as CSV UTF-8.",
    );
  let [rows, columns] = [0, 0];
  for (const [, address = ""] of bytes
    .toString("latin1")
    .matchAll(/(?<!xmlns:)\br\s*=\s*["']([^"']*)["']/g)) {
    const found = placeOf(address);
    rows = Math.max(rows, found?.row ?? 0);
    columns = Math.max(columns, found?.column ?? 0);
    // Digits written as `&#57;` hide an address; no program writes them so.
    if (address.includes("&#")) rows = Number.POSITIVE_INFINITY;
  }
  if (rows <= mostRows && columns <= mostColumns && rows * columns <= mostCells) return;
  throw refuse(
    place,
    `has a sheet of ${rows} rows and ${columns} columns, most of them empty`,
    "Delete the cells far below and to the right of the table and save it again, or save it as CSV UTF-8.",
  );
}

function headOf({ name, bytes }: Entry): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(name.length, 22);
  return head;
}

/** A zip archive without compression. */
function pack(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const head = headOf(entry);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, place, entry.name);
    files.push(Buffer.from("PK\x03\x04", "latin1"), head, entry.name, entry.bytes);
    offset += 30 + entry.name.length + entry.bytes.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...list, end]);
}

/** The same XLSX, of known size and unpacked. Throws PipelineError("bad-input") for what is none, is too large or is torn. */
export function openArchive(bytes: Buffer, place: string): Buffer {
  try {
    const entries = unpack(bytes, place);
    for (const entry of entries) checkSheet(entry, place);
    return pack(entries);
  } catch (error) {
    if (error instanceof PipelineError) throw error;
    // Offsets that lead out of the file, and data that do not inflate.
    throw error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(place)
      : notWhole(place);
  }
}
