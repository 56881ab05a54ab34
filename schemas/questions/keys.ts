// Records of the keypoints and keywords of shortlisted candidates, and of the last reader's assessment.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { Language } from "../items/item-types.ts";
import { Measures } from "../items/measures.ts";
import { Evidence, KeypointKind, Keywords } from "../items/records.ts";
import { Fault, Loss } from "./records.ts";

/** Candidates whose keys are requested together, though each is judged on its own; they may be from any materials. */
export const SheetRow = z.strictObject({
  id: z.string(),
  language: Language,
  entries: z.array(z.strictObject({ shortlistId: z.string(), number: z.int().min(1) })).min(1),
});
export type SheetRow = z.output<typeof SheetRow>;

/** Keypoints and keywords of one candidate, and the evidence they rest on. */
export const Keys = z.strictObject({
  number: z.int().min(1),
  evidence: z.array(Evidence),
  measures: Measures,
  keypoints: z
    .array(z.strictObject({ claim: z.string().min(1), kind: KeypointKind, spans: z.array(Span) }))
    .min(1),
  /** Null for an unanswerable question: there is nothing to find. */
  keywords: Keywords.nullable(),
  /** Faults that do not reject the item, and the worst one in a sentence; "" if there is none. */
  faults: z.array(Fault),
  why: z.string(),
});
export type Keys = z.output<typeof Keys>;

/** The outcome of one candidate: its keys, or why it was rejected. */
export const KeysRow = z.strictObject({
  id: z.string(),
  language: Language,
  domain: z.string(),
  shortlistId: z.string(),
  proposalId: z.string(),
  keys: Keys.nullable(),
  losses: z.array(Loss),
});
export type KeysRow = z.output<typeof KeysRow>;

export const sheets = artifactOf("questions/sheets", SheetRow);
export const keys = artifactOf("questions/keys", KeysRow);
