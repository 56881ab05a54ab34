// Trims incoming articles to their own text, without header, footer, inserts and boilerplate, and keeps those with a usable date and length.

import { articles, boilerplate, rawArticles } from "../../schemas/crud/records.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import {
  cleanArticle,
  type ArticleLimits,
  limitsOf,
  separateArticles,
  rejectionOf,
} from "./clean-article.ts";

/** Depends only on the settings that decide what is kept. Separates articles that a page ran together. */
export const articlesStage = (crud: ArticleLimits) => {
  const limits = limitsOf(crud);
  return defineStage({
    name: "crud/articles",
    module: import.meta.filename,
    prompts: [],
    settings: limits,
    over: rawArticles,
    lookup: { boilerplate },
    writes: articles,
    each(raw, { tables }) {
      const keys = tables.boilerplate.derive("keys", rows => new Set(rows.map(({ key }) => key)));
      const article = cleanArticle(raw, keys);
      if (article === null)
        return rejected("no-text", "Nothing is left after removing header, footer and sign-off.");
      const parts = separateArticles(article).map(part => ({
        part,
        fault: rejectionOf(part, limits),
      }));
      const accepted = parts.flatMap(({ part, fault }) => (fault === undefined ? part : []));
      const firstFault = parts.flatMap(({ fault }) => fault ?? [])[0];
      return accepted.length === 0 && firstFault !== undefined
        ? rejected(firstFault.code, firstFault.detail)
        : made(accepted);
    },
  });
};
