// Groups stories into requests: two in each, since every request has to include the full instructions.

import { stories, type StorySheetRow, storySheets } from "../../schemas/crud/stories/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";
import { defineWholeStage } from "../engine/stage.ts";

/** Stories per request; with more, replies are less careful. */
const storiesPerSheet = 2;

/** Keeps the stories in order, so that additional ones change only the last sheet. */
export const storySheetsStage = defineWholeStage({
  name: "crud/story-sheets",
  module: import.meta.filename,
  prompts: [],
  over: stories,
  writes: storySheets,
  all: rows => ({
    rows: [...groupBy(rows, ({ language, domain }) => `${language} ${domain}`).values()].flatMap(
      group =>
        group.flatMap(({ language, domain }, index): StorySheetRow[] => {
          if (index % storiesPerSheet > 0) return [];
          const storyIds = group.slice(index, index + storiesPerSheet).map(({ id }) => id);
          return [{ id: rowId("sheet", ...storyIds), language, domain, storyIds }];
        }),
    ),
  }),
});
