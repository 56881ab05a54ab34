// Section: which types of items are hardest, which items no system solves, and on which better systems do worse.

import type { Difficulty, ItemDifficulty } from "../../../schemas/evaluation/leaderboard.ts";
import { type Html, html, section } from "../html.ts";
import { typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { itemCell } from "./audit.ts";
import { labelWithDirection } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";

const english = {
  language: "en" as PageLanguage,
  type: "Type",
  items: "items",
  item: "Item",
  solved: "systems that solve it",
  discrimination: "discrimination",
  lead: (items: string, systems: number, metric: string) =>
    `Over ${items} items and ${systems} systems, by ${metric}; the hardest type first. A system solves an item if it gets the full score. Discrimination is the correlation, across systems, of an item’s values with those of all other items: below 0, better systems do worse on it. Each value has its 95% interval below it; with so few systems, a single item’s interval is wide, and a correlation of 1 or −1, or over three systems, has none.`,
  unsolved: (n: number) => `Items that no system solves (too hard, or wrong): ${formatCount(n)}`,
  suspects: (n: number, significantCount: number) =>
    `Suspect items, on which better systems do worse: ${formatCount(n)}${significantCount > 0 ? `, ${formatCount(significantCount)} of them with an interval below 0` : ""}`,
  more: (n: number) => `${formatCount(n)} more are in evaluations/leaderboard.json.`,
};

type DifficultyWords = typeof english;

const chinese: DifficultyWords = {
  language: "zh",
  type: "题型",
  items: "题数",
  item: "题目",
  solved: "答对的系统",
  discrimination: "区分度",
  lead: (items, systems, metric) =>
    `共 ${items} 道题、${systems} 个系统，按${metric}计分；最难的题型在前。系统拿到满分即算答对。区分度是一道题的得分与其余各题得分在各系统间的相关：低于 0 表示越好的系统答得越差。数值下方是 95% 区间；系统不多，单道题的区间很宽；相关为 1 或 −1，或只有三个系统时没有区间。`,
  unsolved: n => `${formatCount(n)} 道题没有一个系统答对：太难，或题目有误`,
  suspects: (n, significantCount) =>
    `${formatCount(n)} 道可疑的题：越好的系统答得越差${significantCount > 0 ? `（其中 ${formatCount(significantCount)} 道的区间低于 0）` : ""}`,
  more: n => `另有 ${formatCount(n)} 道，见 evaluations/leaderboard.json。`,
};

const difficultyWords: Record<PageLanguage, DifficultyWords> = {
  en: english,
  zh: chinese,
};

/** Maximum items listed in a table; evaluations/leaderboard.json has all of them. */
const maxRows = 10;

type Estimate = ItemDifficulty["solved"];

const percentText = (value: number): string => `${(100 * value).toFixed(0)}%`;

const estimateCell = ({ value, low, high }: Estimate, format: (value: number) => string): Html =>
  value === null
    ? numberCell("–")
    : numberCell(
        html`<b>${format(value)}</b>${low === null || high === null ? "" : html`<span class="under">${format(low)} – ${format(high)}</span>`}`,
      );

const typesTable = ({ types }: Difficulty, words: DifficultyWords): Html =>
  table(
    [words.type, words.items, numberCell(words.solved)],
    types.map(({ type, items, solved }) => [
      typeNameOrId(type, words.language),
      items,
      estimateCell(solved, percentText),
    ]),
  );

interface ItemList {
  readonly title: string;
  readonly items: readonly ItemDifficulty[];
  readonly shownIds: ReadonlySet<string>;
  readonly words: DifficultyWords;
}

function itemsTable({ title, items, shownIds, words }: ItemList): Html {
  if (items.length === 0) return html``;
  const rows = items
    .slice(0, maxRows)
    .map(({ id, type, solved, discrimination }) => [
      itemCell(id, shownIds),
      typeNameOrId(type, words.language),
      estimateCell(solved, percentText),
      discrimination === null
        ? numberCell("–")
        : estimateCell(discrimination, value => value.toFixed(2)),
    ]);
  const moreCount = items.length - rows.length;
  return html`<details><summary>${title}</summary>${table([words.item, words.type, numberCell(words.solved), numberCell(words.discrimination)], rows)}${moreCount > 0 ? html`<p class="small soft">${words.more(moreCount)}</p>` : ""}</details>`;
}

/** Items with negative discrimination, worst first. */
const suspectsOf = ({ items }: Difficulty): ItemDifficulty[] =>
  items
    .filter(({ discrimination }) => discrimination !== null && discrimination.value < 0)
    .toSorted((a, b) => (a.discrimination?.value ?? 0) - (b.discrimination?.value ?? 0));

/** Empty with fewer than three systems. */
export function difficultySection(
  { evaluations: { leaderboard }, examples }: RunData,
  language: PageLanguage,
): Html {
  const difficulty = leaderboard?.difficulty;
  if (!difficulty) return html``;
  const words = difficultyWords[language];
  const shownIds = new Set(examples.map(({ id }) => id));
  // Items that the page shows come first: the reader can look at them.
  const unsolved = difficulty.items
    .filter(({ solved }) => solved.value === 0)
    .toSorted((a, b) => Number(shownIds.has(b.id)) - Number(shownIds.has(a.id)));
  const suspects = suspectsOf(difficulty);
  const significantCount = suspects.filter(
    ({ discrimination }) => (discrimination?.high ?? 0) < 0,
  ).length;
  const { items, systems, metric } = difficulty;
  return section(
    "difficulty",
    html`<p class="soft">${words.lead(formatCount(items.length), systems, labelWithDirection(metric, language))}</p>
${typesTable(difficulty, words)}
${itemsTable({ title: words.unsolved(unsolved.length), items: unsolved, shownIds, words })}
${itemsTable({ title: words.suspects(suspects.length, significantCount), items: suspects, shownIds, words })}`,
  );
}
