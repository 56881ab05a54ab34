// Makes the tasks of a batch from what was drawn, and the controls that are hidden among them.

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
  /** For everyone. */
  readonly controls: readonly AnnotationTaskRow[];
  readonly notices: readonly string[];
}

/** Each drawn candidate as a task, and as many controls as its plan wants and its candidates bear. */
export function makeTasks(
  found: Candidates,
  drawn: readonly WeightedCandidate<Candidate>[],
  plan: BatchPlan,
): Tasks {
  const taken = new Set(drawn.map(({ candidate }) => candidate.id));
  const wanted = countControls(drawn.length, plan);
  const left = found.rows.filter(({ id, rejected }) => !taken.has(id) && !rejected);
  const unsampled =
    wanted === 0
      ? []
      : inHashOrder([plan.randomSeed, "control"], left, ({ id }) => id).slice(0, 4 * wanted + 20);
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
    notices: tellControls(planted, { wanted, taken }),
  };
}

// Contents that are equal to the last character are one task.
const once = (tasks: readonly AnnotationTaskRow[]): AnnotationTaskRow[] => [
  ...new Map(tasks.map(task => [task.id, task])).values(),
];

/** A share of what the person with the most tasks has; of ten tasks at least one. */
function countControls(drawn: number, { controls, overlap, people }: BatchPlan): number {
  const shared = Math.round(overlap * drawn);
  const most = shared + Math.ceil((drawn - shared) / people.length);
  return controls === 0 ? 0 : Math.max(Math.round(controls * most), most >= 10 ? 1 : 0);
}

function tellControls(
  planted: readonly Planted[],
  { wanted, taken }: { wanted: number; taken: ReadonlySet<string> },
): string[] {
  const repeated = planted.filter(({ candidate }) => taken.has(candidate.id)).length;
  return [
    ...(planted.length < wanted
      ? [`Controls: ${planted.length} of ${wanted} wanted could be made of these candidates.`]
      : []),
    ...(repeated > 0
      ? [
          `Controls made from tasks of the sample: ${repeated}, since all else is drawn. A person may see the like twice; a smaller draw leaves candidates for controls.`,
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

// A control stands for no item: what people say of it decides on none.
const toControl = ({ candidate, shown, control }: Planted, plan: BatchPlan): AnnotationTaskRow => ({
  ...toTask(candidate, shown, { weight: 1, plan }),
  id: rowId("task", plan.protocol, shown.content, control.fault, plan.conflicts),
  itemId: null,
  automatic: null,
  control,
});
