// Has a model carry out an item's task from given passages, with the instruction for that task.

import { baselinePrompts } from "../../schemas/evaluation/prompts.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { splitCorrection } from "../../schemas/items/correction-text.ts";
import type { Ask } from "../engine/stage.ts";
import { scoredPartOf } from "./scored-part.ts";
import { numberPassages } from "./numbered-passages.ts";
import { taskOf } from "./item-task.ts";

/** The trimmed answer; for a correction, only its continuation. */
export async function answerTask(
  ask: Ask,
  truth: Pick<TruthRow, "type" | "question" | "language">,
  texts: readonly string[],
): Promise<string> {
  const { type, question, language } = truth;
  const [task, passages] = [taskOf(type), numberPassages(texts)];
  const { answer } =
    task === "correction"
      ? await ask(baselinePrompts[task], language, { ...splitCorrection(question), passages })
      : await ask(baselinePrompts[task], language, { input: question, passages });
  return scoredPartOf(answer.trim(), truth) ?? "";
}
