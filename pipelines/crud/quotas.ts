// What was wanted of each task, what came of it, and why it is less.

import { type DemandRow, demand, items, questions, verdicts } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { storyTasks, type StoryTasksRow } from "../../schemas/crud/stories/records.ts";
import { type CrudPlanRow, crudPlans } from "../../schemas/crud/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { countOf } from "../engine/grouping.ts";
import {
  fewestItemsWith,
  groupKey,
  type Quota,
  type QuotaOptions,
  quotasFor,
} from "../items/quotas.ts";

interface Tally {
  readonly candidates: number;
  readonly asked: number;
  /** Rejections by reason. */
  readonly rejected: ReadonlyMap<string, number>;
}

function explain(
  { target, made }: Pick<DemandRow, "target" | "made">,
  { candidates, asked, rejected }: Tally,
): string {
  const lost = [...rejected].map(([code, count]) => `${count} ${code}`);
  const declined = candidates - asked;
  const parts = [
    `${candidates} candidates in these documents`,
    ...(declined > 0 ? [`${declined} declined or failed`] : []),
    ...lost,
  ];
  return `${made} of ${target}: ${parts.join(", ")}.`;
}

/** Why a type that is in the mix has no item at all: the total is too small to hold one. */
function tooFew(
  { items, mix }: QuotaOptions,
  quotas: readonly Quota[],
): ReadonlyMap<string, string> {
  const absent = [...new Set(quotas.map(({ type }) => type))].filter(type =>
    quotas.every(quota => quota.type !== type || quota.target === 0),
  );
  return new Map(
    absent.map(type => [
      type,
      `${items} items are too few to hold one at its weight; ${fewestItemsWith(type, mix)} would.`,
    ]),
  );
}

/** What was drawn on in each group: plans, and tasks that stories bear. */
const countCandidates = (planned: readonly CrudPlanRow[], sheets: readonly StoryTasksRow[]) =>
  countOf([
    ...planned.map(groupKey),
    ...sheets.flatMap(({ stories, language, domain }) =>
      stories.flatMap(({ tasks }) => tasks.map(({ type }) => groupKey({ type, language, domain }))),
    ),
  ]);

/** `stories`: whether candidates come of stories, too. */
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
        tables.questions.rows().map(question => [question.id, groupKey(question)]),
      );
      const [made, candidates, asked] = [
        countOf(rows.map(groupKey)),
        countCandidates(tables.planned.rows(), tables.storyTasks?.rows() ?? []),
        countOf(groupOfQuestion.values()),
      ];
      const rejections = tables.verdicts.rows().flatMap(({ questionId, reasons: [reason] }) => {
        const group = groupOfQuestion.get(questionId) ?? "";
        return reason ? [{ group, code: reason.code }] : [];
      });
      const targets = quotasFor(tables.documents.rows(), quotas);
      const unheld = tooFew(quotas, targets);
      const rejectedIn = (id: string) =>
        countOf(rejections.filter(({ group }) => group === id).map(({ code }) => code));
      return {
        rows: targets.map(({ type, language, domain, target }): DemandRow => {
          const id = groupKey({ type, domain, language });
          const numbers = { target, made: made.get(id) ?? 0 };
          const tally = {
            candidates: candidates.get(id) ?? 0,
            asked: asked.get(id) ?? 0,
            rejected: rejectedIn(id),
          };
          const short = numbers.made < target ? explain(numbers, tally) : null;
          return { id, type, language, domain, ...numbers, because: unheld.get(type) ?? short };
        }),
      };
    },
  });
