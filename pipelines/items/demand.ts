// Compares what was made with what was wanted, and asks for spare candidates where it is short, until there are none.

import { type DemandRow, demand, items, questions, verdicts } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { storyTasks, type StoryTasksRow } from "../../schemas/crud/stories/records.ts";
import { type CrudPlanRow, crudPlans } from "../../schemas/crud/records.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { countOf } from "../engine/grouping.ts";
import { fewestItemsWith, groupKey, type Quota, type QuotaOptions, quotasFor } from "./quotas.ts";

interface Tally {
  readonly candidates: number;
  readonly asked: number;
  /** Rejections by reason. */
  readonly rejected: ReadonlyMap<string, number>;
}

function explain(target: number, made: number, { candidates, asked, rejected }: Tally): string {
  const lost = [...rejected].map(([code, count]) => `${count} ${code}`);
  const declined = candidates - asked;
  const parts = [
    `${candidates} candidates in these documents`,
    ...(declined > 0 ? [`${declined} declined or failed`] : []),
    ...lost,
  ];
  return `${made} of ${target}: ${parts.join(", ")}.`;
}

// Spares are drawn on as the last candidates fared (half lost: two for each one short), but never more than so many.
const mostSpares = 4;
// Where so many candidates for each item did not do, further ones cost calls and bring next to nothing.
const mostCandidates = 10;

/** The next demand of one group: more spares while the last ones could be had, else the reason why not. */
export function nextDemand(
  group: Omit<DemandRow, "wanted" | "because" | "made">,
  made: number,
  before: number,
  tally: Tally,
): DemandRow {
  const short = group.target - made;
  const exhausted =
    tally.candidates < group.target + before ||
    tally.candidates >= mostCandidates * Math.max(2, group.target);
  const because = short > 0 && exhausted ? explain(group.target, made, tally) : null;
  const spares = Math.min(
    mostSpares * short,
    Math.ceil((short * tally.candidates) / Math.max(1, made)),
  );
  return { ...group, made, wanted: short > 0 && !exhausted ? before + spares : before, because };
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
const countCandidates = (planned: readonly CrudPlanRow[], stories: readonly StoryTasksRow[]) =>
  countOf([
    ...planned.map(groupKey),
    ...stories.flatMap(({ tasks, language, domain }) =>
      tasks.map(({ type }) => groupKey({ type, language, domain })),
    ),
  ]);

const told = { documents, planned: crudPlans, questions, verdicts, demand };

/** `stories`: whether candidates come of stories, too. */
export const demandStage = (quotas: QuotaOptions, { stories }: { readonly stories: boolean }) =>
  defineWholeStage({
    name: "items/demand",
    module: import.meta.filename,
    prompts: [],
    settings: { quotas, stories },
    over: items,
    lookup: {
      ...told,
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
        rows: targets.map(({ type, language, domain, target }) => {
          const id = groupKey({ type, domain, language });
          const next = nextDemand(
            { id, type, language, domain, target },
            made.get(id) ?? 0,
            tables.demand.find(id)?.wanted ?? 0,
            {
              candidates: candidates.get(id) ?? 0,
              asked: asked.get(id) ?? 0,
              rejected: rejectedIn(id),
            },
          );
          return { ...next, because: unheld.get(type) ?? next.because };
        }),
      };
    },
  });
