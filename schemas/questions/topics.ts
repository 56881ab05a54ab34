// What documents are about, as far as code can tell.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { Language } from "../items/item-types.ts";

/** Documents of one language that are about the same; each document has one topic at most. */
export const TopicRow = z.strictObject({
  id: z.string(),
  language: Language,
  /** The first is telling of all its documents, the others of half of them at least. */
  words: z.array(z.string()).min(1),
  documentIds: z.array(z.string()).min(2),
});
export type TopicRow = z.output<typeof TopicRow>;

export const topics = artifactOf("questions/topics", TopicRow);
