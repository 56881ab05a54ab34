// Unpacks the XML of office files and the pages of books, with limits on size.

import { strFromU8, type UnzipFileInfo, unzipSync } from "fflate";
import { isOle } from "../containers.ts";
import { FileProblem } from "../parsed-file.ts";

/** The XML parts of a file by their paths ("word/document.xml"). */
export type OfficeArchive = ReadonlyMap<string, string>;

/** Largest total size of a file's unpacked XML, in bytes. */
const maxBytes = 200 * 2 ** 20;
/** XML of this size that was compressed more than 200 times is a zip bomb; no program writes it. */
const [suspicious, maxRatio] = [20 * 2 ** 20, 200];
const maxParts = 20_000;

/** An encrypted Word, PowerPoint or Excel file is an OLE container with this stream. */
const holdsEncryptedPackage = (bytes: Buffer): boolean =>
  isOle(bytes) && bytes.includes(Buffer.from("EncryptedPackage", "utf16le"));

export const encrypted = () =>
  new FileProblem("encrypted", "it is protected by a password: save it without one");
export const malformed = (what: string, cause?: unknown) =>
  new FileProblem(
    "malformed",
    `${what}: open it in the program that made it and save it again`,
    cause,
  );

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

/** Accepts the wanted parts and adds up their declared sizes; fflate allocates no more than a part declares. */
function boundedFilter(wanted: RegExp): (part: UnzipFileInfo) => boolean {
  let [unpacked, packed, parts] = [0, 0, 0];
  return ({ name, originalSize, size }) => {
    parts += 1;
    if (parts > maxParts)
      throw new FileProblem("file-too-large", `it has more than ${maxParts} parts inside`);
    if (!wanted.test(name)) return false;
    // Compression never makes a part much longer: such a size is false, declared to get past the limit.
    if (size > originalSize * 1.01 + 1024) throw malformed(`${name} is longer than it declares`);
    unpacked += originalSize;
    packed += size;
    if (unpacked > maxBytes)
      throw new FileProblem(
        "file-too-large",
        `its XML unpacks to more than ${megabytes(maxBytes)}: split it`,
      );
    if (unpacked > suspicious && unpacked > packed * maxRatio) {
      throw new FileProblem(
        "file-too-large",
        `its XML unpacks from ${megabytes(packed)} to ${megabytes(unpacked)}, which no office program writes`,
      );
    }
    return true;
  };
}

function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return strFromU8(first === 0xef && second === 0xbb ? bytes.subarray(3) : bytes);
}

/** Refuses documents with their own entities, which can make XML expand or read other files; office formats forbid them. */
export function withoutEntities(name: string, text: string): string {
  if (text.includes("<!DOCTYPE") || text.includes("<!ENTITY"))
    throw malformed(`${name} declares XML entities, which office files may not`);
  return text;
}

/** The parts with these names as text, at most 200 MB in total. Throws FileProblem: file-too-large, malformed. */
export function openArchive(bytes: Buffer, wanted: RegExp): OfficeArchive {
  try {
    const parts = unzipSync(bytes, { filter: boundedFilter(wanted) });
    return new Map(
      Object.entries(parts).map(([name, part]) => [
        name.replaceAll("\\", "/").replace(/^\/+/, ""),
        decodeXml(part),
      ]),
    );
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw malformed("its zip archive is damaged", error);
  }
}

/** The XML parts of a Word, PowerPoint or Excel file. Throws FileProblem: encrypted, file-too-large, malformed. */
export function openOfficeArchive(bytes: Buffer): OfficeArchive {
  if (holdsEncryptedPackage(bytes)) throw encrypted();
  if (bytes.toString("latin1", 0, 2) !== "PK")
    throw malformed("it is not a zip archive, as docx, pptx and xlsx files are");
  const archive = openArchive(bytes, /\.(?:xml|rels)$/i);
  for (const [name, text] of archive) withoutEntities(name, text);
  return archive;
}
