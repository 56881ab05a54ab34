// Computes what share of a run's items people accept, per type, language and domain, and how well the automatic filters agree with people.

import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import type { Acceptance, FilterAgreement } from "../../../schemas/output/annotation.ts";
import { precisionRecall, wilsonInterval } from "../../evaluate/descriptive-statistics.ts";
import type { FigureTask } from "./protocol-figures.ts";

export function acceptanceOf(tasks: readonly FigureTask[]): Acceptance[] {
  const groupings: readonly {
    by: Acceptance["by"];
    nameOf: (task: AnnotationTaskRow) => string | null;
  }[] = [
    { by: "all", nameOf: () => "" },
    { by: "type", nameOf: task => task.content.type },
    { by: "language", nameOf: task => task.language },
    { by: "domain", nameOf: task => task.content.domain },
  ];
  return groupings.flatMap(({ by, nameOf }) => {
    const names = [...new Set(tasks.flatMap(({ task }) => nameOf(task) ?? []))].toSorted();
    return names.map(name => {
      const group = tasks.filter(({ task }) => nameOf(task) === name);
      const accepted = group.filter(task => task.accepted === true).length;
      const conflicts = group.filter(task => task.accepted === null).length;
      return {
        by,
        name,
        accepted,
        conflicts,
        ...wilsonInterval(accepted, group.length - conflicts),
      };
    });
  });
}

/** Precision and recall of the automatic filters in rejecting what people reject. */
export function filterAgreementOf(decidedTasks: readonly FigureTask[]): FilterAgreement {
  const cases = decidedTasks.flatMap(({ task: { automatic, weight }, accepted }) =>
    automatic && accepted !== null
      ? [{ predicted: !automatic.accepted, actual: !accepted, weight }]
      : [],
  );
  const rejected = cases.filter(({ predicted }) => predicted).length;
  const result = precisionRecall(cases);
  const counts = { tasks: cases.length, rejected };
  if (rejected === 0)
    return {
      ...result,
      precision: null,
      recall: null,
      ...counts,
      because: "no candidate rejected by the filters was reviewed",
    };
  const because = result.recall === null ? "people rejected no candidate" : null;
  return { ...result, ...counts, because };
}
