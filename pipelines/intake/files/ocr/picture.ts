// Reads the text in a picture, a scanned page or a multi-page TIFF by OCR.

import { FileProblem, type ParsedFile, type Parser } from "../parsed-file.ts";
import { layOutPages, toSegments } from "../pdf/pdf.ts";
import { recognizedPages } from "./ocr-runs.ts";
import { findRecognizer } from "./tesseract.ts";

/** Minimum number of letters in a document; a picture with fewer is a drawing with a few words. */
const minLetters = 80;
/** Page units per pixel, as if scanned at 300 dpi: only relative sizes matter. */
const scale = 72 / 300;

/** Reads a picture. Throws FileProblem if tesseract is not installed or recognizes nothing. */
export const parsePicture: Parser = async (bytes, options): Promise<ParsedFile> => {
  const recognizer = await findRecognizer(options?.secondsForPage);
  if (recognizer === undefined)
    throw new FileProblem(
      "unknown-file-type",
      "it is an image; reading its text needs tesseract, which is not installed.",
    );
  const table = (await recognizer.recognize(bytes)) ?? "";
  const laidOut = layOutPages(recognizedPages(table, scale).map(toSegments));
  if ((laidOut.text.match(/\p{L}/gu)?.length ?? 0) < minLetters)
    throw new FileProblem(
      "no-text",
      "it is an image in which tesseract recognizes next to no text.",
    );
  const places = laidOut.places.map(place => ({ ...place, ocr: true as const }));
  return { title: null, ...laidOut, places };
};
