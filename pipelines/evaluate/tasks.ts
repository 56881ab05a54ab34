// What a system is to do with an item: each task has an instruction of its own.

import { BaselineTask } from "../../schemas/evaluation/prompts.ts";

/** A question where the type is not a task of its own. The type of a question is not told: it could give away that it cannot be answered. */
export const taskOf = (type: string): BaselineTask =>
  BaselineTask.safeParse(type).data ?? "question";
