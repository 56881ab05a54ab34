// Has a model do what an item asks with the passages it is given, each task by its own instruction.

import { baselinePrompts } from "../../schemas/evaluation/prompts.ts";
import type { TruthRow } from "../../schemas/evaluation/truth.ts";
import { correctionParts } from "../../schemas/items/correction-text.ts";
import type { Ask } from "../engine/stage.ts";
import { scoredPart } from "./corrected-part.ts";
import { numberPassages } from "./numbered-passages.ts";
import { taskOf } from "./tasks.ts";

/** Trimmed, and of a correction its continuation alone. */
export async function answerTask(
  ask: Ask,
  truth: Pick<TruthRow, "type" | "question" | "language">,
  texts: readonly string[],
): Promise<string> {
  const { type, question, language } = truth;
  const [task, passages] = [taskOf(type), numberPassages(texts)];
  const { answer } =
    task === "correction"
      ? await ask(baselinePrompts[task], language, { ...correctionParts(question), passages })
      : await ask(baselinePrompts[task], language, { input: question, passages });
  return scoredPart(answer.trim(), truth) ?? "";
}
