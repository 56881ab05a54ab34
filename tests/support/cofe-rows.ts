// Small well-formed records of the CoFE-RAG wing; each test changes what it is about.

import type { CofePlanRow, FragmentRow, TitleRow } from "../../schemas/cofe/records.ts";
import type { EarlierItemRow } from "../../schemas/items/changes.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { aDocument } from "./items.ts";

export const manual =
  "# Ridgeway RX4 pump manual\n\n## Before first use\n\nThe RX4 pump weighs 14 kg and delivers 60 litres a minute. Fill the housing with water before the first start, because a dry pump overheats.\n\n## Descaling\n\n1. Switch the pump off.\n2. Fill it with two litres of descaler.\n3. Wait for twenty minutes.";

export const aFileDocument = (over: Partial<DocumentRow> = {}): DocumentRow =>
  aDocument({
    id: "d-manual",
    domain: "technology",
    name: "Ridgeway RX4 pump manual",
    text: manual,
    kind: "own",
    format: "markdown",
    configId: null,
    ...over,
  });

export const aFragment = (over: Partial<FragmentRow> = {}): FragmentRow => ({
  id: "fragment-1",
  documentId: "d-manual",
  language: "en",
  domain: "technology",
  section: "Before first use",
  place: null,
  start: 0,
  end: manual.length,
  tokens: 80,
  text: manual,
  ...over,
});

export const aTitle = (over: Partial<TitleRow> = {}): TitleRow => ({
  id: "d-manual",
  language: "en",
  domain: "technology",
  title: "Ridgeway RX4 pump manual",
  ...over,
});

export const aFragmentPlan = (over: Partial<CofePlanRow> = {}): CofePlanRow => ({
  id: "plan-1",
  fragmentId: "fragment-1",
  documentId: "d-manual",
  language: "en",
  domain: "technology",
  types: ["factual"],
  rank: 1,
  ...over,
});

export const anEarlierItem = (over: Partial<EarlierItemRow> = {}): EarlierItemRow => ({
  id: "item-1",
  language: "en",
  domain: "technology",
  question: "How much does the RX4 pump weigh?",
  evidence: [
    { documentId: "d1", start: 0, text: "Alder Mills was founded on 3 May 1998 in Corrie." },
  ],
  ...over,
});
