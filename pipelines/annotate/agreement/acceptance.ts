// What people accept of a run, part by part, and how the automatic filters' rejections compare with theirs.

import type { AnnotationTaskRow } from "../../../schemas/annotation.ts";
import type { Acceptance, FiltersJudged } from "../../../schemas/output/annotation.ts";
import { precisionRecall, wilson } from "../../evaluate/agreement.ts";
import type { FigureTask } from "./figures.ts";

export function acceptanceOf(tasks: readonly FigureTask[]): Acceptance[] {
  const parts: readonly {
    by: Acceptance["by"];
    nameOf: (task: AnnotationTaskRow) => string | null;
  }[] = [
    { by: "all", nameOf: () => "" },
    { by: "type", nameOf: task => task.content.type },
    { by: "language", nameOf: task => task.language },
    { by: "domain", nameOf: task => task.content.domain },
  ];
  return parts.flatMap(({ by, nameOf }) => {
    const names = [...new Set(tasks.flatMap(({ task }) => nameOf(task) ?? []))].toSorted();
    return names.map(name => {
      const mine = tasks.filter(({ task }) => nameOf(task) === name);
      const accepted = mine.filter(task => task.accepted === true).length;
      const conflicts = mine.filter(task => task.accepted === null).length;
      return { by, name, accepted, conflicts, ...wilson(accepted, mine.length - conflicts) };
    });
  });
}

export function judgeFilters(decided: readonly FigureTask[]): FiltersJudged {
  const cases = decided.flatMap(({ task: { automatic, weight }, accepted }) =>
    automatic && accepted !== null
      ? [{ predicted: !automatic.accepted, actual: !accepted, weight }]
      : [],
  );
  const rejected = cases.filter(({ predicted }) => predicted).length;
  const result = precisionRecall(cases);
  // Nothing was seen of what the filters reject: that people reject none of it, or all, cannot be told.
  if (rejected === 0)
    return {
      ...result,
      precision: null,
      recall: null,
      tasks: cases.length,
      rejected,
      because: "no candidate that the filters reject was reviewed",
    };
  return {
    ...result,
    tasks: cases.length,
    rejected,
    because: result.recall === null ? "people reject no candidate" : null,
  };
}
