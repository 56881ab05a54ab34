// Draws a sample of a run's candidates, hides rejected ones and controls among them, and gives each person a folder.

import { join } from "node:path";
import { type AnnotationTaskRow, decisions, type Protocol } from "../../../schemas/annotation.ts";
import type { DrawnBatch, Stratum } from "../../../schemas/output/annotation.ts";
import { PipelineError } from "../../engine/errors.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { openRun, type OpenRun } from "../../engine/open-run.ts";
import { readAnswers } from "./answers-by-item.ts";
import { type BatchOptions, type BatchPlan, planBatch } from "./batch-options.ts";
import { hasOtherBatch, type PersonPart, writeBatch } from "./write-batch.ts";
import { makeTasks } from "./batch-tasks.ts";
import { findAnsweredItems } from "./answered-items.ts";
import { type Candidate, type Candidates, findItems } from "./batch-candidates.ts";
import {
  drawForDecision,
  findDecisionCandidates,
  type DecisionRequest,
  defaultItemCount,
} from "./decision-draw.ts";
import { findDraftsToRank } from "./ranked-drafts.ts";
import { type Amount, deal, type WeightedCandidate, drawSample, inHashOrder } from "./sampling.ts";
import { leaveOutEarlier, type NewCandidates } from "./new-candidates.ts";

/**
 * Draws a batch of candidates that no one has been given before and writes it: `<out>/<annotator>/` per person, and
 * annotate/tasks in the run. The same run and options give the same bytes. Keeps in memory the parts of all items
 * that tasks show, and the texts of the documents drawn. Throws PipelineError: "wrong-use" for options that cannot be
 * combined or a folder that contains another batch, "bad-input" if there is nothing to draw.
 */
export function drawBatch(directory: string, options: BatchOptions): DrawnBatch {
  const plan = planBatch(options);
  const run = openRun(directory);
  const candidates = findCandidates(run, plan);
  const sample = plan.conflicts ? drawAll(candidates) : draw(candidates, plan);
  const {
    tasks,
    controls,
    notices: controlNotices,
  } = makeTasks(candidates, sample.drawnCandidates, plan);
  const assignments = assign(tasks, controls, plan);
  const id = rowId(
    "batch",
    plan.protocol,
    plan.randomSeed,
    assignments.map(({ annotator, tasks }) => [annotator, tasks.map(({ id }) => id)]),
  );
  const name = `${plan.protocol}${plan.conflicts ? "-conflicts" : ""}`;
  const out = plan.out ?? freeFolder(join(directory, "annotate", "batches", name), assignments, id);
  const parts = assignments.map(({ folder, ...part }) => ({
    ...part,
    directory: join(out, folder),
  }));
  const missingDocumentIds = writeBatch(run, { id, protocol: plan.protocol, parts });
  const notices = [...candidates.notices, ...sample.notices, ...controlNotices];
  if (missingDocumentIds.length > 0)
    notices.push(
      `${missingDocumentIds.length} documents that tasks show are not in items/documents: ${missingDocumentIds.slice(0, 3).join(", ")}.`,
    );
  if (plan.protocol === "rageval-documents") notices.push(recognizableDraftsNotice);
  if (plan.overlap > 0 && plan.people.length === 1) notices.push(onePersonNotice);
  const folders = parts.map(({ annotator, directory, tasks }) => ({
    annotator,
    directory,
    tasks: tasks.length,
    controls: controls.length,
  }));
  return { id, out, folders, strata: sample.strata, notices };
}

/** Finds the first of `folder`, `folder-2` … that contains no other batch. */
function freeFolder(folder: string, assignments: readonly Assignment[], id: string): string {
  const isFree = (out: string) =>
    assignments.every(part => !hasOtherBatch(join(out, part.folder), id));
  for (let count = 2, out = folder; ; out = `${folder}-${count++}`) if (isFree(out)) return out;
}

function findCandidates(run: OpenRun, plan: BatchPlan): NewCandidates {
  const candidates = searchCandidates(run, plan);
  const unseen = plan.conflicts
    ? { ...keepConflicts(run, candidates, plan.protocol), leftOut: 0 }
    : leaveOutEarlier(run, candidates, plan.protocol);
  if (unseen.rows.some(({ isRejected }) => !isRejected)) return unseen;
  const reason = plan.conflicts
    ? `No item is in conflict under ${plan.protocol}`
    : `There is nothing to draw for ${plan.protocol}`;
  const filters = [...(plan.types ?? []), ...(plan.languages ?? []), ...(plan.domains ?? [])];
  const scope = filters.length > 0 ? ` among ${filters.join(", ")}` : "";
  throw new PipelineError(
    "bad-input",
    [`${reason}${scope} in ${run.directory}.`, ...unseen.notices].join(" "),
    {
      hint: plan.conflicts
        ? "Import verdicts first: ragwright annotate import <run> <folders>."
        : unseen.leftOut > 0
          ? "Import people's verdicts (ragwright annotate import <run> <folders>) and settle their conflicts (--conflicts). If a batch will never be judged, delete its lines from the run's annotate/tasks.jsonl."
          : "Give a finished run, and types, languages and domains that occur in it (ragwright status <run>).",
    },
  );
}

function searchCandidates(
  run: OpenRun,
  { protocol, types, languages, domains, predictions, rejected, forDecision }: BatchPlan,
): Candidates {
  const filter = { types, languages, domains };
  if (protocol === "rageval-documents") return findDraftsToRank(run, filter);
  if (forDecision) return findDecisionCandidates(run, forDecision, filter);
  if (protocol === "judge")
    return findAnsweredItems(run, { predictions: readAnswers(predictions ?? ""), filter });
  return findItems(run, { protocol, filter, includesRejected: rejected > 0 });
}

