// Section: what was made — items by type, domain and language compared with their targets, and the splits.

import { ItemType } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Child, type Html, html, section } from "./html.ts";
import { groupOf, groupsOf, typeName } from "./names.ts";
import { sourcesOf } from "./older-read.ts";
import type { RunData } from "./run-data.ts";
import { numeric, percent, table } from "./tables.ts";

const english = {
  lead: "Items by question type, domain and language; if a target was missed, made / target.",
  head: { type: "Question type", all: "all" },
  all: "All",
  missed: (name: string, because: string): Html => html`<b>${name}</b>: ${because}`,
  ofGroup: (type: string, group: string) => `${type}, ${group}`,
  short: (n: number) => `${n} targets not reached`,
  splits: (dev: number, test: number): Html =>
    html`Splits: <b>${dev}</b> dev and <b>${test}</b> test items (${percent(dev, dev + test)} dev); `,
  shared: (documents: number) =>
    documents === 0 ? "no document is in both." : `${documents} documents are in both.`,
};

type Words = typeof english;

const chinese: Words = {
  lead: "各题型在每个领域、每种语言的题数；未达到目标的，写作“实际 / 目标”。",
  head: { type: "题型", all: "合计" },
  all: "合计",
  // The run itself gives its reasons in English.
  missed: (name, because) => html`<b>${name}</b>：<span lang="en">${because}</span>`,
  ofGroup: (type, group) => `${type}，${group}`,
  short: n => `${n} 个目标没有达到`,
  splits: (dev, test) =>
    html`划分：dev <b>${dev}</b> 道，test <b>${test}</b> 道（dev 占 ${percent(dev, dev + test)}）；`,
  shared: documents =>
    documents === 0 ? "两者没有共用的文档。" : `两者共用 ${documents} 篇文档。`,
};

const words: Record<PageLanguage, Words> = { en: english, zh: chinese };

interface Cell {
  readonly made: number;
  /** Null if the run had no quotas. */
  readonly target: number | null;
}

const written = ({ made, target }: Cell): Child => {
  if (target === null || target === made) return made;
  return numeric(
    made < target ? html`<span class="short">${made}</span> / ${target}` : `${made} / ${target}`,
  );
};

const sum = (cells: readonly Cell[]): Cell => ({
  made: cells.reduce((total, { made }) => total + made, 0),
  target: cells.every(({ target }) => target === null)
    ? null
    : cells.reduce((total, { target }) => total + (target ?? 0), 0),
});

function cellOf({ items, demand }: RunData, type: string, group: string): Cell {
  const made = items.filter(item => item.type === type && groupOf(item) === group).length;
  const target = demand.find(row => row.type === type && groupOf(row) === group)?.target;
  return { made, target: demand.length === 0 ? null : (target ?? 0) };
}

function typesTable(data: RunData, language: PageLanguage): Html {
  const said = words[language];
  const groups = groupsOf(data.demand.length > 0 ? data.demand : data.items);
  const types = ItemType.options.filter(type =>
    [...data.items, ...data.demand].some(row => row.type === type),
  );
  const grid = types.map(type => ({ type, cells: groups.map(group => cellOf(data, type, group)) }));
  const columns = groups.map((_, index) =>
    sum(grid.map(({ cells }) => cells[index] ?? { made: 0, target: null })),
  );
  return table(
    [said.head.type, ...groups, said.head.all],
    grid.map(({ type, cells }) => [
      typeName(type, language),
      ...cells.map(written),
      written(sum(cells)),
    ]),
    [said.all, ...columns.map(written), written(sum(columns))],
  );
}

/** Reasons that say more than the numbers; the reason for a type that is missing everywhere is given once. */
function reasons({ demand }: RunData, language: PageLanguage): Html[] {
  const said = words[language];
  const lines = new Map<string, Html>();
  for (const { type, because, target, ...group } of demand) {
    if (because === null) continue;
    const ofType = typeName(type, language);
    const name = target === 0 ? ofType : said.ofGroup(ofType, groupOf(group));
    lines.set(name, html`<li>${said.missed(name, because)}</li>`);
  }
  return [...lines.values()];
}

function splitsLine({ items, splits }: RunData, said: Words): Html {
  const part = (split: "dev" | "test") => items.filter(({ id }) => splits.get(id) === split);
  const [dev, test] = [part("dev"), part("test")];
  const used = new Set(dev.flatMap(sourcesOf));
  const both = new Set(test.flatMap(sourcesOf).filter(id => used.has(id))).size;
  return html`<p>${said.splits(dev.length, test.length)}${said.shared(both)}</p>`;
}

export function itemsMadeSection(data: RunData, language: PageLanguage): Html {
  const said = words[language];
  const short = reasons(data, language);
  return section(
    "made",
    html`<p class="soft">${said.lead}</p>
${typesTable(data, language)}
${data.splits.size > 0 ? splitsLine(data, said) : ""}
${short.length > 0 ? html`<details><summary>${said.short(short.length)}</summary><ul class="small">${short}</ul></details>` : ""}`,
  );
}
