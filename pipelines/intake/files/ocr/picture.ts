// Reads a picture of text, a scanned page or several in a TIFF, by text recognition.

import { FileProblem, type ParsedFile, type Parser } from "../parsed-file.ts";
import { textOf, toSegments } from "../pdf/pdf.ts";
import { recognisedPages } from "./recognised.ts";
import { findRecogniser } from "./tesseract.ts";

/** Of fewer a picture is a drawing with a few words in it, and no document. */
const minLetters = 80;
/** Units a pixel, as if it were scanned at 300 dots an inch: sizes count beside each other alone. */
const scale = 72 / 300;

/** Throws FileProblem where tesseract is missing or reads nothing in it. */
export const parsePicture: Parser = async (bytes, reading): Promise<ParsedFile> => {
  const recogniser = await findRecogniser(reading?.secondsForPage);
  if (recogniser === undefined)
    throw new FileProblem(
      "unknown-file-type",
      "it is a picture, and tesseract, which would read text in it, is not installed.",
    );
  const table = (await recogniser.recognise(bytes)) ?? "";
  const pages = recognisedPages(table, scale);
  const laidOut = textOf(pages.map(toSegments));
  if ((laidOut.text.match(/\p{L}/gu)?.length ?? 0) < minLetters)
    throw new FileProblem("no-text", "it is a picture in which tesseract reads next to nothing.");
  const places = laidOut.places.map(place => ({ ...place, ocr: true as const }));
  return { format: "picture", title: null, pages: pages.length, ...laidOut, places };
};
