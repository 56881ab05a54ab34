// Topics of documents, as far as code can detect them.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";

/** Documents in one language on the same topic; each document has at most one topic. */
export const TopicRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** The first is distinctive of all its documents, the others of at least half of them. */
  words: z.array(z.string()).min(1),
  documentIds: z.array(z.string()).min(2),
});
export type TopicRow = z.output<typeof TopicRow>;

export const topics = artifactOf("questions/topics", TopicRow);
