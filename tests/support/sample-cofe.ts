// What the sample run over files holds: a PDF and a workbook with their fragments, two items, and an item without keywords.

import type { ChangeRow, FragmentRow, TitleRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";

const file = (row: Pick<DocumentRow, "id" | "language" | "name" | "text" | "format" | "places"> & { readonly source: string }): DocumentRow => {
  const { source, ...fields } = row;
  return { domain: "energy", kind: "own", published: null, configId: null, sections: [], provenance: { source, licence: "CC0-1.0" }, foreign: null, ...fields };
};

const first = "# 云湖电站年报\n\n𠮷林云湖电站装有<b>六台</b>机组。";
export const station = file({
  id: "d-station",
  language: "zh",
  name: "station",
  format: "pdf",
  source: "given/reports/云湖 <report>.pdf",
  text: `${first}\n\n2023年发电7.8亿千瓦时，同比增长12%。`,
  places: [
    { kind: "page", number: 1, name: null, start: 0 },
    { kind: "page", number: 2, name: null, start: first.length + 2 },
  ],
});
export const costs = file({
  id: "d-costs",
  language: "en",
  name: "costs",
  format: "xlsx",
  source: "given/tables/costs.xlsx",
  text: "Item: Turbine ⚡ | Cost: $7.8 million\nItem: Dam | Cost: $30 million",
  places: [
    { kind: "sheet", number: 1, name: "Costs", start: 0 },
    { kind: "row", number: 2, name: null, start: 0 },
    { kind: "row", number: 3, name: null, start: 37 },
  ],
});
/** Came as a record, not as a file. */
export const note: DocumentRow = {
  ...file({ id: "d-note", language: "en", name: "A note", format: null, source: "given/notes.jsonl", text: "Nothing is asked of this.", places: [] }),
};
export const cofeDocuments = [station, costs, note];

export const cofeTitles: TitleRow[] = [{ id: station.id, language: "zh", domain: "energy", title: "云湖电站年报" }];

const fragmentOf = ({ id: documentId, language, domain, text }: DocumentRow, start: number, place: string): FragmentRow => ({
  id: `f-${documentId}-${start}`,
  documentId,
  language,
  domain,
  section: null,
  place,
  start,
  end: text.length,
  tokens: 9,
  text: text.slice(start),
});
export const cofeFragments = [fragmentOf(station, first.length + 2, "page 2"), fragmentOf(costs, 0, "sheet Costs, rows 2–3")] as const;

const spanOf = ({ id: documentId, text: whole }: DocumentRow, text: string) => {
  const start = whole.indexOf(text);
  return { text, span: { documentId, start, end: start + text.length } };
};

const itemOf = (id: string, document: DocumentRow, given: Pick<ItemRow, "type" | "question" | "answer" | "evidence" | "keywords" | "scope">): ItemRow => ({
  id,
  wing: "cofe",
  language: document.language,
  domain: document.domain,
  documentIds: [document.id],
  heldOutIds: [],
  keypoints: [{ claim: given.answer, kind: "fact", spans: given.evidence.map(({ span }) => span) }],
  derivations: [],
  questionId: `q-${id}`,
  ...given,
});
const scopeOf = ({ documentId, start, end }: FragmentRow) => [{ documentId, start, end }];

export const power = itemOf("i-power", station, {
  type: "factual",
  question: "云湖电站2023年发电多少？",
  answer: "7.8亿千瓦时。",
  evidence: [{ number: 1, ...spanOf(station, "2023年发电7.8亿千瓦时，同比增长12%。") }],
  keywords: { coarse: ["云湖电站"], fine: [[spanOf(station, "2023年"), spanOf(station, "7.8亿千瓦时")]] },
  scope: scopeOf(cofeFragments[0]),
});
export const dearer = itemOf("i-dearer", costs, {
  type: "comparative",
  question: "Which cost more, the turbine or the dam?",
  answer: "The dam: $30 million against $7.8 million.",
  evidence: [{ number: 1, ...spanOf(costs, "Item: Turbine ⚡ | Cost: $7.8 million\nItem: Dam | Cost: $30 million") }],
  keywords: { coarse: ["turbine", "dam"], fine: [[spanOf(costs, "$7.8 million")], [spanOf(costs, "Dam"), spanOf(costs, "$30 million")]] },
  scope: scopeOf(cofeFragments[1]),
});
/** Without keywords: there is nothing to find. */
const unanswerable: ItemRow = {
  ...itemOf("i-none", costs, { type: "unanswerable", question: "Who paid?", answer: "Unable to answer.", evidence: [], keywords: null, scope: [] }),
  wing: "rageval",
};
export const cofeItems = [power, dearer, unanswerable];

const change = (id: string, state: ChangeRow["state"], because: string | null = null, language: ChangeRow["language"] = "en"): ChangeRow => ({
  id,
  language,
  question: `What of <${id}>?`,
  state,
  because,
});
export const cofeChanges = [
  change("i-dearer", "kept"),
  change("i-power", "moved", null, "zh"),
  change("i-gone", "retired", "The text it was made from is no longer in the documents."),
  change("i-fresh", "new", null, "zh"),
];
