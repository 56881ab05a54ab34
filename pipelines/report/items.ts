// Section: all items, in pages, filtered by type, language, document and outcome.

import { ItemType, Language } from "../../schemas/items/item-types.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { cut, type Html, html, section, spoken } from "./html.ts";
import { type Filter, filtered, marksAt } from "./items-filters.ts";
import { languageName, typeName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { count } from "./tables.ts";

const max = { items: 600, documents: 150, perPage: 20 };
const maxLength = { question: 150, name: 48, text: 1500 };

const english = {
  filters: { type: "Type", language: "Language", document: "Document", outcome: "Systems" },
  all: "all",
  choice: (label: string, n: number) => `${label} (${n})`,
  colon: ": ",
  outcomes: { all: "all full", some: "some full", none: "none full", untold: "unknown" },
  parts: { keypoints: "Keypoints", evidence: "Evidence" },
  lead: "Filter by type, language and document, and by whether the systems got the full score for an item, by the first metric in their table.",
  solved: (by: number, of: number) => `full score: ${by} of ${of} systems`,
  more: (rest: number) => `${count(rest)} more items are in items/items.jsonl.`,
};

const chinese: typeof english = {
  filters: { type: "题型", language: "语言", document: "文档", outcome: "系统" },
  all: "全部",
  choice: (label, n) => `${label}（${n}）`,
  colon: "：",
  outcomes: { all: "都拿到满分", some: "有的拿到满分", none: "都没拿到满分", untold: "不知道" },
  parts: { keypoints: "要点", evidence: "证据" },
  lead: "可按题型、语言、文档挑选，也可按各系统是否拿到满分（以总表的第一个指标为准）挑选。",
  solved: (by, of) => `${of} 个系统中 ${by} 个满分`,
  more: rest => `另有 ${count(rest)} 道题，见 items/items.jsonl。`,
};

const words: Record<PageLanguage, typeof english> = { en: english, zh: chinese };

type Outcome = keyof typeof english.outcomes;

interface ItemsContext {
  readonly data: RunData;
  readonly language: PageLanguage;
  /** Names of the documents that the filter offers, by id, in the order of their marks. */
  readonly documents: readonly (readonly [string, string])[];
  readonly systems: number;
  /** Names of all documents, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function outcomeOf(item: ItemRow, { data, systems }: ItemsContext): Outcome {
  const solved = data.evaluations.leaderboard?.solved[item.id];
  if (solved === undefined) return "untold";
  return solved === 0 ? "none" : solved === systems ? "all" : "some";
}

function marksOf(item: ItemRow, shown: ItemsContext): string[] {
  return [
    `it${ItemType.options.indexOf(item.type)}`,
    `il-${item.language}`,
    `io-${outcomeOf(item, shown)}`,
    ...shown.documents.flatMap(([id], at) => (item.documentIds.includes(id) ? [`id${at}`] : [])),
  ];
}

function filtersOf(items: readonly ItemRow[], shown: ItemsContext): Filter[] {
  const said = words[shown.language];
  const marks = items.map(item => new Set(marksOf(item, shown)));
  const counted = (list: readonly { label: string; mark: string }[]) =>
    list
      .map(choice => ({ ...choice, n: marks.filter(own => own.has(choice.mark)).length }))
      .filter(({ n }) => n > 0);
  const { type, language, document, outcome } = said.filters;
  return [
    {
      name: type,
      choices: counted(
        ItemType.options.map((one, at) => ({
          label: typeName(one, shown.language),
          mark: `it${at}`,
        })),
      ),
    },
    {
      name: language,
      choices: counted(
        Language.options.map(one => ({
          label: languageName(one, shown.language),
          mark: `il-${one}`,
        })),
      ),
    },
    {
      name: document,
      choices: counted(
        shown.documents.map(([, name], at) => ({
          label: cut(name, maxLength.name),
          mark: `id${at}`,
        })),
      ),
    },
    {
      name: outcome,
      choices: counted(
        (Object.keys(said.outcomes) as Outcome[]).map(one => ({
          label: said.outcomes[one],
          mark: `io-${one}`,
        })),
      ),
    },
  ];
}

function shownItem(item: ItemRow, at: number, shown: ItemsContext): Html {
  const said = words[shown.language];
  const solved = shown.data.evaluations.leaderboard?.solved[item.id];
  const evidence = item.evidence.map(
    ({ span, text }) =>
      html`<li>${spoken(shown.names.get(span.documentId) ?? span.documentId)}${said.colon}${spoken(cut(text, maxLength.text))}</li>`,
  );
  const outcome = solved === undefined ? "" : ` · ${said.solved(solved, shown.systems)}`;
  return html`<details class="entry ${marksAt(at, max.perPage, marksOf(item, shown))}"><summary>${spoken(cut(item.question, maxLength.question))}</summary>
<p class="small soft">${typeName(item.type, shown.language)} · ${item.domain}${outcome} · <code>${item.id}</code></p>
<div class="answer" lang="${item.language}">${cut(item.answer, maxLength.text)}</div>
${item.keypoints.length > 0 ? html`<p class="small soft">${said.parts.keypoints}</p><ul class="small">${item.keypoints.map(({ claim }) => html`<li>${spoken(claim)}</li>`)}</ul>` : ""}
${evidence.length > 0 ? html`<p class="small soft">${said.parts.evidence}</p><ul class="small">${evidence}</ul>` : ""}</details>\n`;
}

/** The documents that items are about, in the order of the corpus. */
function offeredDocuments(items: readonly ItemRow[], data: RunData): [string, string][] {
  const used = new Set(items.flatMap(({ documentIds }) => documentIds));
  return data.documents
    .filter(({ id }) => used.has(id))
    .map(({ id, name }): [string, string] => [id, name])
    .slice(0, max.documents);
}

/** Empty if the run has no items. */
export function itemsSection(data: RunData, language: PageLanguage): Html {
  const items = data.items.slice(0, max.items);
  if (items.length === 0) return html``;
  const said = words[language];
  const shown: ItemsContext = {
    data,
    language,
    names: new Map(data.documents.map(({ id, name }) => [id, name])),
    documents: offeredDocuments(items, data),
    systems: data.evaluations.leaderboard?.standings[0]
      ? data.evaluations.leaderboard.standings[0].others.length + 1
      : 0,
  };
  const rest = data.items.length - items.length;
  return section(
    "items",
    html`<p class="soft">${said.lead}</p>
${filtered({
  id: "all-items",
  filters: filtersOf(items, shown),
  pages: Math.ceil(items.length / max.perPage),
  said,
  entries: items.map((item, at) => shownItem(item, at, shown)),
})}
${rest > 0 ? html`<p class="small soft">${said.more(rest)}</p>` : ""}`,
  );
}
