// Shows in a few lines each what seeds are that lie in no folder of a kind and a language.

import { basename, dirname, join } from "node:path";
import {
  type SeedBriefsRow,
  type SeedRow,
  seedBriefs,
  seeds,
} from "../../schemas/rageval/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { blankCode } from "../text/code-blocks.ts";

/** Characters. */
const LONGEST_OPENING = 300;
const LONGEST_HEADING = 60;
const MAX_HEADINGS = 8;

/** Marked as one, or a short line that neither ends a sentence nor states a value. */
const HEADING =
  /^(?:#{1,6}\s+(?<marked>.{1,200})|(?<short>[^|:：]{2,40}(?<![。！？.!?;；:：,，、])))$/u;

// Not between the two halves of a character.
const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

function headingsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [line] of blankCode(text).matchAll(/[^\n]+/g)) {
    const { marked, short } = HEADING.exec(line.trim())?.groups ?? {};
    const heading = marked ?? short;
    if (heading !== undefined && /\p{L}/u.test(heading)) found.add(cut(heading, LONGEST_HEADING));
    if (found.size === MAX_HEADINGS) break;
  }
  return [...found];
}

/** What a person sees who opens a file: its name, its headings, how it begins. */
export const briefOf = ({
  id,
  text,
  provenance: { source },
}: Pick<SeedRow, "id" | "text" | "provenance">): SeedBriefsRow["briefs"][number] => ({
  seedId: id,
  file: join(basename(dirname(source)), basename(source)),
  headings: headingsOf(text),
  opening: cut(
    text
      .trimStart()
      .slice(0, 4 * LONGEST_OPENING)
      .replace(/\s+/g, " "),
    LONGEST_OPENING,
  ),
});

export const seedBriefsStage = defineWholeStage({
  name: "rageval/seed-briefs",
  module: import.meta.filename,
  prompts: [],
  over: seeds,
  writes: seedBriefs,
  all: rows => {
    const unsorted = rows.filter(({ domain }) => domain === "");
    if (unsorted.length === 0) return { rows: [] };
    const chinese = unsorted.filter(({ language }) => language === "zh");
    const briefs = unsorted.map(briefOf);
    const language: Language = chinese.length * 2 > unsorted.length ? "zh" : "en";
    return { rows: [{ id: rowId("briefs", briefs), language, briefs }] };
  },
});
