// Cuts each document into fragments of whole sentences, with boundaries that depend only on the text around them.

import { type FragmentRow, fragments } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { type PartSize, partsOf } from "../items/parts.ts";
import { placeFinder } from "./fragment-places.ts";

/** The fragments of a document in order, without duplicates; `size.least` is capped at half of `size.most`. */
export function toFragments(document: DocumentRow, size: PartSize): FragmentRow[] {
  const { id: documentId, text, language, domain, places } = document;
  const placeOf = placeFinder(places);
  const seenIds = new Set<string>();
  return partsOf(document, size)
    .map(({ start, end, tokens, section }): FragmentRow => {
      const fragmentText = text.slice(start, end);
      return {
        id: rowId("fragment", fragmentText),
        documentId,
        language,
        domain,
        section,
        place: placeOf({ start, end }),
        start,
        end,
        tokens,
        text: fragmentText,
      };
    })
    .filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
}

export const fragmentsStage = (size: PartSize) =>
  defineStage({
    name: "cofe/fragments",
    module: import.meta.filename,
    prompts: [],
    settings: size,
    over: documents,
    writes: fragments,
    each(document) {
      const rows = toFragments(document, size);
      return rows.length > 0
        ? made(rows)
        : declined<FragmentRow>("no-sentences", "The document has no letters or numbers.");
    },
  });
