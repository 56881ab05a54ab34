// Makes the tasks of a batch from the candidates drawn, and the controls hidden among them.

import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { protocols } from "../protocols/all.ts";
import type { BatchPlan } from "./batch-options.ts";
import type { Candidate, Candidates, CandidateContent } from "./candidates.ts";
import { type PlantedControl, plantControls, type ShownCandidate } from "./controls.ts";
import { type WeightedCandidate, inHashOrder } from "./sampling.ts";

interface Tasks {
  /** The sample, with rejected candidates. */
  readonly tasks: readonly AnnotationTaskRow[];
  /** Everyone gets all of them. */
  readonly controls: readonly AnnotationTaskRow[];
  readonly notices: readonly string[];
}

/** One task per drawn candidate, and as many controls as the plan asks for and the candidates allow. */
export function makeTasks(
  candidates: Candidates,
  drawn: readonly WeightedCandidate<Candidate>[],
  plan: BatchPlan,
): Tasks {
  const drawnIds = new Set(drawn.map(({ candidate }) => candidate.id));
  const wantedCount = countControls(drawn.length, plan);
  const undrawn = candidates.rows.filter(({ id, rejected }) => !drawnIds.has(id) && !rejected);
  const unsampled =
    wantedCount === 0
      ? []
      : inHashOrder([plan.randomSeed, "control"], undrawn, ({ id }) => id).slice(
          0,
          4 * wantedCount + 20,
        );
  const contents = candidates.readContents([
    ...drawn.map(({ candidate }) => candidate),
    ...unsampled,
  ]);
  const shownOf = (candidate: Candidate): ShownCandidate[] => {
    const shown = contents.get(candidate.id);
    return shown ? [{ candidate, shown }] : [];
  };
  const sampled = inHashOrder(
    [plan.randomSeed, "control"],
    drawn,
    ({ candidate }) => candidate.id,
  ).filter(({ candidate }) => !candidate.rejected);
  const planted = plantControls({
    faults: protocols[plan.protocol].faults,
    unsampled: unsampled.flatMap(shownOf),
    sampled: sampled.flatMap(({ candidate }) => shownOf(candidate)),
    count: wantedCount,
    randomSeed: plan.randomSeed,
  });
  const tasks = drawn.flatMap(({ candidate, weight, chance }) =>
    shownOf(candidate).map(({ shown }) => ({
      ...toTask(candidate, shown, { weight, plan }),
      ...(chance === undefined ? {} : { chance }),
    })),
  );
  return {
    tasks: uniqueTasks(tasks),
    controls: uniqueTasks(planted.map(control => toControl(control, plan))),
    notices: controlNotices(planted, { wantedCount, drawnIds }),
  };
}

// Tasks with the same content have the same id and become one.
const uniqueTasks = (tasks: readonly AnnotationTaskRow[]): AnnotationTaskRow[] => [
  ...new Map(tasks.map(task => [task.id, task])).values(),
];

/** A share of the largest number of tasks per person; at least one control for ten tasks or more. */
function countControls(drawnCount: number, { controls, overlap, people }: BatchPlan): number {
  const shared = Math.round(overlap * drawnCount);
  const maxTasks = shared + Math.ceil((drawnCount - shared) / people.length);
  return controls === 0 ? 0 : Math.max(Math.round(controls * maxTasks), maxTasks >= 10 ? 1 : 0);
}

function controlNotices(
  planted: readonly PlantedControl[],
  { wantedCount, drawnIds }: { wantedCount: number; drawnIds: ReadonlySet<string> },
): string[] {
  const reusedCount = planted.filter(({ candidate }) => drawnIds.has(candidate.id)).length;
  const notices: string[] = [];
  if (planted.length < wantedCount)
    notices.push(
      `Controls: only ${planted.length} of ${wantedCount} could be made from these candidates.`,
    );
  if (reusedCount > 0)
    notices.push(
      `Controls made from tasks of the sample: ${reusedCount}, since no other candidates are left. A person may see similar tasks; a smaller draw leaves candidates for controls.`,
    );
  return notices;
}

function toTask(
  { itemId, sourceId, automatic }: Candidate,
  { content, sources }: CandidateContent,
  { weight, plan }: { weight: number; plan: BatchPlan },
): AnnotationTaskRow {
  const { protocol, conflicts } = plan;
  const id = rowId("task", protocol, content, null, conflicts);
  return {
    id,
    protocol,
    language: content.language,
    itemId,
    sourceId,
    content,
    weight,
    automatic,
    control: null,
    sources,
    arbitrates: conflicts,
  };
}

// A control has no item, so that verdicts on it decide nothing.
const toControl = (
  { candidate, shown, control }: PlantedControl,
  plan: BatchPlan,
): AnnotationTaskRow => ({
  ...toTask(candidate, shown, { weight: 1, plan }),
  id: rowId("task", plan.protocol, shown.content, control.fault, plan.conflicts),
  itemId: null,
  automatic: null,
  control,
});
