// Parses the bytes of a file: turns whatever a parser throws into a reason, and cleans up the text.

import type { FileFormat, FilePlace } from "../../../schemas/items/documents.ts";
import { PipelineError } from "../../engine/errors.ts";
import { formats } from "./formats.ts";
import {
  type FileContent,
  FileProblem,
  messageWithHint,
  type ParsedFile,
  type ParseOptions,
  type FileFailure,
} from "./parsed-file.ts";

/** Maximum length of a text, in characters; a shelf of books is shorter. */
const maxCharacters = 20_000_000;

export async function parseFile(
  bytes: Buffer,
  format: FileFormat,
  options: ParseOptions = {},
): Promise<FileContent | FileFailure> {
  try {
    const parsedFile = await formats[format].parse(bytes, options);
    if (parsedFile.text.length > maxCharacters)
      return {
        code: "file-too-large",
        detail: `its text has more than ${maxCharacters / 1e6} million characters: split it.`,
      };
    const plainFile = makePlain(parsedFile);
    return plainFile.text === ""
      ? { code: "no-text", detail: noTextDetail(format) }
      : { ...plainFile, format };
  } catch (error) {
    return parseFailureOf(error);
  }
}

const noTextDetail = (format: FileFormat) =>
  formats[format].places.some(kind => kind === "page" || kind === "slide")
    ? "it contains no text (scanned pages or pictures?): run OCR on it first."
    : "it contains no text.";

/** The reason for an error: a FileProblem or a missing package gives its own; anything else means a damaged file. */
export function parseFailureOf(error: unknown): FileFailure {
  if (error instanceof PipelineError)
    return { code: "needs-package", detail: messageWithHint(error) };
  if (error instanceof FileProblem) return { code: error.code, detail: error.message };
  if (error instanceof RangeError && /call stack/.test(error.message))
    return { code: "malformed", detail: "its parts are nested too deeply to be read." };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "malformed",
    detail: `it is damaged and cannot be read (${message.split("\n", 1)[0]?.slice(0, 200)}).`,
  };
}

// NUL characters, byte order marks, soft hyphens and zero-width spaces are invisible.
const plainText = (text: string) =>
  text.replace(/\r\n?/g, "\n").replace(/[\0\u00AD\u200B\uFEFF]/g, "");

/** The file with plain line breaks, and without invisible characters or surrounding white space; places move with their text. */
export function makePlain(file: ParsedFile): ParsedFile {
  const sortedPlaces = file.places.toSorted((a, b) => a.start - b.start);
  let [text, offset] = ["", 0];
  const movedPlaces = sortedPlaces.map((place): FilePlace => {
    text += plainText(file.text.slice(offset, place.start));
    offset = place.start;
    return { ...place, start: text.length };
  });
  text += plainText(file.text.slice(offset));
  const trimmed = text.trim();
  const leadingLength = text.length - text.trimStart().length;
  const places = movedPlaces
    .map(place => ({ ...place, start: Math.max(0, place.start - leadingLength) }))
    .filter(({ start }) => start < trimmed.length);
  return { ...file, title: file.title?.replace(/\s+/g, " ").trim() || null, text: trimmed, places };
}
