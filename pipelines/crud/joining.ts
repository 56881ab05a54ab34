// Leaves out questions over several articles: lists that outnumber the others, and a story's second question if other stories yield enough.

import type { StoryDraftRow } from "../../schemas/crud/stories/records.ts";
import type { CrudTask } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import type { Lost } from "../engine/stage.ts";
import { type QuotaOptions, quotasFor } from "../items/quotas.ts";

const overLists: Lost = {
  code: "too-many-lists",
  detail: "There are already as many list questions as others.",
};
const ofOneStory: Lost = {
  code: "story-asked",
  detail:
    "Another question over several articles of its story was taken, and other stories yield as many as are wanted.",
};

const overSeveral = new Set<CrudTask>(["qa-2-documents", "qa-3-documents"]);

/** The list questions to leave out: they are the easiest, so there are at most as many as others. */
const listsOver = (rows: readonly StoryDraftRow[]): StoryDraftRow[] => {
  const lists = rows.filter(({ task }) => task.joins === "list");
  return lists.slice(rows.length - lists.length);
};

/** The further questions of stories to leave out: they are kept only if there are fewer first ones than wanted. */
function furtherOver(rows: readonly StoryDraftRow[], wanted: number): StoryDraftRow[] {
  const firsts = new Set(
    [...groupBy(rows, ({ heldOutId }) => heldOutId).values()].flatMap(([first]) => first ?? []),
  );
  return rows.filter(row => !firsts.has(row)).slice(Math.max(0, wanted - firsts.size));
}

/** Why drafts are left out, by draft id; `best` has all drafts, best first. */
export function tooManyJoining(
  best: readonly StoryDraftRow[],
  documents: Iterable<DocumentRow>,
  quotas: QuotaOptions<CrudTask>,
): ReadonlyMap<string, Lost> {
  const targets = quotasFor([...documents], quotas).filter(({ type }) => overSeveral.has(type));
  const joining = best.filter(({ task }) => task.joins !== undefined);
  const groupOf = ({ language, domain }: Pick<StoryDraftRow, "language" | "domain">) =>
    `${language} ${domain}`;
  const lost = new Map<string, Lost>();
  for (const [group, rows] of groupBy(joining, groupOf)) {
    for (const { id } of listsOver(rows)) lost.set(id, overLists);
    const remaining = rows.filter(({ id }) => !lost.has(id));
    const wanted = targets
      .filter(target => groupOf(target) === group)
      .reduce((sum, { target }) => sum + target, 0);
    for (const { id } of furtherOver(remaining, wanted)) lost.set(id, ofOneStory);
  }
  return lost;
}
