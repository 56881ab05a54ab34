// Items as they stood before documents were edited, and what became of them.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "./item-types.ts";

/** An item as it stood before the documents were changed. */
export const EarlierRow = z.strictObject({
  /** The item's. */
  id: z.string(),
  language: Language,
  domain: z.string(),
  question: z.string(),
  /** What it rested on. */
  evidence: z.array(
    z.strictObject({ documentId: z.string(), start: z.int().min(0), text: z.string() }),
  ),
});
export type EarlierRow = z.output<typeof EarlierRow>;

/** What became of an item when the documents changed. */
export const ChangeRow = z.strictObject({
  /** The item's. */
  id: z.string(),
  language: Language,
  question: z.string(),
  /** kept: its evidence stands where it stood; moved: elsewhere, and its offsets with it; retired: no more; new: made of new text, or in the place of a retired one. */
  state: z.enum(["kept", "moved", "retired", "new"]),
  /** Why it was retired; null for the others. */
  because: z.string().nullable(),
});
export type ChangeRow = z.output<typeof ChangeRow>;

export const earlier = artifactOf("items/earlier", EarlierRow);
export const changes = artifactOf("items/changes", ChangeRow);
