// Recognizes the text of scanned pages, if tesseract is installed.

import { PipelineError } from "../../../engine/errors.ts";
import { recognizedPages } from "../ocr/ocr-runs.ts";
import { findRecognizer } from "../ocr/tesseract.ts";
import { messageWithHint, type ParseOptions } from "../parsed-file.ts";
import type { PageRuns } from "./pdf-pages.ts";
import { type PagePicture, withPictures } from "./pdf-pictures.ts";

const unitsPerInch = 72;

export interface Scans {
  /** The text of pages, by page number. */
  readonly textByPage: ReadonlyMap<number, PageRuns["layers"]>;
  /** Pages on which OCR failed or timed out. */
  readonly failedPages: readonly number[];
  /** Why no page could be read, in a sentence with the command that installs what is missing; null if pages could be read. */
  readonly failureReason: string | null;
}

/** Reads those of the given pages that are pictures; reads none without tesseract. */
export async function readScans(
  bytes: Buffer,
  numbers: readonly number[],
  { onProgress, secondsForPage }: ParseOptions = {},
): Promise<Scans> {
  const textByPage = new Map<number, PageRuns["layers"]>();
  const failedPages: number[] = [];
  const recognizer = numbers.length > 0 ? await findRecognizer(secondsForPage) : undefined;
  if (recognizer === undefined) return { textByPage, failedPages, failureReason: null };
  const recognize = async (number: number, { pgm, scale }: PagePicture) => {
    const table = await recognizer.recognize(pgm, scale * unitsPerInch);
    if (table === undefined) failedPages.push(number);
    else textByPage.set(number, recognizedPages(table, 1 / scale)[0]?.layers ?? []);
  };
  let failureReason: string | null = null;
  await withPictures(bytes, async pictureOf => {
    for (const number of numbers) {
      // A picture that cannot be decoded counts as a page without text.
      const picture = await pictureOf(number).catch(() => undefined);
      if (picture) await recognize(number, picture);
      onProgress?.();
    }
  }).catch(error => {
    failureReason = error instanceof PipelineError ? messageWithHint(error) : String(error);
  });
  return { textByPage, failedPages, failureReason };
}
