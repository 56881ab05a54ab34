// Measures how closely the people who reviewed a run agree, which items they accept, and how well the automatic filters and a judge agree with them.

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
import { acceptanceOf, filterAgreementOf } from "./acceptance.ts";
import { fieldAgreement, majority, type ReviewedTask } from "./field-agreement.ts";
import { type FigureTask, figuresOf } from "./protocol-figures.ts";
import { type TaskReviews, type ProtocolReviews, readValidReviews } from "./valid-reviews.ts";
import { reviewersOf, secondsOf } from "./reviewers.ts";
import { latestReviews, replaces } from "../verdicts/latest-reviews.ts";
import { protocols } from "../protocols/protocols.ts";

export interface AgreementOptions {
  readonly protocol?: Protocol | undefined;
  /** The name under which a model's verdicts were imported. */
  readonly judge?: string | undefined;
}

/** For each item that an arbiter judged, the arbiter's last verdict, which settles the item. */
function arbitrationsOf(
  taskReviews: readonly TaskReviews[],
  judge: string | undefined,
): Map<string, ReviewRow> {
  const latest = new Map<string, ReviewRow>();
  for (const { task, reviews: ownReviews } of taskReviews) {
    if (!task.arbitrates || task.itemId === null) continue;
    for (const review of ownReviews) {
      const previous = latest.get(task.itemId);
      if (review.annotator !== judge && (!previous || replaces(review, previous)))
        latest.set(task.itemId, review);
    }
  }
  return latest;
}

const toReviewedTask = (
  { task, fields, reviews: ownReviews }: TaskReviews,
  judge: string | undefined,
): ReviewedTask => ({
  task,
  fields,
  people: new Map(
    ownReviews
      .filter(({ annotator }) => annotator !== judge)
      .map(({ annotator, values }) => [annotator, values]),
  ),
  judge: ownReviews.find(({ annotator }) => annotator === judge)?.values,
});

/** The verdicts that count towards the item (the arbiter's alone if there is one) and whether they accept it; null on a tie. */
function toDecidedTask(
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
  { taskReviews, tasks, reviews: reviewCount }: ProtocolReviews,
  judge: string | undefined,
): Omit<AgreementResult, "decisions"> {
  const ordinaryTasks = taskReviews
    .filter(({ task }) => task.control === null && !task.arbitrates)
    .map(entry => toReviewedTask(entry, judge));
  const reviewedTasks = ordinaryTasks.filter(({ people }) => people.size > 0);
  const arbitrations = arbitrationsOf(taskReviews, judge);
  const decidedTasks = reviewedTasks.map(task => toDecidedTask(task, arbitrations));
  const passedTasks = decidedTasks.filter(({ task }) => task.automatic?.accepted !== false);
  const reviewers = reviewersOf(taskReviews);
  const people = reviewers.filter(({ annotator }) => annotator !== judge);
  const ordinaryReviews = taskReviews
    .filter(({ task }) => task.control === null)
    .flatMap(({ reviews: ownReviews }) =>
      ownReviews.filter(({ annotator }) => annotator !== judge),
    );
  const judgeReviewer = reviewers.find(({ annotator }) => annotator === judge) ?? null;
  const hasDecisions = protocols[protocol].decide !== undefined;
  return {
    protocol,
    tasks,
    reviewed: reviewedTasks.length,
    reviews: people.reduce((total, person) => total + person.reviews, 0),
    strays: reviewCount - taskReviews.reduce((total, entry) => total + entry.reviews.length, 0),
    people,
    judge: judgeReviewer,
    fields: fieldAgreement(ordinaryTasks, judgeReviewer !== null),
    acceptance: hasDecisions ? acceptanceOf(passedTasks) : [],
    figures: figuresOf(protocol, passedTasks, secondsOf(ordinaryReviews)),
    filters: hasDecisions ? filterAgreementOf(decidedTasks) : null,
  };
}

function countDecisions(run: OpenRun, protocol: Protocol): AgreementResult["decisions"] {
  const counts = { accepted: 0, rejected: 0, conflict: 0 };
  for (const row of run.rows(decisions)) if (row.protocol === protocol) counts[row.decision] += 1;
  return counts;
}

/** Returns the judge requested, otherwise the only one; undefined if no judge is to be compared. */
function chooseJudge(
  names: readonly string[],
  requestedName: string | undefined,
): string | undefined {
  const judges = names.filter(isJudge);
  if (requestedName === undefined) return judges.length === 1 ? judges[0] : undefined;
  const judge = judgeNamed(requestedName);
  if (judges.includes(judge) || names.length === 0) return judge;
  const choices =
    judges.length > 0
      ? `Available judges: ${judges.slice(0, 20).join(", ")}.`
      : "There are only verdicts by people.";
  throw new PipelineError("bad-input", `There are no verdicts by the judge "${judge}".`, {
    hint: `${choices} A model's verdicts are imported with judge:NAME as the annotator.`,
  });
}

/**
 * Returns one result per protocol that has reviews in the run, in the order of the protocols; none before verdicts are
 * imported. Only a person's last review of a task counts; controls are counted separately. Throws
 * PipelineError("bad-input") for a folder without a run or a judge without reviews.
 */
export function agreementOf(
  directory: string,
  { protocol, judge: requestedJudge }: AgreementOptions = {},
): AgreementResult[] {
  const run = openRun(directory);
  const latest = latestReviews(run.rows(reviews)).filter(
    review => protocol === undefined || review.protocol === protocol,
  );
  const judge = chooseJudge(
    [...new Set(latest.map(({ annotator }) => annotator))].toSorted(),
    requestedJudge,
  );
  const reviewsByProtocol = readValidReviews(
    run,
    latest.filter(({ annotator }) => !isJudge(annotator) || annotator === judge),
  );
  return (Object.keys(protocols) as Protocol[]).flatMap(name => {
    const protocolReviews = reviewsByProtocol.get(name);
    return protocolReviews
      ? [{ ...resultOf(name, protocolReviews, judge), decisions: countDecisions(run, name) }]
      : [];
  });
}
