// Record of a topic that code detected in documents.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";

/** Documents in one language on the same topic; each document has at most one topic. */
export const TopicRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** Its label: the first word is distinctive of all its documents, the others of at least half of them. */
  words: z.array(z.string()).min(1),
  documentIds: z.array(z.string()).min(2),
});
export type TopicRow = z.output<typeof TopicRow>;

export const topics = artifactOf("questions/topics", TopicRow);
