// Section: number of items by type, domain and language, compared with their targets, and the splits.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./page-language.ts";
import { type Child, type Html, html, section } from "./html.ts";
import { groupNameOf, groupNamesOf, typeName } from "./names.ts";
import { sourceDocumentIds } from "./describe-split.ts";
import type { RunData } from "./run-data.ts";
import { numberCell, percent, table } from "./tables.ts";

const english = {
  lead: "Items by question type, domain and language; where a target was missed, shown as actual / target.",
  headings: { type: "Question type", all: "all" },
  all: "All",
  missed: (name: string, reason: string): Html => html`<b>${name}</b>: ${reason}`,
  ofGroup: (type: string, group: string) => `${type}, ${group}`,
  missedTargets: (n: number) => `${n} targets not reached`,
  splits: (dev: number, test: number): Html =>
    html`Splits: <b>${dev}</b> dev and <b>${test}</b> test items (${percent(dev, dev + test)} dev); `,
  shared: (documents: number) =>
    documents === 0 ? "no document is in both." : `${documents} documents are in both.`,
};

type Words = typeof english;

const chinese: Words = {
  lead: "各题型在每个领域、每种语言的题数；未达到目标的，写作“实际 / 目标”。",
  headings: { type: "题型", all: "合计" },
  all: "合计",
  // The run states its reasons in English.
  missed: (name, reason) => html`<b>${name}</b>：<span lang="en">${reason}</span>`,
  ofGroup: (type, group) => `${type}，${group}`,
  missedTargets: n => `${n} 个目标没有达到`,
  splits: (dev, test) =>
    html`划分：dev <b>${dev}</b> 道，test <b>${test}</b> 道（dev 占 ${percent(dev, dev + test)}）；`,
  shared: documents =>
    documents === 0 ? "两者没有共用的文档。" : `两者共用 ${documents} 篇文档。`,
};

const itemCountWords: Record<PageLanguage, Words> = { en: english, zh: chinese };

interface Cell {
  readonly itemCount: number;
  /** Null if the run had no quotas. */
  readonly target: number | null;
}

const cellText = ({ itemCount, target }: Cell): Child => {
  if (target === null || target === itemCount) return itemCount;
  return numberCell(
    itemCount < target
      ? html`<span class="short">${itemCount}</span> / ${target}`
      : `${itemCount} / ${target}`,
  );
};

const sumOf = (cells: readonly Cell[]): Cell => ({
  itemCount: cells.reduce((total, { itemCount }) => total + itemCount, 0),
  target: cells.every(({ target }) => target === null)
    ? null
    : cells.reduce((total, { target }) => total + (target ?? 0), 0),
});

function cellOf({ items, demand }: RunData, type: string, group: string): Cell {
  const itemCount = items.filter(item => item.type === type && groupNameOf(item) === group).length;
  const target = demand.find(row => row.type === type && groupNameOf(row) === group)?.target;
  return { itemCount, target: demand.length === 0 ? null : (target ?? 0) };
}

function typesTable(data: RunData, language: PageLanguage): Html {
  const words = itemCountWords[language];
  const groups = groupNamesOf(data.demand.length > 0 ? data.demand : data.items);
  const types = ItemType.options.filter(type =>
    [...data.items, ...data.demand].some(row => row.type === type),
  );
  const grid = types.map(type => ({ type, cells: groups.map(group => cellOf(data, type, group)) }));
  const columns = groups.map((_, index) =>
    sumOf(grid.map(({ cells }) => cells[index] ?? { itemCount: 0, target: null })),
  );
  return table(
    [words.headings.type, ...groups, words.headings.all],
    grid.map(({ type, cells }) => [
      typeName(type, language),
      ...cells.map(cellText),
      cellText(sumOf(cells)),
    ]),
    [words.all, ...columns.map(cellText), cellText(sumOf(columns))],
  );
}

/** Reasons for missed targets; the reason for a type that is missing everywhere is given once. */
function reasons({ demand }: RunData, language: PageLanguage): Html[] {
  const words = itemCountWords[language];
  const entries = new Map<string, Html>();
  for (const { type, because: reason, target, ...group } of demand) {
    if (reason === null) continue;
    const typeLabel = typeName(type, language);
    const name = target === 0 ? typeLabel : words.ofGroup(typeLabel, groupNameOf(group));
    entries.set(name, html`<li>${words.missed(name, reason)}</li>`);
  }
  return [...entries.values()];
}

function splitsLine({ items, splits }: RunData, words: Words): Html {
  const itemsOf = (split: "dev" | "test") => items.filter(({ id }) => splits.get(id) === split);
  const [dev, test] = [itemsOf("dev"), itemsOf("test")];
  const devSources = new Set(dev.flatMap(sourceDocumentIds));
  const sharedCount = new Set(test.flatMap(sourceDocumentIds).filter(id => devSources.has(id)))
    .size;
  return html`<p>${words.splits(dev.length, test.length)}${words.shared(sharedCount)}</p>`;
}

export function itemCountsSection(data: RunData, language: PageLanguage): Html {
  const words = itemCountWords[language];
  const reasonEntries = reasons(data, language);
  return section(
    "made",
    html`<p class="soft">${words.lead}</p>
${typesTable(data, language)}
${data.splits.size > 0 ? splitsLine(data, words) : ""}
${reasonEntries.length > 0 ? html`<details><summary>${words.missedTargets(reasonEntries.length)}</summary><ul class="small">${reasonEntries}</ul></details>` : ""}`,
  );
}
