// Small well-formed records of the CRUD-RAG wing; each test changes what it is about.

import type { ArticleRow, CrudPlanRow } from "../../schemas/crud/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { Settings } from "../../schemas/settings.ts";
import { aDocument } from "./items.ts";

export const crudSettings = Settings.parse({}).crud;

export const flood = [
  "A burst main flooded Harrow Lane in Wexcombe on 4 March 2025.",
  "The council closed the road for nine days.",
  "Some 120 households were without water until the evening.",
  "Repairs will cost £310,000, the engineer Ines Calloway said.",
].join(" ");

export const aNewsDocument = (over: Partial<DocumentRow> = {}): DocumentRow =>
  aDocument({
    id: "n1",
    domain: "news",
    name: "Burst main floods Harrow Lane",
    text: flood,
    published: "2025-03-05",
    ...over,
  });

export const anArticle = (over: Partial<ArticleRow> = {}): ArticleRow => ({
  id: "n1",
  rawId: "raw-1",
  language: "en",
  domain: "news",
  headline: "Burst main floods Harrow Lane",
  published: "2025-03-05",
  source: "Wexcombe Courier",
  text: flood,
  cut: { header: "", footer: "", signOff: "" },
  private: [],
  annotation: null,
  provenance: { source: "test", licence: null },
  ...over,
});

export const aCrudPlan = (over: Partial<CrudPlanRow> = {}): CrudPlanRow => ({
  id: "plan-1",
  type: "qa-1-document",
  language: "en",
  domain: "news",
  documentIds: ["n1"],
  shared: [],
  rank: 1,
  ...over,
});
