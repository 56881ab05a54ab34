// What the sample news run holds: articles in two languages, two of them held out, and one item of every task.

import type { LabelRow } from "../../schemas/items/labels.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";

const article = (row: Pick<DocumentRow, "id" | "language" | "name" | "published" | "text">): DocumentRow => ({
  domain: "news",
  kind: "own",
  configId: null,
  sections: [],
  format: null,
  places: [],
  provenance: { source: "seeds/crud/news.txt", licence: "CC0-1.0" },
  foreign: null,
  ...row,
});

export const bridge = article({
  id: "a-bridge",
  language: "zh",
  name: "云汀大桥合龙",
  published: "2025-04-03",
  text: "云汀大桥4月3日合龙，主跨𠮷岸一侧长八百二十米。\n  工程由鹿鸣建设承担，<b>造价</b>十二亿元。\u2028\r\n通车定在9月。",
});
export const toll = article({ id: "a-toll", language: "zh", name: "云汀大桥收费方案", published: "2025-04-04", text: "云汀大桥小客车单次收费十五元，鹿鸣建设养护三十年。" });
export const storm = article({
  id: "a-storm",
  language: "en",
  name: "Storm closes Harl port",
  published: null,
  text: "A storm closed Harl port on Monday.\n\nForty-one ships waited outside. Two cranes fell.",
});
export const repairs = article({
  id: "a-repairs",
  language: "en",
  name: "Harl port repairs",
  published: "2025-05-06",
  text: "Repairs at Harl port will cost $9 million, its director Ilse Marn said.",
});
const reopening = article({
  id: "a-reopening",
  language: "en",
  name: "Harl port reopens",
  published: "2025-05-09",
  text: "Harl port reopened on Friday with three of five cranes.",
});
export const museum = article({
  id: "a-museum",
  language: "zh",
  name: "青屿博物馆开馆",
  published: "2025-04-10",
  text: "青屿博物馆4月10日开馆，馆藏三千件。首日接待两千人，门票免费。",
});
export const copied = article({ id: "a-copied", language: "zh", name: "一周要闻", published: "2025-04-11", text: "本周要闻。首日接待两千人，门票免费。另有天气消息。" });
export const ferry = article({
  id: "a-ferry",
  language: "en",
  name: "Ferry line opens",
  published: "2025-05-01",
  text: "The Marn ferry line opened. It carries 300 people a trip. Tickets cost $4.",
});
export const found = article({ id: "a-found", language: "zh", name: "博物馆迎客", published: "2025-04-12", text: "青屿博物馆馆藏三千件，开馆当日免票。" });

/** D: each article once. */
export const pooled = [bridge, toll, storm, repairs, reopening, museum, copied, ferry];
/** D without what is held out and what repeats it, and with what a search found. */
export const corpus = [bridge, toll, storm, repairs, reopening, found];

const spanOf = ({ id, text }: DocumentRow, words: string) => ({ documentId: id, start: text.indexOf(words), end: text.indexOf(words) + words.length });
const said = (number: number, document: DocumentRow, words: string) => ({ number, span: spanOf(document, words), text: words });

const item = (row: Pick<ItemRow, "id" | "type" | "language" | "question" | "answer" | "documentIds" | "evidence"> & Partial<ItemRow>): ItemRow => ({
  wing: "crud",
  domain: "news",
  heldOutIds: [],
  keypoints: row.evidence.map(({ span, text }) => ({ claim: text, kind: "fact" as const, spans: [span] })),
  keywords: null,
  derivations: [],
  scope: [],
  questionId: `q-${row.id}`,
  ...row,
});

export const errors = { beginning: "云汀大桥4月3日合龙，", continuation: "主跨长九百米。", marks: [{ wrong: "九百米", right: "八百二十米", reason: "与报道不符" }] };

export const newsItems: readonly ItemRow[] = [
  item({
    id: "i-museum",
    type: "summarization",
    language: "zh",
    question: "青屿博物馆4月10日开馆",
    answer: "青屿博物馆馆藏三千件，首日接待两千人。",
    documentIds: [found.id, toll.id],
    heldOutIds: [museum.id],
    evidence: [said(1, found, "青屿博物馆馆藏三千件")],
    keypoints: [
      { claim: "馆藏三千件", kind: "fact", spans: [spanOf(found, "馆藏三千件")] },
      { claim: "首日接待两千人", kind: "fact", spans: [] },
    ],
  }),
  item({
    id: "i-ferry",
    type: "continuation",
    language: "en",
    question: "The Marn ferry line opened.",
    answer: "It carries 300 people a trip. Tickets cost $4.",
    documentIds: [repairs.id],
    heldOutIds: [ferry.id],
    evidence: [said(1, repairs, "Ilse Marn")],
  }),
  item({
    id: "i-toll",
    type: "qa-1-document",
    language: "zh",
    question: "云汀大桥小客车单次收费多少？",
    answer: "十五元",
    documentIds: [toll.id],
    evidence: [said(1, toll, "云汀大桥小客车单次收费十五元")],
  }),
  item({
    id: "i-builder",
    type: "qa-2-documents",
    language: "zh",
    question: "承建云汀大桥的企业将养护大桥多少年？",
    answer: "三十年",
    documentIds: [bridge.id, toll.id],
    evidence: [said(1, bridge, "工程由鹿鸣建设承担"), said(2, toll, "鹿鸣建设养护三十年")],
  }),
  item({
    id: "i-port",
    type: "qa-3-documents",
    language: "en",
    question: "How many cranes did Harl port lose, what do repairs cost, and when did it reopen?",
    answer: "Two; $9 million; on Friday.",
    documentIds: [storm.id, repairs.id, reopening.id],
    evidence: [said(1, storm, "Two cranes fell."), said(2, repairs, "$9 million"), said(3, reopening, "reopened on Friday")],
  }),
  item({
    id: "i-span",
    type: "correction",
    language: "zh",
    question: errors.beginning + errors.continuation,
    answer: "主跨长八百二十米。",
    documentIds: [bridge.id],
    evidence: [said(1, bridge, "长八百二十米")],
  }),
];

const label = (itemId: string, document: DocumentRow, role: LabelRow["role"], grade = 1): LabelRow => ({
  id: `${itemId}/${document.id}`,
  itemId,
  language: document.language,
  documentId: document.id,
  role,
  grade,
  spans: [],
  countsForMrr: role !== "reconstruction",
});

export const newsLabels: readonly LabelRow[] = [
  label("i-museum", found, "reconstruction", 2),
  label("i-ferry", repairs, "reconstruction"),
  label("i-toll", toll, "gold"),
  label("i-toll", bridge, "support"),
  label("i-builder", bridge, "gold"),
  label("i-builder", toll, "gold"),
  ...[storm, repairs, reopening].map(document => label("i-port", document, "gold")),
  label("i-span", bridge, "gold"),
];
