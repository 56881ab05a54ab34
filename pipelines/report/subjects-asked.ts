// Section: what was asked about — which documents, topics and parts items rest on, which were read in vain, and which were never read.

import type { DocumentCoverage, PartState } from "./document-coverage.ts";
import { groupBy } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Child, truncate, type Html, html, section } from "./html.ts";
import { groupNameOf, groupNamesOf } from "./names.ts";
import { bar, type BarPart } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const english = {
  kinds: {
    asked: "asked about",
    read: "read",
    fruitless: "read in vain",
    unread: "never read",
  } satisfies Record<PartState, string>,
  key: {
    asked: "an item rests on it",
    read: "read, but items rest on other parts",
    fruitless:
      "read in vain: no question about it was accepted. Empty: never read. Parts are of equal length, up to forty per document.",
  },
  documents: "Documents",
  topic: "Topic",
  headings: ["all", "with items", "in vain", "never read", "parts asked about", "parts never read"],
  itsDocuments: "its documents",
  topics: "Topics",
  aboutTopics:
    "Documents that share a distinctive word, found by code in their names and openings; each document is in one topic. ",
  restIsLast: "Documents that share no such word with another are in the last row.",
  inNoTopic: "In no topic",
  all: "All",
  moreTopics: (left: number) => `${left} more topics, with fewer items or documents.`,
  moreDocuments: (left: number) => `${left} more documents, with fewer items or less text.`,
  documentHeadings: [
    "Document, topic",
    "characters",
    "materials read",
    "accepted questions",
    "items",
    "represents",
    "from beginning to end",
  ],
  documentsTitle: "The documents",
};

type AskedWords = typeof english;

const chinese: AskedWords = {
  kinds: { asked: "问到", read: "读过", fruitless: "白读", unread: "未读" },
  key: {
    asked: "有题目以它为据",
    read: "读过，但题目问的是别的内容",
    fruitless:
      "白读：读过，但据此提出的问题无一成立。未读：从未读过。每篇文档等分为若干段，至多四十段。",
  },
  documents: "文档",
  topic: "主题",
  headings: ["总数", "有题目", "白读", "未读", "问到的段落", "未读的段落"],
  itsDocuments: "其中的文档",
  topics: "主题",
  aboutTopics:
    "代码从文档的名称和开头找出有代表性的词，含有同一个词的文档归为一个主题；一篇文档只归一个主题。",
  restIsLast: "与其他文档没有这类共同词的，列在最后一行。",
  inNoTopic: "无主题",
  all: "合计",
  moreTopics: left => `另有 ${left} 个主题，题目或文档更少。`,
  moreDocuments: left => `另有 ${left} 篇，题目更少或篇幅更短。`,
  documentHeadings: [
    "文档与主题",
    "字符数",
    "读取的材料数",
    "成立的问题",
    "题数",
    "代表的文档数",
    "从头到尾",
  ],
  documentsTitle: "各篇文档",
};

const subjectsAskedWords: Record<PageLanguage, AskedWords> = { en: english, zh: chinese };

const barKinds: Record<PartState, BarPart["kind"]> = {
  asked: "good",
  read: "kept",
  fruitless: "lost",
  unread: "ground",
};

/** A bar with the parts in order; neighboring parts in the same state are drawn as one. */
function stateBar(partStates: readonly PartState[], words: AskedWords): Html {
  const runs: { state: PartState; value: number }[] = [];
  for (const state of partStates) {
    const lastRun = runs.at(-1);
    if (lastRun?.state === state) lastRun.value += 1;
    else runs.push({ state, value: 1 });
  }
  return bar(
    runs.map(({ state, value }) => ({ kind: barKinds[state], label: words.kinds[state], value })),
  );
}

const countParts = (documents: readonly DocumentCoverage[], state: PartState): number =>
  documents.flatMap(({ partStates }) => partStates).filter(each => each === state).length;

/** The state of a whole document, in the same terms as its parts. */
function stateOf({ items, materials, accepted }: DocumentCoverage): PartState {
  if (items > 0) return "asked";
  if (accepted > 0) return "read";
  return materials > 0 ? "fruitless" : "unread";
}

