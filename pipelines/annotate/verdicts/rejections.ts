// Decides from people's reviews on answers that checks rejected: upheld, overruled or in conflict.

import type { RejectionRow } from "../../../schemas/annotation.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { protocols } from "../protocols/protocols.ts";
import { latestReviews } from "./latest-reviews.ts";
import type { DecisionInput } from "./decisions.ts";

/** One row per answer and protocol; each person counts once, and the majority decides. */
export function decideRejections({
  tasks,
  reviews,
}: Pick<DecisionInput, "tasks" | "reviews">): RejectionRow[] {
  const tasksById = new Map([...tasks].map(task => [task.id, task]));
  const votes = reviews.flatMap(review => {
    const task = tasksById.get(review.taskId);
    const judgement = task && protocols[task.protocol].decide?.(task.content, review.values);
    const isRejected = task?.automatic?.accepted === false && task.control === null;
    return task && judgement && isRejected ? [{ review, task, ...judgement }] : [];
  });
  const groups = groupBy(votes, ({ task }) => `${task.sourceId}/${task.protocol}`);
  const rows = [...groups].flatMap(([id, group]): RejectionRow[] => {
    // The same answer may have been drawn for two batches.
    const latest = latestReviews(group.map(({ review }) => ({ ...review, taskId: id })));
    const countedVotes = group.filter(({ review }) =>
      latest.some(({ id: latestId }) => latestId === review.id),
    );
    const margin = countedVotes.reduce((sum, { accepted }) => sum + (accepted ? 1 : -1), 0);
    return group.slice(0, 1).map(({ task: { sourceId, language, protocol, automatic } }) => ({
      id,
      sourceId,
      language,
      protocol,
      codes: automatic?.codes ?? [],
      decision: margin > 0 ? "overruled" : margin < 0 ? "upheld" : "conflict",
      reviewIds: countedVotes.map(({ review }) => review.id).sort(compareStrings),
    }));
  });
  return rows.sort((a, b) => compareStrings(a.id, b.id));
}
