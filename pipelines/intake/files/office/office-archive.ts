// Unpacks the XML of office files and the pages of books, limited in size.

import { strFromU8, type UnzipFileInfo, unzipSync } from "fflate";
import { isOle } from "../containers.ts";
import { FileProblem } from "../parsed-file.ts";

/** The XML parts of a file by their paths ("word/document.xml"). */
export type OfficeArchive = ReadonlyMap<string, string>;

/** Maximum total size of a file's unpacked XML, in bytes. */
const maxBytes = 200 * 2 ** 20;
/** XML above this size, in bytes, that unpacks to more than 200 times its compressed size is treated as a zip bomb; no ordinary program writes such files. */
const [minBombBytes, maxRatio] = [20 * 2 ** 20, 200];
const maxParts = 20_000;

export const encryptedProblem = () =>
  new FileProblem("encrypted", "it is protected by a password: save it without one");
export const malformedProblem = (what: string, cause?: unknown) =>
  new FileProblem(
    "malformed",
    `${what}: open it in the program that created it and save it again`,
    cause,
  );

const formatMegabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

/** Accepts the parts with matching names and adds up their declared sizes; fflate allocates no more than a part declares. */
function boundedFilter(partName: RegExp): (part: UnzipFileInfo) => boolean {
  let [unpackedBytes, packedBytes, partCount] = [0, 0, 0];
  return ({ name, originalSize, size }) => {
    partCount += 1;
    if (partCount > maxParts)
      throw new FileProblem("file-too-large", `it contains more than ${maxParts} parts`);
    if (!partName.test(name)) return false;
    // Compression never makes a part much longer, so a declared size that implies it is false, meant to evade the limit.
    if (size > originalSize * 1.01 + 1024)
      throw malformedProblem(`${name} is longer than it declares`);
    unpackedBytes += originalSize;
    packedBytes += size;
    if (unpackedBytes > maxBytes)
      throw new FileProblem(
        "file-too-large",
        `its XML unpacks to more than ${formatMegabytes(maxBytes)}: split it`,
      );
    if (unpackedBytes > minBombBytes && unpackedBytes > packedBytes * maxRatio) {
      throw new FileProblem(
        "file-too-large",
        `its XML unpacks from ${formatMegabytes(packedBytes)} to ${formatMegabytes(unpackedBytes)}, which no office program writes`,
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

/** Returns the text; throws if it declares entities, which can make XML expand or read other files: office formats forbid them. */
export function refuseEntities(name: string, text: string): string {
  if (text.includes("<!DOCTYPE") || text.includes("<!ENTITY"))
    throw malformedProblem(`${name} declares XML entities, which are not allowed in office files`);
  return text;
}

/** The parts whose names match, as text, at most 200 MB in total. Throws FileProblem: file-too-large, malformed. */
export function openArchive(bytes: Buffer, partName: RegExp): OfficeArchive {
  try {
    const parts = unzipSync(bytes, { filter: boundedFilter(partName) });
    return new Map(
      Object.entries(parts).map(([name, part]) => [
        name.replaceAll("\\", "/").replace(/^\/+/, ""),
        decodeXml(part),
      ]),
    );
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw malformedProblem("its zip archive is damaged", error);
  }
}

/** The XML parts of a Word, PowerPoint or Excel file. Throws FileProblem: encrypted, file-too-large, malformed. */
export function openOfficeArchive(bytes: Buffer): OfficeArchive {
  // An encrypted file is an OLE container with this stream.
  if (isOle(bytes) && bytes.includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw encryptedProblem();
  if (bytes.toString("latin1", 0, 2) !== "PK")
    throw malformedProblem("it is not a zip archive, as docx, pptx and xlsx files are");
  const archive = openArchive(bytes, /\.(?:xml|rels)$/i);
  for (const [name, text] of archive) refuseEntities(name, text);
  return archive;
}
