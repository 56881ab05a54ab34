// What candidates of the shortlist come to: their keypoints and keywords, and what their last reader made of them.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Span } from "../items/documents.ts";
import { Language } from "../items/item-types.ts";
import { Measures } from "../items/measures.ts";
import { Evidence, KeypointKind, Keywords } from "../items/records.ts";
import { Fault, Loss } from "./records.ts";

/** Candidates whose keys one request asks for, of whatever materials, each by itself. */
export const SheetRow = z.strictObject({
  id: z.string(),
  language: Language,
  entries: z.array(z.strictObject({ shortlistId: z.string(), number: z.int().min(1) })).min(1),
});
export type SheetRow = z.output<typeof SheetRow>;

/** Keypoints and keywords of one candidate, and the evidence that they rest on. */
export const Keys = z.strictObject({
  number: z.int().min(1),
  evidence: z.array(Evidence),
  measures: Measures,
  keypoints: z
    .array(z.strictObject({ claim: z.string().min(1), kind: KeypointKind, spans: z.array(Span) }))
    .min(1),
  /** Null where there is nothing to find: the question cannot be answered. */
  keywords: Keywords.nullable(),
  /** What is wrong with the item though it stands, and the gravest of it in a sentence; "" for nothing. */
  faults: z.array(Fault),
  why: z.string(),
});
export type Keys = z.output<typeof Keys>;

/** What one candidate came to: its keys, or why it fell. */
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
