// Cuts incoming articles to their own text, without header, footer, inserts and boilerplate, and keeps those with a usable date and length.

import { articles, boilerplate, rawArticles } from "../../schemas/crud/records.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { cleanArticle, type Fitness, partedArticles, unfit } from "./clean-article.ts";

/** Takes only the settings that decide what is kept. Several articles that a page ran together are separated. */
export const articlesStage = ({ lengths, since, undated, private: taken }: Fitness) => {
  const fitness = { lengths, since, undated, private: taken };
  return defineStage({
    name: "crud/articles",
    module: import.meta.filename,
    prompts: [],
    settings: fitness,
    over: rawArticles,
    lookup: { boilerplate },
    writes: articles,
    each(raw, { tables }) {
      const keys = tables.boilerplate.derive("keys", rows => new Set(rows.map(({ key }) => key)));
      const article = cleanArticle(raw, keys);
      if (article === null)
        return rejected("no-text", "Nothing is left without header, footer and sign-off.");
      const parts = partedArticles(article).map(part => ({ part, fault: unfit(part, fitness) }));
      const fit = parts.flatMap(({ part, fault }) => (fault === undefined ? part : []));
      const reason = parts.flatMap(({ fault }) => fault ?? [])[0];
      return fit.length === 0 && reason !== undefined
        ? rejected(reason.code, reason.detail)
        : made(fit);
    },
  });
};
