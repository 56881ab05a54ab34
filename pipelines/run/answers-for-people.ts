// Draws a random sample of answers for people to judge, from items where two systems' answers differ: people's verdicts are used to correct a judge's.

import { join } from "node:path";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { replaceFile } from "../engine/files.ts";
import { itemsAnsweredDifferently, isJudgedByPeople } from "../evaluate/decide/known-leads.ts";
import { inRandomOrder } from "../evaluate/decide/sequential-decision.ts";
import type { DecisionJob, Judgement } from "./decision-judgements.ts";
import { isRun } from "./evaluation-inputs.ts";

/** Number of judged items beyond which the judge's own uncertainty dominates. */
const wantedCount = 100;

/**
 * Items with people's verdicts on both answers count towards `wantedCount`. Verdicts can distinguish the systems only
 * if their answers differ, so no other items are drawn. Null if people's verdicts have no bearing on the metric, or
 * there are enough of them.
 */
export function writeAnswersForPeople(
  job: DecisionJob,
  { items }: Judgement,
): Decision["forPeople"] {
  const { systems, judgedMetric, randomSeed, directory, options } = job;
  if (judgedMetric === undefined || !isJudgedByPeople(judgedMetric) || !isRun(options.against))
    return null;
  const judgedIds = new Set(
    items
      .filter(({ people, isSameAnswer }) => people !== null && !isSameAnswer)
      .map(({ itemId }) => itemId),
  );
  const drawnItems = inRandomOrder(
    itemsAnsweredDifferently(systems, systems[0].answers.keys()).map(itemId => ({ itemId })),
    randomSeed,
  )
    .filter(({ itemId }) => !judgedIds.has(itemId))
    .slice(0, Math.max(0, wantedCount - judgedIds.size));
  if (drawnItems.length === 0) return null;
  const files = systems.map(({ name, answers }) => {
    const path = join(directory, "for-people", `${name}.jsonl`);
    const lines = drawnItems.map(
      ({ itemId }) => `${JSON.stringify({ id: itemId, answer: answers.get(itemId) })}\n`,
    );
    replaceFile(path, lines);
    return path;
  });
  return { items: drawnItems.length, files };
}
