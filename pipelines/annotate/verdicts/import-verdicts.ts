// Imports people's verdicts into the run: checks them, merges them with existing reviews, and derives decisions on the items.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  annotationTasks,
  type AnnotationTaskRow,
  decisions,
  isJudge,
  itemVersions,
  rejections,
  type ReviewRow,
  reviews,
} from "../../../schemas/annotation.ts";
import type { Artifact } from "../../../schemas/define.ts";
import { type ItemRow, items } from "../../../schemas/items/records.ts";
import type { ImportSummary, UnreadableVerdict } from "../../../schemas/output/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { replaceFile } from "../../engine/files.ts";
import { lockBriefly } from "../../engine/lock.ts";
import { openRun, type OpenRun } from "../../engine/open-run.ts";
import { pathsOf } from "../../engine/artifact-seal.ts";
import { jsonLines } from "../person-folder.ts";
import { checkVerdict, normalizeAnnotator } from "./check-verdict.ts";
import { decide } from "./decisions.ts";
import { decideRejections } from "./rejections.ts";
import { latestReviews, reviewKey, timeOf } from "./latest-reviews.ts";
import { protocols } from "../protocols/protocols.ts";
import { findAmbiguous, mergeReviews } from "./merge-reviews.ts";
import { isUnreadable, type VerdictOutcome, type ParsedVerdict } from "./verdict-outcome.ts";

type Tasks = ReadonlyMap<string, AnnotationTaskRow>;

interface ClassifiedVerdicts {
  readonly finished: ReviewRow[];
  readonly unfinished: ParsedVerdict[];
  readonly problems: UnreadableVerdict[];
  unknownCount: number;
}

function readTasks(run: OpenRun): Tasks {
  const tasks = new Map([...run.rows(annotationTasks)].map(task => [task.id, task]));
  if (tasks.size > 0) return tasks;
  throw new PipelineError(
    "bad-input",
    `No annotation batch was drawn from ${run.directory}, so there are no tasks for the verdicts.`,
    {
      hint: "Give the run that the batch was drawn from, or draw one: ragwright annotate batch <run> --protocol …",
    },
  );
}

const isUnfinished = ({ complete, values }: ParsedVerdict): boolean =>
  !complete || Object.values(values).every(value => value.trim() === "");

const unknownTaskProblem = (taskId: string): string =>
  `the run has no task "${taskId.slice(0, 60)}"; the verdict belongs to a batch of another run (import it into the run that batch was drawn from), or its task id was changed`;

function classifyOutcomes(outcomes: Iterable<VerdictOutcome>, tasks: Tasks): ClassifiedVerdicts {
  const classifiedVerdicts: ClassifiedVerdicts = {
    finished: [],
    unfinished: [],
    problems: [],
    unknownCount: 0,
  };
  for (const outcome of outcomes) {
    if (isUnreadable(outcome)) classifiedVerdicts.problems.push(outcome);
    else classifyVerdict(outcome, tasks, classifiedVerdicts);
  }
  return classifiedVerdicts;
}

function classifyVerdict(
  verdict: ParsedVerdict,
  tasks: Tasks,
  classifiedVerdicts: ClassifiedVerdicts,
): void {
  const { place, taskId } = verdict;
  const task = tasks.get(taskId);
  if (!task) {
    classifiedVerdicts.unknownCount++;
    classifiedVerdicts.problems.push({ place, problem: unknownTaskProblem(taskId) });
  } else if (isUnfinished(verdict))
    classifiedVerdicts.unfinished.push({
      ...verdict,
      annotator: normalizeAnnotator(verdict.annotator),
    });
  else {
    const checked = checkVerdict({ task, protocol: protocols[task.protocol] }, verdict);
    if (typeof checked === "string") classifiedVerdicts.problems.push({ place, problem: checked });
    else classifiedVerdicts.finished.push(checked);
  }
}

/** Counts tasks that a person has not finished, including finished ones that were reopened later. */
function countUnfinished(
  unfinished: readonly ParsedVerdict[],
  latest: readonly ReviewRow[],
): number {
  const finishTimes = new Map(latest.map(review => [reviewKey(review), timeOf(review)]));
  const isStillUnfinished = (verdict: ParsedVerdict) => {
    const finishTime = finishTimes.get(reviewKey(verdict));
    return finishTime === undefined || timeOf(verdict) > finishTime;
  };
  return new Set(unfinished.filter(isStillUnfinished).map(reviewKey)).size;
}

/** Items of the tasks, by id. */
function readItems(run: OpenRun, tasks: Tasks): Map<string, ItemRow> {
  const itemIds = new Set([...tasks.values()].map(({ itemId }) => itemId));
  const itemsById = new Map<string, ItemRow>();
  for (const item of run.rows(items)) if (itemIds.has(item.id)) itemsById.set(item.id, item);
  return itemsById;
}

/** Does not touch a file whose content would not change. */
function writeRows({ directory }: OpenRun, artifact: Artifact, rows: readonly object[]): void {
  const path = pathsOf(directory, artifact.name).rows;
  const text = [...jsonLines(rows)].join("");
  if (existsSync(path) ? readFileSync(path, "utf8") !== text : rows.length > 0)
    replaceFile(path, [text]);
}

function importInto(run: OpenRun, outcomes: Iterable<VerdictOutcome>): ImportSummary {
  const tasks = readTasks(run);
  const { finished, unfinished, problems, unknownCount } = classifyOutcomes(outcomes, tasks);
  const { rows, ...counts } = mergeReviews([...run.rows(reviews)], finished);
  const latest = latestReviews(rows);
  const itemsById = readItems(run, tasks);
  const humanReviews = latest.filter(({ annotator }) => !isJudge(annotator));
  const decisionResult = decide({
    tasks: tasks.values(),
    reviews: humanReviews,
    items: itemsById,
    versions: [...run.rows(itemVersions)],
  });
  // Reviews are written first, since the rest can be derived from them after an interruption.
  writeRows(run, reviews, rows);
  writeRows(run, itemVersions, decisionResult.versions);
  writeRows(run, decisions, decisionResult.decisions);
  writeRows(run, rejections, decideRejections({ tasks: tasks.values(), reviews: humanReviews }));
  const itemIdOf = ({ taskId }: ReviewRow) => tasks.get(taskId)?.itemId ?? null;
  return {
    ...counts,
    unfinished: countUnfinished(unfinished, latest),
    unknown: unknownCount,
    gone: latest.map(itemIdOf).filter(id => id !== null && !itemsById.has(id)).length,
    problems,
    ambiguous: findAmbiguous(rows).map(({ taskId, annotator }) => `${taskId}, ${annotator}`),
    conflicts: decisionResult.decisions.filter(({ decision }) => decision === "conflict"),
    edited: new Set(decisionResult.versions.map(({ itemId }) => itemId)).size,
  };
}

/**
 * Imports verdicts into annotate/reviews of the run, and derives annotate/versions, annotate/decisions and
 * annotate/rejections from all reviews. Reviews are only added; importing the same verdicts again changes nothing,
 * and their order does not matter. Verdicts that do not fit their task's form are reported and not imported. Keeps
 * tasks, reviews and their items in memory. Throws PipelineError: "bad-input" if the directory holds no run or no
 * batch was drawn from it, "locked" while another process writes there.
 */
export function importVerdicts(
  directory: string,
  outcomes: Iterable<VerdictOutcome>,
): ImportSummary {
  const run = openRun(directory);
  const lock = lockBriefly(join(directory, "annotate"));
  try {
    return importInto(run, outcomes);
  } finally {
    lock.release();
  }
}
