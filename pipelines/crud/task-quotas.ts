// Counts how many items of each task were requested and how many were created, and explains any shortfall.

import { type DemandRow, demand, items, questions, verdicts } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { storyTasks, type StoryTasksRow } from "../../schemas/crud/stories/records.ts";
import { type CrudPlanRow, crudPlans } from "../../schemas/crud/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { countOf } from "../engine/grouping.ts";
import {
  minItemsWith,
  cellKey,
  type Quota,
  type QuotaOptions,
  quotasFor,
} from "../items/quotas.ts";

interface Tally {
  readonly candidates: number;
  readonly questionCount: number;
  /** Rejections by reason. */
  readonly rejections: ReadonlyMap<string, number>;
}

function explain(
  { target, made }: Pick<DemandRow, "target" | "made">,
  { candidates, questionCount, rejections }: Tally,
): string {
  const rejectionTexts = [...rejections].map(([code, count]) => `${count} ${code}`);
  const declinedCount = candidates - questionCount;
  const parts = [
    `${candidates} candidates in these documents`,
    ...(declinedCount > 0 ? [`${declinedCount} declined or failed`] : []),
    ...rejectionTexts,
  ];
  return `${made} of ${target}: ${parts.join(", ")}.`;
}

/** Why a type of the mix has no item at all: the total is too small to include one. */
function unreachableTypes(
  { items, mix }: QuotaOptions,
  quotas: readonly Quota[],
): ReadonlyMap<string, string> {
  const absentTypes = [...new Set(quotas.map(({ type }) => type))].filter(type =>
    quotas.every(quota => quota.type !== type || quota.target === 0),
  );
  return new Map(
    absentTypes.map(type => [
      type,
      `${items} items are too few for this type to get one at its weight; ${minItemsWith(type, mix)} would be enough.`,
    ]),
  );
}

/** The number of candidates in each group: plans, and tasks from stories. */
const countCandidates = (planned: readonly CrudPlanRow[], sheets: readonly StoryTasksRow[]) =>
  countOf([
    ...planned.map(cellKey),
    ...sheets.flatMap(({ stories, language, domain }) =>
      stories.flatMap(({ tasks }) => tasks.map(({ type }) => cellKey({ type, language, domain }))),
    ),
  ]);

/** `stories`: whether there are candidates from stories too. */
export const crudQuotasStage = (quotas: QuotaOptions, { stories }: { readonly stories: boolean }) =>
  defineWholeStage({
    name: "crud/quotas",
    module: import.meta.filename,
    prompts: [],
    settings: { quotas, stories },
    over: items,
    lookup: {
      documents,
      planned: crudPlans,
      questions,
      verdicts,
      ...(stories ? { storyTasks } : {}),
    },
    writes: demand,
    all(rows, { tables }) {
      const groupOfQuestion = new Map(
        tables.questions.rows().map(question => [question.id, cellKey(question)]),
      );
      const made = countOf(rows.map(cellKey));
      const candidates = countCandidates(tables.planned.rows(), tables.storyTasks?.rows() ?? []);
      const questionCounts = countOf(groupOfQuestion.values());
      const rejections = tables.verdicts.rows().flatMap(({ questionId, reasons: [reason] }) => {
        const group = groupOfQuestion.get(questionId) ?? "";
        return reason ? [{ group, code: reason.code }] : [];
      });
      const targets = quotasFor(tables.documents.rows(), quotas);
      const unreachable = unreachableTypes(quotas, targets);
      const rejectionsIn = (id: string) =>
        countOf(rejections.filter(({ group }) => group === id).map(({ code }) => code));
      return {
        rows: targets.map(({ type, language, domain, target }): DemandRow => {
          const id = cellKey({ type, domain, language });
          const counts = { target, made: made.get(id) ?? 0 };
          const tally = {
            candidates: candidates.get(id) ?? 0,
            questionCount: questionCounts.get(id) ?? 0,
            rejections: rejectionsIn(id),
          };
          const shortfall = counts.made < target ? explain(counts, tally) : null;
          const explanation = unreachable.get(type) ?? shortfall;
          return { id, type, language, domain, ...counts, because: explanation };
        }),
      };
    },
  });
