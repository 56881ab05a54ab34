// Finds boilerplate: sentences that occur in many articles of the feed and belong to none of them.

import { boilerplate, rawArticles } from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { repeatedSentences } from "./repeated-sentences.ts";
import { cleanArticle } from "./clean-article.ts";

export const boilerplateStage = defineWholeStage({
  name: "crud/boilerplate",
  module: import.meta.filename,
  prompts: [],
  over: rawArticles,
  writes: boilerplate,
  all(rows) {
    // Articles are cleaned each time they are read, sometimes twice: the texts of a large feed would not fit in memory next to its rows.
    const at = (index: number) => (rows[index] && cleanArticle(rows[index])) ?? undefined;
    const counts = repeatedSentences({ length: rows.length, at });
    return {
      rows: [...counts].map(([key, count]) => ({ id: rowId("bp", key), key, articles: count })),
    };
  },
});
