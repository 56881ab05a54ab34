// Finds surplus questions that span several articles: lists that outnumber the others, and a story's second question if other stories yield enough.

import type { StoryDraftRow } from "../../schemas/crud/stories/records.ts";
import type { CrudTask } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import type { LostPart } from "../engine/stage.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

const tooManyLists: LostPart = {
  code: "too-many-lists",
  detail: "There are already as many list questions as other questions.",
};
const storyAlreadyAsked: LostPart = {
  code: "story-asked",
  detail:
    "Another question that spans several articles of its story was kept, and other stories yield as many as requested.",
};

const multiArticleTasks = new Set<CrudTask>(["qa-2-documents", "qa-3-documents"]);

/** The list questions to leave out: lists are the easiest, so there are at most as many of them as of other questions. */
const surplusLists = (rows: readonly StoryDraftRow[]): StoryDraftRow[] => {
  const lists = rows.filter(({ task }) => task.joins === "list");
  return lists.slice(rows.length - lists.length);
};

/** The further questions of stories to leave out: they are kept only if there are fewer first questions than requested. */
function surplusFurtherQuestions(
  rows: readonly StoryDraftRow[],
  wantedCount: number,
): StoryDraftRow[] {
  const firstQuestions = new Set(
    [...groupBy(rows, ({ heldOutId }) => heldOutId).values()].flatMap(([first]) => first ?? []),
  );
  return rows
    .filter(row => !firstQuestions.has(row))
    .slice(Math.max(0, wantedCount - firstQuestions.size));
}

/** Why drafts are left out, by draft id; `rankedDrafts` has all drafts, best first. */
export function surplusQuestions(
  rankedDrafts: readonly StoryDraftRow[],
  documents: Iterable<DocumentRow>,
  quotas: QuotaOptions<CrudTask>,
): ReadonlyMap<string, LostPart> {
  const targets = quotasFor([...documents], quotas).filter(({ type }) =>
    multiArticleTasks.has(type),
  );
  const joiningDrafts = rankedDrafts.filter(({ task }) => task.joins !== undefined);
  const groupOf = ({ language, domain }: Pick<StoryDraftRow, "language" | "domain">) =>
    `${language} ${domain}`;
  const lossesById = new Map<string, LostPart>();
  for (const [group, rows] of groupBy(joiningDrafts, groupOf)) {
    for (const { id } of surplusLists(rows)) lossesById.set(id, tooManyLists);
    const remaining = rows.filter(({ id }) => !lossesById.has(id));
    const wantedCount = targets
      .filter(target => groupOf(target) === group)
      .reduce((sum, { target }) => sum + target, 0);
    for (const { id } of surplusFurtherQuestions(remaining, wantedCount))
      lossesById.set(id, storyAlreadyAsked);
  }
  return lossesById;
}
