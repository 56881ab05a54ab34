// Measures how much of a held-out document, or of its second half, other documents repeat.

import type { HeldOutRow, LeakRow } from "../../schemas/crud/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type GramIndex, indexGrams, type SharedCount } from "../text/gram-index.ts";
import { jaccardOfCounts, gramSet } from "../text/gram-sets.ts";
import { cutInHalf } from "./cut-in-half.ts";

/** Minimum overlap that is recorded: unrelated articles in one language stay below it; English has fewer distinct 5-grams. */
const minRecordedOverlap: Record<Language, number> = { zh: 0.1, en: 0.25 };

/** The text that must not be in the corpus: the second half, against which a continuation is judged, or the whole text if it cannot be halved. */
export const protectedTextOf = ({
  text,
  language,
}: Pick<DocumentRow, "text" | "language">): string =>
  cutInHalf(text, language)?.continuation ?? text;

/**
 * One row per pair of a held-out document and another that overlaps it considerably or is excluded because of it;
 * ordered by held-out document, then by the other. The result is exact: all pairs are compared. Pairs of held-out
 * documents yield no row.
 */
export function leaksOf(
  documents: readonly DocumentRow[],
  heldOutRows: readonly HeldOutRow[],
  thresholds: CrudSettings["leak"],
): LeakRow[] {
  const byId = new Map(documents.map(document => [document.id, document]));
  const sources = heldOutRows.flatMap(({ id }) => byId.get(id) ?? []);
  const heldOutIds = new Set(sources.map(({ id }) => id));
  const index = indexGrams(
    sources.map(source => ({ text: source.text, part: protectedTextOf(source) })),
  );
  const rows = sources.map((): LeakRow[] => []);
  for (const { id: documentId, text } of documents) {
    if (heldOutIds.has(documentId)) continue;
    const grams = gramSet(text);
    for (const count of index.countSharedWith(grams)) {
      const overlap = measureOverlap(count, index, grams.length);
      const excluded =
        overlap.similarity >= thresholds.similarity ||
        overlap.containment >= thresholds.containment;
      const { id: heldOutId, language } = sources[count.index] as DocumentRow;
      if (
        !excluded &&
        Math.max(overlap.similarity, overlap.containment) < minRecordedOverlap[language]
      )
        continue;
      rows[count.index]?.push({
        id: rowId("leak", heldOutId, documentId),
        heldOutId,
        documentId,
        language,
        ...overlap,
        excluded,
      });
    }
  }
  return rows.flat();
}

function measureOverlap(
  { index, shared, sharedPart }: SharedCount,
  { sizes }: GramIndex,
  grams: number,
): Pick<LeakRow, "similarity" | "containment"> {
  const { whole, part } = sizes[index] ?? { whole: 0, part: 0 };
  return {
    similarity: jaccardOfCounts(shared, whole, grams),
    containment: part === 0 ? 0 : sharedPart / part,
  };
}