/** Counts of documents by their state, then shares of the parts of their texts. */
function stateCounts(name: Child, documents: readonly DocumentCoverage[]) {
  const partCount = documents.reduce((sum, document) => sum + document.partStates.length, 0);
  const states = documents.map(stateOf);
  const countOfState = (state: PartState) => states.filter(each => each === state).length;
  const shareText = (state: PartState) => percent(countParts(documents, state), partCount);
  return [
    name,
    documents.length,
    countOfState("asked"),
    countOfState("fruitless"),
    countOfState("unread"),
    shareText("asked"),
    shareText("unread"),
  ];
}

const maxShown = 60;
const stateOrder: readonly PartState[] = ["asked", "read", "fruitless", "unread"];

/** Documents with the most items first; ties by length, longest first. */
const sortByItems = (documents: readonly DocumentCoverage[]) =>
  [...documents].sort((a, b) => b.items - a.items || b.length - a.length);

/** The state of each topic's documents, then of their parts; topics with the most items first. */
function topicsTable(documents: readonly DocumentCoverage[], words: AskedWords): Html {
  const groups = groupBy(
    documents.filter(({ topic }) => topic !== null),
    ({ language, topic }) => `${language}\n${topic}`,
  );
  if (groups.size === 0) return html``;
  const rowWithBar = (name: Child, topicDocuments: readonly DocumentCoverage[]) => [
    ...stateCounts(name, topicDocuments),
    stateBar(
      topicDocuments.map(stateOf).sort((a, b) => stateOrder.indexOf(a) - stateOrder.indexOf(b)),
      words,
    ),
  ];
  const itemsOf = (topicDocuments: readonly DocumentCoverage[]) =>
    topicDocuments.reduce((sum, { items }) => sum + items, 0);
  const topics = [...groups.values()].sort(
    (a, b) => itemsOf(b) - itemsOf(a) || b.length - a.length,
  );
  const rows = topics.slice(0, maxShown).flatMap(topicDocuments => {
    const [firstDocument] = topicDocuments;
    const nameCell = (document: DocumentCoverage) =>
      html`<span lang="${document.language}">${truncate(document.topic ?? "", 60)}</span>`;
    return firstDocument ? [rowWithBar(nameCell(firstDocument), topicDocuments)] : [];
  });
  const withoutTopic = documents.filter(({ topic }) => topic === null);
  return html`<h3>${words.topics}</h3>
<p class="soft">${words.aboutTopics}${withoutTopic.length > 0 ? words.restIsLast : ""}</p>
${table([words.topic, ...words.headings, words.itsDocuments], rows, withoutTopic.length > 0 ? rowWithBar(words.inNoTopic, withoutTopic) : undefined)}${moreLine(topics.length - maxShown, words.moreTopics)}`;
}

const moreLine = (restCount: number, text: (restCount: number) => string): Html =>
  restCount > 0 ? html`<p class="small soft">${text(restCount)}</p>` : html``;

function documentsTable(documents: readonly DocumentCoverage[], words: AskedWords): Html {
  const shownDocuments = sortByItems(documents).slice(0, maxShown);
  const rows = shownDocuments.map(
    ({ name, language, topic, length, materials, accepted, items, weight, partStates }) => [
      html`<span lang="${language}">${truncate(name, 60)}<span class="under">${truncate(topic ?? "", 60)}</span></span>`,
      length,
      materials,
      accepted,
      items,
      weight ?? "–",
      stateBar(partStates, words),
    ],
  );
  return html`${table(words.documentHeadings, rows)}${moreLine(documents.length - maxShown, words.moreDocuments)}`;
}

export function subjectsAskedSection({ documentCoverage }: RunData, language: PageLanguage): Html {
  if (documentCoverage === null) return html``;
  const words = subjectsAskedWords[language];
  return section(
    "asked",
    html`<p class="soft"><span class="key good"></span>${words.key.asked} <span class="key kept"></span>${words.key.read} <span class="key lost"></span>${words.key.fruitless}</p>
${table(
  [words.documents, ...words.headings],
  groupNamesOf(documentCoverage).map(group =>
    stateCounts(
      group,
      documentCoverage.filter(document => groupNameOf(document) === group),
    ),
  ),
  stateCounts(words.all, documentCoverage),
)}
${topicsTable(documentCoverage, words)}
<details open><summary>${words.documentsTitle}</summary>${documentsTable(documentCoverage, words)}</details>`,
  );
}
