// Makes the tasks of a batch from the candidates drawn, and the controls hidden among them.

import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { protocols } from "../protocols/protocols.ts";
import type { BatchPlan } from "./batch-options.ts";
import type { Candidate, Candidates, CandidateContent } from "./batch-candidates.ts";
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
  drawnCandidates: readonly WeightedCandidate<Candidate>[],
  plan: BatchPlan,
): Tasks {
  const drawnIds = new Set(drawnCandidates.map(({ candidate }) => candidate.id));
  const wantedCount = countControls(drawnCandidates.length, plan);
  const undrawn = candidates.rows.filter(({ id, isRejected }) => !drawnIds.has(id) && !isRejected);
  const unsampled =
    wantedCount === 0
      ? []
      : inHashOrder([plan.randomSeed, "control"], undrawn, ({ id }) => id).slice(
          0,
          4 * wantedCount + 20,
        );
  const contents = candidates.readContents([
    ...drawnCandidates.map(({ candidate }) => candidate),
    ...unsampled,
  ]);
  const shownOf = (candidate: Candidate): ShownCandidate[] => {
    const shown = contents.get(candidate.id);
    return shown ? [{ candidate, shown }] : [];
  };
  const sampled = inHashOrder(
    [plan.randomSeed, "control"],
    drawnCandidates,
    ({ candidate }) => candidate.id,
  ).filter(({ candidate }) => !candidate.isRejected);
  const plantedControls = plantControls({
    faults: protocols[plan.protocol].faults,
    unsampled: unsampled.flatMap(shownOf),
    sampled: sampled.flatMap(({ candidate }) => shownOf(candidate)),
    count: wantedCount,
    randomSeed: plan.randomSeed,
  });
  const tasks = drawnCandidates.flatMap(({ candidate, weight, chance }) =>
    shownOf(candidate).map(({ shown }) => ({
      ...toTask(candidate, shown, { weight, plan }),
      ...(chance === undefined ? {} : { chance }),
    })),
  );
  return {
    tasks: uniqueTasks(tasks),
    controls: uniqueTasks(plantedControls.map(control => toControl(control, plan))),
    notices: controlNotices(plantedControls, { wantedCount, drawnIds }),
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
  plantedControls: readonly PlantedControl[],
  { wantedCount, drawnIds }: { wantedCount: number; drawnIds: ReadonlySet<string> },
): string[] {
  const reusedCount = plantedControls.filter(({ candidate }) => drawnIds.has(candidate.id)).length;
  const notices: string[] = [];
  if (plantedControls.length < wantedCount)
    notices.push(
      `Controls: only ${plantedControls.length} of ${wantedCount} could be made from these candidates.`,
    );
  if (reusedCount > 0)
    notices.push(
      `Controls made from tasks of the sample: ${reusedCount}, since no other candidates are left. A person may see similar tasks; a smaller draw leaves candidates for controls.`,
    );
  return notices;
}

function toTask(
  { itemId, sourceId, filterVerdict }: Candidate,
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
    automatic: filterVerdict,
    control: null,
    sources,
    arbitrates: conflicts,
  };
}

// A control has no item, so verdicts on it decide nothing.
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
