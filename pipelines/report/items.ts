// Section: all items, in pages, with filters for type, language, document and outcome.

import { ItemType, Language } from "../../schemas/items/item-types.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, section, withLanguage } from "./html.ts";
import { type Filter, filteredList, classesAt } from "./items-filters.ts";
import { languageName, typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { formatCount } from "./tables.ts";

const maxShown = { items: 600, documents: 150, perPage: 20 };
const maxLength = { question: 150, name: 48, text: 1500 };

const english = {
  filters: { type: "Type", language: "Language", document: "Document", outcome: "Systems" },
  all: "all",
  choice: (label: string, n: number) => `${label} (${n})`,
  colon: ": ",
  outcomes: {
    all: "full score: all systems",
    some: "full score: some systems",
    none: "full score: no system",
    unknown: "unknown",
  },
  parts: { keypoints: "Keypoints", evidence: "Evidence" },
  lead: "Filter by type, language and document, and by whether the systems got the full score for an item on the first metric in their table.",
  solved: (solvedBy: number, of: number) => `full score: ${solvedBy} of ${of} systems`,
  more: (remaining: number) => `${formatCount(remaining)} more items are in items/items.jsonl.`,
};

const chinese: typeof english = {
  filters: { type: "题型", language: "语言", document: "文档", outcome: "系统" },
  all: "全部",
  choice: (label, n) => `${label}（${n}）`,
  colon: "：",
  outcomes: { all: "全部满分", some: "部分满分", none: "无一满分", unknown: "未知" },
  parts: { keypoints: "要点", evidence: "证据" },
  lead: "可按题型、语言、文档筛选，也可按各系统是否得满分（以总表的第一个指标为准）筛选。",
  solved: (solvedBy, of) => `${of} 个系统中有 ${solvedBy} 个得满分`,
  more: remaining => `另有 ${formatCount(remaining)} 道题，见 items/items.jsonl。`,
};

const itemsWords: Record<PageLanguage, typeof english> = { en: english, zh: chinese };

type Outcome = keyof typeof english.outcomes;

interface ItemsContext {
  readonly data: RunData;
  readonly language: PageLanguage;
  /** Ids and names of the documents that the filter offers, in the order of their CSS classes. */
  readonly documents: readonly (readonly [string, string])[];
  readonly systemCount: number;
  /** Names of all documents, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function outcomeOf(item: ItemRow, { data, systemCount }: ItemsContext): Outcome {
  const solved = data.evaluations.leaderboard?.solved[item.id];
  if (solved === undefined) return "unknown";
  return solved === 0 ? "none" : solved === systemCount ? "all" : "some";
}

function classesOf(item: ItemRow, context: ItemsContext): string[] {
  return [
    `it${ItemType.options.indexOf(item.type)}`,
    `il-${item.language}`,
    `io-${outcomeOf(item, context)}`,
    ...context.documents.flatMap(([id], index) =>
      item.documentIds.includes(id) ? [`id${index}`] : [],
    ),
  ];
}

function filtersOf(items: readonly ItemRow[], context: ItemsContext): Filter[] {
  const words = itemsWords[context.language];
  const classSets = items.map(item => new Set(classesOf(item, context)));
  const filter = (
    name: string,
    choices: readonly (readonly [mark: string, label: string])[],
  ): Filter => ({
    name,
    choices: choices
      .map(([cssClass, label]) => ({
        cssClass,
        label,
        n: classSets.filter(each => each.has(cssClass)).length,
      }))
      .filter(({ n }) => n > 0),
  });
  const { type, language, document, outcome } = words.filters;
  return [
    filter(
      type,
      ItemType.options.map((value, index) => [`it${index}`, typeName(value, context.language)]),
    ),
    filter(
      language,
      Language.options.map(value => [`il-${value}`, languageName(value, context.language)]),
    ),
    filter(
      document,
      context.documents.map(([, name], index) => [`id${index}`, truncate(name, maxLength.name)]),
    ),
    filter(
      outcome,
      Object.entries(words.outcomes).map(([value, label]) => [`io-${value}`, label]),
    ),
  ];
}

function itemEntry(item: ItemRow, index: number, context: ItemsContext): Html {
  const words = itemsWords[context.language];
  const solved = context.data.evaluations.leaderboard?.solved[item.id];
  const evidence = item.evidence.map(
    ({ span, text }) =>
      html`<li>${withLanguage(context.names.get(span.documentId) ?? span.documentId)}${words.colon}${withLanguage(truncate(text, maxLength.text))}</li>`,
  );
  const outcome = solved === undefined ? "" : ` · ${words.solved(solved, context.systemCount)}`;
  return html`<details class="entry ${classesAt(index, maxShown.perPage, classesOf(item, context))}"><summary>${withLanguage(truncate(item.question, maxLength.question))}</summary>
<p class="small soft">${typeName(item.type, context.language)} · ${item.domain}${outcome} · <code>${item.id}</code></p>
<div class="answer" lang="${item.language}">${truncate(item.answer, maxLength.text)}</div>
${item.keypoints.length > 0 ? html`<p class="small soft">${words.parts.keypoints}</p><ul class="small">${item.keypoints.map(({ claim }) => html`<li>${withLanguage(claim)}</li>`)}</ul>` : ""}
${evidence.length > 0 ? html`<p class="small soft">${words.parts.evidence}</p><ul class="small">${evidence}</ul>` : ""}</details>\n`;
}

/** The documents that items are about, in the order of the corpus. */
function documentsOfFilter(items: readonly ItemRow[], data: RunData): [string, string][] {
  const usedIds = new Set(items.flatMap(({ documentIds }) => documentIds));
  return data.documents
    .filter(({ id }) => usedIds.has(id))
    .map(({ id, name }): [string, string] => [id, name])
    .slice(0, maxShown.documents);
}

/** Empty if the run has no items. */
export function itemsSection(data: RunData, language: PageLanguage): Html {
  const items = data.items.slice(0, maxShown.items);
  if (items.length === 0) return html``;
  const words = itemsWords[language];
  const context: ItemsContext = {
    data,
    language,
    names: new Map(data.documents.map(({ id, name }) => [id, name])),
    documents: documentsOfFilter(items, data),
    systemCount: data.evaluations.leaderboard?.standings[0]
      ? data.evaluations.leaderboard.standings[0].others.length + 1
      : 0,
  };
  const remaining = data.items.length - items.length;
  return section(
    "items",
    html`<p class="soft">${words.lead}</p>
${filteredList({
  id: "all-items",
  filters: filtersOf(items, context),
  pages: Math.ceil(items.length / maxShown.perPage),
  words,
  entries: items.map((item, index) => itemEntry(item, index, context)),
})}
${remaining > 0 ? html`<p class="small soft">${words.more(remaining)}</p>` : ""}`,
  );
}
