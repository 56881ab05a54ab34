// Section: which types of items are hardest, which items no system solves, and on which better systems do worse.

import type { Difficulty, ItemDifficulty } from "../../../schemas/evaluation/leaderboard.ts";
import { type Html, html, section } from "../html.ts";
import { typeNameOrId } from "../names.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, table } from "../tables.ts";
import { itemCell } from "./audit.ts";
import { type DifficultyWords, difficultyWords } from "./difficulty-words.ts";
import { labelWithDirection } from "./metric-names.ts";
import type { PageLanguage } from "./page-language.ts";

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
  const sureCount = suspects.filter(({ discrimination }) => (discrimination?.high ?? 0) < 0).length;
  const { items, systems, metric } = difficulty;
  return section(
    "difficulty",
    html`<p class="soft">${words.lead(formatCount(items.length), systems, labelWithDirection(metric, language))}</p>
${typesTable(difficulty, words)}
${itemsTable({ title: words.unsolved(unsolved.length), items: unsolved, shownIds, words })}
${itemsTable({ title: words.suspects(suspects.length, sureCount), items: suspects, shownIds, words })}`,
  );
}
