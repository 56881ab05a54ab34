// Agreement between the people who reviewed a run, what they accept, and how the automatic filters and a judge compare.

import {
  decisions,
  isJudge,
  judgeNamed,
  type Protocol,
  type ReviewRow,
  reviews,
} from "../../../schemas/annotation.ts";
import type { AgreementResult } from "../../../schemas/output/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { openRun, type OpenRun } from "../../engine/open-run.ts";
import { acceptanceOf, judgeFilters } from "./acceptance.ts";
import { fieldAgreement, majority, type ReviewedTask } from "./field-agreement.ts";
import { type FigureTask, figuresOf } from "./figures.ts";
import { type TaskReviews, type ProtocolReviews, readTasks } from "./fitting-reviews.ts";
import { reviewersOf, secondsOf } from "./reviewers.ts";
import { latestReviews, replaces } from "../verdicts/latest-reviews.ts";
import { protocols } from "../protocols/all.ts";

export interface AgreementOptions {
  readonly protocol?: Protocol | undefined;
  /** The name under which a model's verdicts were imported. */
  readonly judge?: string | undefined;
}

/** The last arbitration verdict per item; it settles the item. */
function arbitrationsOf(
  found: readonly TaskReviews[],
  judge: string | undefined,
): Map<string, ReviewRow> {
  const last = new Map<string, ReviewRow>();
  for (const { task, reviews: ofTask } of found) {
    if (!task.arbitrates || task.itemId === null) continue;
    for (const review of ofTask) {
      const before = last.get(task.itemId);
      if (review.annotator !== judge && (!before || replaces(review, before)))
        last.set(task.itemId, review);
    }
  }
  return last;
}

const reviewedTask = (
  { task, fields, reviews: ofTask }: TaskReviews,
  judge: string | undefined,
): ReviewedTask => ({
  task,
  fields,
  people: new Map(
    ofTask
      .filter(({ annotator }) => annotator !== judge)
      .map(({ annotator, values }) => [annotator, values]),
  ),
  judge: ofTask.find(({ annotator }) => annotator === judge)?.values,
});

/** The verdicts that count for the item (the arbiter's alone if there is one) and whether they accept it; null on a tie. */
function decidedTask(
  reviewed: ReviewedTask,
  arbitrations: ReadonlyMap<string, ReviewRow>,
): FigureTask {
  const { task } = reviewed;
  const arbiter = task.itemId === null ? undefined : arbitrations.get(task.itemId);
  const people = arbiter ? new Map([[arbiter.annotator, arbiter.values]]) : reviewed.people;
  const { decide } = protocols[task.protocol];
  return {
    ...reviewed,
    people,
    accepted:
      (decide &&
        majority([...people.values()].map(values => decide(task.content, values).accepted))) ??
      null,
  };
}

function resultOf(
  protocol: Protocol,
  { found, tasks, reviews: all }: ProtocolReviews,
  judge: string | undefined,
): Omit<AgreementResult, "decisions"> {
  const plain = found
    .filter(({ task }) => task.control === null && !task.arbitrates)
    .map(single => reviewedTask(single, judge));
  const seen = plain.filter(({ people }) => people.size > 0);
  const arbitrations = arbitrationsOf(found, judge);
  const decided = seen.map(single => decidedTask(single, arbitrations));
  const kept = decided.filter(({ task }) => task.automatic?.accepted !== false);
  const reviewers = reviewersOf(found);
  const people = reviewers.filter(({ annotator }) => annotator !== judge);
  const timed = found
    .filter(({ task }) => task.control === null)
    .flatMap(single => single.reviews.filter(({ annotator }) => annotator !== judge));
  const model = reviewers.find(({ annotator }) => annotator === judge) ?? null;
  const decides = protocols[protocol].decide !== undefined;
  return {
    protocol,
    tasks,
    reviewed: seen.length,
    reviews: people.reduce((total, person) => total + person.reviews, 0),
    strays: all - found.reduce((total, single) => total + single.reviews.length, 0),
    people,
    judge: model,
    fields: fieldAgreement(plain, model !== null),
    acceptance: decides ? acceptanceOf(kept) : [],
    figures: figuresOf(protocol, kept, secondsOf(timed)),
    filters: decides ? judgeFilters(decided) : null,
  };
}

function countDecisions(run: OpenRun, protocol: Protocol): AgreementResult["decisions"] {
  const counts = { accepted: 0, rejected: 0, conflict: 0 };
  for (const row of run.rows(decisions)) if (row.protocol === protocol) counts[row.decision] += 1;
  return counts;
}

/** The named judge, or the only one there is; undefined if no judge is compared. */
function chooseJudge(names: readonly string[], wanted: string | undefined): string | undefined {
  const judges = names.filter(isJudge);
  if (wanted === undefined) return judges.length === 1 ? judges[0] : undefined;
  const judge = judgeNamed(wanted);
  if (judges.includes(judge) || names.length === 0) return judge;
  const known =
    judges.length > 0
      ? `Judges here are ${judges.slice(0, 20).join(", ")}.`
      : "There are only verdicts by people.";
  throw new PipelineError("bad-input", `There are no verdicts by the judge "${judge}".`, {
    hint: `${known} A model's verdicts are imported with judge:NAME as the annotator.`,
  });
}

/**
 * One result per protocol that has reviews in the run, in the order of the protocols; none before verdicts are
 * imported. Only a person's last review of a task counts; controls are counted separately. PipelineError("bad-input")
 * for a folder without a run or a judge without reviews.
 */
export function agreementOf(
  directory: string,
  { protocol, judge: wanted }: AgreementOptions = {},
): AgreementResult[] {
  const run = openRun(directory);
  const all = latestReviews(run.rows(reviews)).filter(
    review => protocol === undefined || review.protocol === protocol,
  );
  const judge = chooseJudge([...new Set(all.map(({ annotator }) => annotator))].toSorted(), wanted);
  const readings = readTasks(
    run,
    all.filter(({ annotator }) => !isJudge(annotator) || annotator === judge),
  );
  return (Object.keys(protocols) as Protocol[]).flatMap(name => {
    const reading = readings.get(name);
    return reading
      ? [{ ...resultOf(name, reading, judge), decisions: countDecisions(run, name) }]
      : [];
  });
}
