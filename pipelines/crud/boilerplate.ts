// Finds the sentences that occur in many articles of the feed and belong to none of them.

import { boilerplate, rawArticles } from "../../schemas/crud/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { repeatedSentences } from "../text/repeated-sentences.ts";
import { cleanArticle } from "./clean-article.ts";

export const boilerplateStage = defineWholeStage({
  name: "crud/boilerplate",
  module: import.meta.filename,
  prompts: [],
  over: rawArticles,
  writes: boilerplate,
  all(rows) {
    // Cleaned on each read, sometimes twice: the texts of a large feed would not fit in memory next to its rows.
    const at = (place: number) => (rows[place] && cleanArticle(rows[place])) ?? undefined;
    const found = repeatedSentences({ length: rows.length, at });
    return {
      rows: [...found].map(([key, count]) => ({ id: rowId("bp", key), key, articles: count })),
    };
  },
});
