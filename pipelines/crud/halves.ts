// Cuts a held-out article in two: the first half is given, the second is to be written by the system.

import { crudPlans, halves, type HalvesRow, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { splitSentences } from "../text/sentences.ts";
import { cutInHalf } from "./cut-in-half.ts";

// If a whole story is one line, it has no paragraphs, so about this many characters count as one.
const paragraphLength = { zh: 100, en: 260 };
// A search for a shorter paragraph would match anything.
const minParagraphLength = { zh: 15, en: 40 };

/** The text's own paragraphs, with long ones cut at sentence ends. */
function paragraphsOf(text: string, language: Language): string[] {
  const paragraphs: string[] = [];
  let paragraph = "";
  let previousLineStart = -1;
  for (const sentence of splitSentences(text, language)) {
    const lineStart = text.lastIndexOf("\n", sentence.start);
    if (
      paragraph !== "" &&
      (lineStart !== previousLineStart ||
        paragraph.length + sentence.text.length > paragraphLength[language])
    ) {
      paragraphs.push(paragraph);
      paragraph = "";
    }
    paragraph =
      paragraph === ""
        ? sentence.text
        : `${paragraph}${language === "zh" ? "" : " "}${sentence.text}`;
    previousLineStart = lineStart;
  }
  if (paragraph !== "") paragraphs.push(paragraph);
  const longParagraphs = paragraphs.filter(({ length }) => length >= minParagraphLength[language]);
  return longParagraphs.length > 0 ? longParagraphs : paragraphs;
}

export const halvesStage = defineStage({
  name: "crud/halves",
  module: import.meta.filename,
  prompts: [],
  over: crudPlans,
  lookup: { pool },
  writes: halves,
  only: ({ type }) => type === "continuation",
  each({ id: planId, documentIds: [documentId = ""], language }, { tables }) {
    const halved = cutInHalf(tables.pool.get(documentId).text, language);
    if (!halved)
      return rejected<HalvesRow>("no-half", "No sentence of the article ends near its middle.");
    const { beginning, continuation: continuing } = halved;
    return made([
      {
        id: rowId("half", planId),
        planId,
        documentId,
        language,
        beginning,
        continuing,
        paragraphs: paragraphsOf(continuing, language),
      },
    ]);
  },
});
