// The task that a system has for an item: each task has its own instruction.

import { BaselineTask } from "../../schemas/evaluation/prompts.ts";

/** `question` if the type is not a task of its own. The type of a question is kept from the system: it could reveal that it is unanswerable. */
export const taskOf = (type: string): BaselineTask =>
  BaselineTask.safeParse(type).data ?? "question";