function keepConflicts(run: OpenRun, candidates: Candidates, protocol: Protocol): Candidates {
  const ids = new Set(
    [...run.rows(decisions)]
      .filter(row => row.protocol === protocol && row.decision === "conflict")
      .map(({ itemId }) => itemId),
  );
  return {
    ...candidates,
    rows: candidates.rows.filter(({ itemId }) => itemId !== null && ids.has(itemId)),
  };
}

interface Draw {
  readonly drawnCandidates: readonly WeightedCandidate<Candidate>[];
  readonly strata: Stratum[];
  readonly notices: readonly string[];
}

const drawAll = ({ rows }: Candidates): Draw => ({
  ...drawSample(rows, { amount: { total: rows.length }, randomSeed: 0 }),
  notices: [],
});

/** Draws a share of the items that the two systems answered differently, or a hundred if no share is given. */
function drawForTwoSystems(
  { rows }: NewCandidates,
  forDecision: DecisionRequest,
  plan: BatchPlan,
): Draw {
  const { share, randomSeed } = plan;
  const itemCount = new Set(rows.map(({ itemId }) => itemId)).size;
  const items = share === undefined ? defaultItemCount : Math.round(share * itemCount);
  const drawn = drawForDecision(rows, forDecision, { items, randomSeed });
  const ids = new Set(drawn.map(({ candidate }) => candidate.id));
  const { strata } = drawSample(
    rows.filter(({ id }) => ids.has(id)),
    { amount: { total: ids.size }, randomSeed },
  );
  const scoredCount = forDecision.leads.size;
  return {
    drawnCandidates: drawn,
    strata,
    notices: [
      scoredCount === 0
        ? "No judge has scored both systems' answers, so all items were drawn with the same probability. Judge them first: ragwright evaluate or ragwright decide, with --model."
        : `Drawn by the difference between a judge's scores for the two systems on each of ${scoredCount} items; the tasks record the probabilities, and ragwright decide corrects for them.`,
    ],
  };
}

function draw(unseen: NewCandidates, plan: BatchPlan): Draw {
  if (plan.forDecision) return drawForTwoSystems(unseen, plan.forDecision, plan);
  const { rows, leftOut } = unseen;
  const { amount, rejected, randomSeed } = plan;
  const acceptedRows = rows.filter(row => !row.isRejected);
  const rejectedRows = rows.filter(row => row.isRejected);
  const target: Amount =
    "share" in amount
      ? { total: Math.round(amount.share * (acceptedRows.length + leftOut)) }
      : amount;
  if ("total" in target && target.total === 0)
    throw new PipelineError(
      "wrong-use",
      `A share of ${"share" in amount ? amount.share : 0} of ${acceptedRows.length + leftOut} candidates is less than one task.`,
      { hint: "Give a larger --share, or --per-stratum." },
    );
  const sample = drawSample(acceptedRows, { amount: target, randomSeed });
  const hiddenCount = Math.round(rejected * sample.drawnCandidates.length);
  const rejectedSample = drawSample(rejectedRows, { amount: { total: hiddenCount }, randomSeed });
  const shortStrata = sample.strata.filter(({ drawn, wanted }) => drawn < wanted);
  const notices: string[] = [];
  if (shortStrata.length > 0) notices.push(shortNotice(shortStrata));
  if (rejectedSample.drawnCandidates.length < hiddenCount)
    notices.push(fewRejectedNotice(rejectedSample.drawnCandidates.length, hiddenCount));
  return {
    drawnCandidates: [...sample.drawnCandidates, ...rejectedSample.drawnCandidates],
    strata: [...sample.strata, ...rejectedSample.strata],
    notices,
  };
}

function shortNotice(shortStrata: readonly Stratum[]): string {
  const names = shortStrata
    .slice(0, 5)
    .map(
      ({ type, language, domain, candidates }) =>
        `${type ?? "documents"} ${language} ${domain} (${candidates})`,
    );
  return `${shortStrata.length === 1 ? "One stratum has" : `${shortStrata.length} strata have`} fewer candidates than the ${shortStrata[0]?.wanted} requested, and all were drawn: ${names.join(", ")}${shortStrata.length > names.length ? ", …" : ""}.`;
}

const fewRejectedNotice = (drawn: number, requestedCount: number) =>
  `Hidden among the tasks: only ${drawn} of the ${requestedCount} filter-rejected candidates requested; there are no more${drawn === 0 ? ", so the filters cannot be assessed" : ""}.`;

const recognizableDraftsNotice =
  "Anyone who has judged another protocol of this run will recognize our documents: have the drafts ranked first, or by other people.";

const onePersonNotice =
  "One person's verdicts show no agreement between people: to measure it, name two or more with --annotators.";

/** A person's part, with the name of their folder. */
interface Assignment extends Omit<PersonPart, "directory"> {
  readonly folder: string;
}

function assign(
  tasks: readonly AnnotationTaskRow[],
  controls: readonly AnnotationTaskRow[],
  { people, overlap, randomSeed }: BatchPlan,
): Assignment[] {
  const idOf = ({ id }: AnnotationTaskRow) => id;
  const tasksByPerson = deal(
    inHashOrder([randomSeed, "deal"], tasks, idOf),
    people.length,
    overlap,
  );
  return people.map(({ annotator, folder }, person) => ({
    annotator,
    folder,
    tasks: inHashOrder(
      [randomSeed, "order", annotator],
      [...(tasksByPerson[person] ?? []), ...controls],
      idOf,
    ),
  }));
}
