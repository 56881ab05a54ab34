// Makes the tasks of a batch from the drawn candidates, and the controls hidden among them.

import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import { rowId } from "../../engine/fingerprint.ts";
import { protocols } from "../protocols/all.ts";
import type { BatchPlan } from "./batch-options.ts";
import type { Candidate, Candidates, CandidateContent } from "./candidates.ts";
import { type Planted, plantControls, type Spare } from "./controls.ts";
import { type WeightedCandidate, inHashOrder } from "./sampling.ts";

interface Tasks {
  /** The sample, with rejected candidates. */
  readonly tasks: readonly AnnotationTaskRow[];
  /** Given to everyone. */
  readonly controls: readonly AnnotationTaskRow[];
  readonly notices: readonly string[];
}

/** One task per drawn candidate, and as many controls as the plan asks for and the candidates allow. */
export function makeTasks(
  found: Candidates,
  drawn: readonly WeightedCandidate<Candidate>[],
  plan: BatchPlan,
): Tasks {
  const taken = new Set(drawn.map(({ candidate }) => candidate.id));
  const wanted = countControls(drawn.length, plan);
  const undrawn = found.rows.filter(({ id, rejected }) => !taken.has(id) && !rejected);
  const unsampled =
    wanted === 0
      ? []
      : inHashOrder([plan.randomSeed, "control"], undrawn, ({ id }) => id).slice(
          0,
          4 * wanted + 20,
        );
  const shown = found.show([...drawn.map(({ candidate }) => candidate), ...unsampled]);
  const spare = (candidate: Candidate): Spare[] =>
    [shown.get(candidate.id)].flatMap(shown => (shown ? [{ candidate, shown }] : []));
  const sampled = inHashOrder(
    [plan.randomSeed, "control"],
    drawn,
    ({ candidate }) => candidate.id,
  ).filter(({ candidate }) => !candidate.rejected);
  const planted = plantControls({
    faults: protocols[plan.protocol].faults,
    unsampled: unsampled.flatMap(spare),
    sampled: sampled.flatMap(({ candidate }) => spare(candidate)),
    count: wanted,
    randomSeed: plan.randomSeed,
  });
  const tasks = drawn.flatMap(({ candidate, weight, chance }) =>
    spare(candidate).map(({ shown }) => ({
      ...toTask(candidate, shown, { weight, plan }),
      ...(chance === undefined ? {} : { chance }),
    })),
  );
  return {
    tasks: once(tasks),
    controls: once(planted.map(one => toControl(one, plan))),
    notices: controlNotices(planted, { wanted, taken }),
  };
}

// Identical contents are one task.
const once = (tasks: readonly AnnotationTaskRow[]): AnnotationTaskRow[] => [
  ...new Map(tasks.map(task => [task.id, task])).values(),
];

/** A share of the largest number of tasks per person; at least one for ten tasks or more. */
function countControls(drawn: number, { controls, overlap, people }: BatchPlan): number {
  const shared = Math.round(overlap * drawn);
  const maxTasks = shared + Math.ceil((drawn - shared) / people.length);
  return controls === 0 ? 0 : Math.max(Math.round(controls * maxTasks), maxTasks >= 10 ? 1 : 0);
}

function controlNotices(
  planted: readonly Planted[],
  { wanted, taken }: { wanted: number; taken: ReadonlySet<string> },
): string[] {
  const repeated = planted.filter(({ candidate }) => taken.has(candidate.id)).length;
  return [
    ...(planted.length < wanted
      ? [`Controls: only ${planted.length} of ${wanted} could be made from these candidates.`]
      : []),
    ...(repeated > 0
      ? [
          `Controls made from tasks of the sample: ${repeated}, since no other candidates are left. A person may see similar tasks; a smaller draw leaves candidates for controls.`,
        ]
      : []),
  ];
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

// A control has no item: verdicts on it decide nothing.
const toControl = ({ candidate, shown, control }: Planted, plan: BatchPlan): AnnotationTaskRow => ({
  ...toTask(candidate, shown, { weight: 1, plan }),
  id: rowId("task", plan.protocol, shown.content, control.fault, plan.conflicts),
  itemId: null,
  automatic: null,
  control,
});
