// The task that an item sets a system: each task has its own instruction.

import { BaselineTask } from "../../schemas/evaluation/prompts.ts";

/** `question` if the type is not a task of its own. Systems do not see the type of a question, which could reveal that it is unanswerable. */
export const taskOf = (type: string): BaselineTask =>
  BaselineTask.safeParse(type).data ?? "question";
