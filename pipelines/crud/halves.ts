// Cuts a held-out article in two: the first half is given, the second is to be written by the system.

import { crudPlans, halves, type HalvesRow, pool } from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { splitSentences } from "../text/sentences.ts";
import { cutInHalf } from "./halving.ts";

// News with one line per story has no paragraphs, so about this many characters form one.
const paragraphLength = { zh: 100, en: 260 };
// A search for a shorter paragraph would find anything.
const minParagraph = { zh: 15, en: 40 };

/** The text's own paragraphs, with long ones cut at sentence ends. */
function paragraphsOf(text: string, language: Language): string[] {
  const paragraphs: string[] = [];
  let open = "";
  let line = -1;
  for (const sentence of splitSentences(text, language)) {
    const ownLine = text.lastIndexOf("\n", sentence.start);
    if (
      open !== "" &&
      (ownLine !== line || open.length + sentence.text.length > paragraphLength[language])
    ) {
      paragraphs.push(open);
      open = "";
    }
    open = open === "" ? sentence.text : `${open}${language === "zh" ? "" : " "}${sentence.text}`;
    line = ownLine;
  }
  if (open !== "") paragraphs.push(open);
  const long = paragraphs.filter(({ length }) => length >= minParagraph[language]);
  return long.length > 0 ? long : paragraphs;
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
    const { beginning, continuing } = halved;
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
