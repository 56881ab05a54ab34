// Finds the articles in the corpus that best match each query of a reverse task.

import { queries, related } from "../../schemas/crud/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made } from "../engine/stage.ts";
import { localSearch } from "../retrieval/document-search.ts";

/** Finds up to `found` articles; the corpus contains no held-out article and none that repeats one. */
export const relatedArticlesStage = ({ found }: Pick<CrudSettings, "found">) =>
  defineStage({
    name: "crud/related",
    module: import.meta.filename,
    prompts: [],
    settings: { found },
    over: queries,
    lookup: { documents },
    writes: related,
    async each(query, { tables }) {
      const search = await tables.documents.derive("search", rows => localSearch(rows));
      const { id, planId, language, text } = query;
      const hits = await search.find(text, language, found);
      return made([{ id: rowId("r", id), queryId: id, planId, language, found: [...hits] }]);
    },
  });
