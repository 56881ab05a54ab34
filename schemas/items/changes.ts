// Records of the items as they were before documents were edited, and of what became of them.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "./item-types.ts";

/** An item as it was before the documents changed. */
export const EarlierItemRow = z.strictObject({
  /** The item's id. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  question: z.string(),
  /** The evidence it rested on. */
  evidence: z.array(
    z.strictObject({ documentId: z.string(), start: z.int().min(0), text: z.string() }),
  ),
});
export type EarlierItemRow = z.output<typeof EarlierItemRow>;

/** What became of an item when the documents changed. */
export const ChangeRow = z.strictObject({
  /** The item's id. */
  id: z.string(),
  language: Language,
  question: z.string(),
  /** kept: its evidence is where it was; moved: its evidence is elsewhere, and its offsets were updated; retired: it is no longer generated; new: it was generated from new text or replaces a retired item. */
  state: z.enum(["kept", "moved", "retired", "new"]),
  /** Why it was retired; null if it was not. */
  because: z.string().nullable(),
});
export type ChangeRow = z.output<typeof ChangeRow>;

export const earlierItemRows = artifactOf("items/earlier", EarlierItemRow);
export const changes = artifactOf("items/changes", ChangeRow);
