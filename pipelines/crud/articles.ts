// Articles as they came in, cut to their own text: header, footer and sign-off off, dated, and of a fit length.

import { articles, rawArticles } from "../../schemas/crud/records.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { cleanArticle, type Fitness, unfit } from "./clean-article.ts";

/** Needs only the settings of the wing that decide what is taken. */
export const articlesStage = ({ lengths, since, undated }: Fitness) =>
  defineStage({
    name: "crud/articles",
    module: import.meta.filename,
    prompts: [],
    settings: { lengths, since, undated },
    over: rawArticles,
    writes: articles,
    each(raw) {
      const article = cleanArticle(raw);
      if (article === null)
        return rejected("no-text", "Nothing is left without header, footer and sign-off.");
      const reason = unfit(article, { lengths, since, undated });
      return reason === undefined ? made([article]) : rejected(reason.code, reason.detail);
    },
  });
