// Records of stories: a withheld article, the articles in the corpus on the same event, and the tasks generated from them.

import { z } from "zod";
import { artifactOf } from "../../define.ts";
import { Derivation } from "../../items/derivation.ts";
import { CrudTask, Join, Language } from "../../items/item-types.ts";
import { Claim } from "../../items/records.ts";

const rowFields = { id: z.string(), language: Language, domain: z.string() };

/** How an article in the corpus relates to the withheld one. */
export const Relation = z.enum(["same", "follow-up", "background", "unrelated"]);
export type Relation = z.output<typeof Relation>;

export const StoryRow = z.strictObject({
  ...rowFields,
  heldOutId: z.string(),
  /** Documents on its event, nearest first. */
  documentIds: z.array(z.string()).min(2),
});
export type StoryRow = z.output<typeof StoryRow>;

/** The stories of one request. */
export const StorySheetRow = z.strictObject({ ...rowFields, storyIds: z.array(z.string()).min(1) });
export type StorySheetRow = z.output<typeof StorySheetRow>;

/** UHGEval's kinds: a wrong value or date, a person or organization named in place of another, a made-up cause, a made-up statement. */
const ErrorKind = z.enum(["value", "name", "cause", "statement"]);

export const StoryError = z.strictObject({
  wrong: z.string().min(1),
  right: z.string().min(1),
  kind: ErrorKind,
});
export type StoryError = z.output<typeof StoryError>;

export const StoryTask = z.strictObject({
  /** Number among all tasks of the sheet. */
  number: z.int().min(1),
  type: CrudTask,
  /** The input for a system under test. */
  input: z.string().min(1),
  answer: z.string().min(1),
  /** Everything the answer says, each claim with the sentences of the corpus that state it. */
  claims: z.array(Claim).min(1),
  derivations: z.array(Derivation),
  /** For a question that spans several articles. */
  joins: Join.optional(),
  /** For a continuation or summary: how many sentences of the withheld article belong to it, and how many of them the answer covers. */
  original: z.strictObject({ sentences: z.int().min(0), told: z.int().min(0) }).optional(),
  /** The errors of a correction. */
  errors: z.array(StoryError),
  /** The rating its author gave it. */
  worth: z.int().min(1).max(5),
});
export type StoryTask = z.output<typeof StoryTask>;

const StoryWithTasks = z.strictObject({
  storyId: z.string(),
  heldOutId: z.string(),
  articles: z.array(
    z.strictObject({
      documentId: z.string(),
      tells: Relation,
      /** Where its own text begins, if a headline or byline precedes it: a UTF-16 offset. */
      opens: z.int().min(1).optional(),
    }),
  ),
  tasks: z.array(StoryTask).min(1),
});
export type StoryWithTasks = z.output<typeof StoryWithTasks>;

/** The stories of a sheet that yield tasks. */
export const StoryTasksRow = z.strictObject({
  ...rowFields,
  stories: z.array(StoryWithTasks).min(1),
});
export type StoryTasksRow = z.output<typeof StoryTasksRow>;

/** A task confirmed by a second reader who had not seen its answer. */
export const StoryDraftRow = z.strictObject({
  ...rowFields,
  /** Id of its sheet's tasks. */
  tasksId: z.string(),
  heldOutId: z.string(),
  task: StoryTask,
  /** The reader's rating. */
  read: z.int().min(1).max(5),
  /** 5, or 4 if the reader found something missing or added. */
  right: z.int().min(1).max(5).optional(),
});
export type StoryDraftRow = z.output<typeof StoryDraftRow>;

export const stories = artifactOf("crud/stories", StoryRow);
export const storySheets = artifactOf("crud/story-sheets", StorySheetRow);
export const storyTasks = artifactOf("crud/story-tasks", StoryTasksRow);
export const storyDrafts = artifactOf("crud/story-drafts", StoryDraftRow);
