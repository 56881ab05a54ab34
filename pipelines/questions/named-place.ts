// Checks whether a question that names a place by its words fits only one place in all documents with its title.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { linesAt, placeInQuestion } from "../text/pointed-places.ts";
import { splitSentences } from "../text/sentences.ts";
import { readLines } from "../text/stated-lines.ts";

const linesOf = ({ text, language }: DocumentRow) =>
  readLines(
    splitSentences(text, language).map((sentence, index) => ({
      number: index + 1,
      text: sentence.text,
    })),
  );

/** Whether a question names exactly one place, or none at all; `documents` have the title that it names. */
export function namesOnePlace(
  question: string,
  language: "zh" | "en",
  documents: readonly DocumentRow[],
): boolean {
  const place = placeInQuestion(question, language);
  return (
    place === undefined ||
    documents.flatMap(document => linesAt(place, linesOf(document))).length === 1
  );
}
