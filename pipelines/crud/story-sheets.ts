// Which stories one request is about: two, since each request pays the whole instruction.

import { stories, type StorySheetRow, storySheets } from "../../schemas/crud/stories/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** More of them make a reply that is written with less care. */
const STORIES = 2;

/** In their order, so that more of them change the last sheet alone. */
export const storySheetsStage = defineWholeStage({
  name: "crud/story-sheets",
  module: import.meta.filename,
  prompts: [],
  over: stories,
  writes: storySheets,
  all: rows => ({
    rows: [...groupBy(rows, ({ language, domain }) => `${language} ${domain}`).values()].flatMap(
      group =>
        group.flatMap(({ language, domain }, at): StorySheetRow[] => {
          if (at % STORIES > 0) return [];
          const storyIds = group.slice(at, at + STORIES).map(({ id }) => id);
          return [{ id: rowId("sheet", ...storyIds), language, domain, storyIds }];
        }),
    ),
  }),
});
