// Writes briefs, a few lines each, of seeds that are not in a folder for one kind and language.

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

/** Maximum lengths in characters. */
const maxOpeningLength = 300;
const maxHeadingLength = 60;
const maxHeadings = 8;

/** A marked heading, or a short line that neither ends a sentence nor states a value. */
const headingPattern =
  /^(?:#{1,6}\s+(?<marked>.{1,200})|(?<short>[^|:：]{2,40}(?<![。！？.!?;；:：,，、])))$/u;

// Never splits a surrogate pair.
const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

function headingsOf(text: string): string[] {
  const headings = new Set<string>();
  for (const [line] of blankCode(text).matchAll(/[^\n]+/g)) {
    const { marked, short } = headingPattern.exec(line.trim())?.groups ?? {};
    const heading = marked ?? short;
    if (heading !== undefined && /\p{L}/u.test(heading))
      headings.add(truncate(heading, maxHeadingLength));
    if (headings.size === maxHeadings) break;
  }
  return [...headings];
}

/** What a person sees on opening a file: its name, its headings, its beginning. */
export const briefOf = ({
  id,
  text,
  provenance: { source },
}: Pick<SeedRow, "id" | "text" | "provenance">): SeedBriefsRow["briefs"][number] => ({
  seedId: id,
  file: join(basename(dirname(source)), basename(source)),
  headings: headingsOf(text),
  opening: truncate(
    text
      .trimStart()
      .slice(0, 4 * maxOpeningLength)
      .replace(/\s+/g, " "),
    maxOpeningLength,
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
