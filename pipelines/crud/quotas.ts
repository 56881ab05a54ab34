// Counts what was wanted and made of each task, and says why it is less.

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

/** Why a type of the mix has no item at all: the total is too small to include one. */
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
      `${items} items are too few to include one at its weight; ${fewestItemsWith(type, mix)} would be enough.`,
    ]),
  );
}

/** The number of candidates in each group: plans, and tasks from stories. */
const countCandidates = (planned: readonly CrudPlanRow[], sheets: readonly StoryTasksRow[]) =>
  countOf([
    ...planned.map(groupKey),
    ...sheets.flatMap(({ stories, language, domain }) =>
      stories.flatMap(({ tasks }) => tasks.map(({ type }) => groupKey({ type, language, domain }))),
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
      const tooSmall = tooFew(quotas, targets);
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
          return { id, type, language, domain, ...numbers, because: tooSmall.get(type) ?? short };
        }),
      };
    },
  });
