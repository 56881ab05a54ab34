// What is made of a story: a withheld article, those of the corpus that tell the same event, and the tasks they bear.

import { z } from "zod";
import { artifactOf } from "../../define.ts";
import { Derivation } from "../../items/derivation.ts";
import { CrudTask, Join, Language } from "../../items/item-types.ts";
import { Claim } from "../../items/records.ts";

const of = { id: z.string(), language: Language, domain: z.string() };

/** How an article of the corpus has to do with the withheld one. */
export const Relation = z.enum(["same", "follow-up", "background", "unrelated"]);
export type Relation = z.output<typeof Relation>;

export const StoryRow = z.strictObject({
  ...of,
  heldOutId: z.string(),
  /** Those on its event, nearest first. */
  documentIds: z.array(z.string()).min(2),
});
export type StoryRow = z.output<typeof StoryRow>;

/** Stories that one request is about. */
export const StorySheetRow = z.strictObject({ ...of, storyIds: z.array(z.string()).min(1) });
export type StorySheetRow = z.output<typeof StorySheetRow>;

/** UHGEval's kinds: a value or day, a name or body put in another's place, a made-up cause, a made-up statement. */
const ErrorKind = z.enum(["value", "name", "cause", "statement"]);

export const StoryError = z.strictObject({
  wrong: z.string().min(1),
  right: z.string().min(1),
  kind: ErrorKind,
});
export type StoryError = z.output<typeof StoryError>;

export const StoryTask = z.strictObject({
  /** Among all tasks of the sheet. */
  number: z.int().min(1),
  type: CrudTask,
  /** What a system is given. */
  input: z.string().min(1),
  answer: z.string().min(1),
  /** All that the answer says, each with the sentences of the corpus that state it. */
  claims: z.array(Claim).min(1),
  derivations: z.array(Derivation),
  /** Of a question over several articles. */
  joins: Join.optional(),
  /** Of a continuation or summary: sentences that the withheld article has for it, and those that the answer tells. */
  original: z.strictObject({ sentences: z.int().min(0), told: z.int().min(0) }).optional(),
  /** Of a correction. */
  errors: z.array(StoryError),
  /** Its maker's mark. */
  worth: z.int().min(1).max(5),
});
export type StoryTask = z.output<typeof StoryTask>;

const ToldStory = z.strictObject({
  storyId: z.string(),
  heldOutId: z.string(),
  articles: z.array(
    z.strictObject({
      documentId: z.string(),
      tells: Relation,
      /** Where its own text begins, if a headline or byline runs into it: a UTF-16 offset. */
      opens: z.int().min(1).optional(),
    }),
  ),
  tasks: z.array(StoryTask).min(1),
});
export type ToldStory = z.output<typeof ToldStory>;

/** Of the stories on a sheet those that bear tasks. */
export const StoryTasksRow = z.strictObject({ ...of, stories: z.array(ToldStory).min(1) });
export type StoryTasksRow = z.output<typeof StoryTasksRow>;

/** A task that a second reader bore out, who had not seen its answer. */
export const StoryDraftRow = z.strictObject({
  ...of,
  /** Of its sheet's tasks. */
  tasksId: z.string(),
  heldOutId: z.string(),
  task: StoryTask,
  /** The reader's mark. */
  read: z.int().min(1).max(5),
  /** 5, or 4 where the reader found something left out or said besides. */
  right: z.int().min(1).max(5).optional(),
});
export type StoryDraftRow = z.output<typeof StoryDraftRow>;

export const stories = artifactOf("crud/stories", StoryRow);
export const storySheets = artifactOf("crud/story-sheets", StorySheetRow);
export const storyTasks = artifactOf("crud/story-tasks", StoryTasksRow);
export const storyDrafts = artifactOf("crud/story-drafts", StoryDraftRow);
