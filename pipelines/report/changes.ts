// Section: what a rerun on changed documents did to the items — which stayed, which were retired and why, and which are new.

import type { ChangeRow } from "../../schemas/items/changes.ts";
import { Language } from "../../schemas/items/item-types.ts";
import type { ChangesData } from "./changes-data.ts";
import { type ChangesWords, changesWords } from "./changes-words.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import { languageName } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { table } from "./tables.ts";

// Maximum items listed on the page; items/changes.jsonl has all of them.
const maxShown = { retired: 40, added: 8 };
const states = ["kept", "moved", "retired", "new"] as const satisfies readonly ChangeRow["state"][];

function countsTable({ counts }: ChangesData, language: PageLanguage): Html {
  const words = changesWords[language];
  const languages = Language.options.filter(itemLanguage =>
    states.some(state => counts[itemLanguage][state] > 0),
  );
  return table(
    [words.items, ...states.map(state => words.states[state])],
    languages.map(itemLanguage => [
      languageName(itemLanguage, language),
      ...states.map(state => counts[itemLanguage][state]),
    ]),
    [
      words.all,
      ...states.map(state =>
        languages.reduce((sum, itemLanguage) => sum + counts[itemLanguage][state], 0),
      ),
    ],
  );
}

const changeLine = ({ id, question, because: reason }: ChangeRow, words: ChangesWords): Html =>
  html`<li>${withLanguage(truncate(question, 160))} <code class="soft">${id}</code>${reason === null ? "" : html`<br><span class="soft">${withLanguage(truncate(words.retirementReason(reason), 240))}</span>`}</li>`;

interface ChangeList {
  readonly title: string;
  readonly rows: readonly ChangeRow[];
  readonly maxRows: number;
}

function changeList({ title, rows, maxRows }: ChangeList, words: ChangesWords): Html {
  if (rows.length === 0) return html``;
  const more =
    rows.length > maxRows
      ? html`<p class="small">${words.more(rows.length - maxRows)}</p>`
      : html``;
  return html`<h3>${title}</h3><ul class="small">${rows.slice(0, maxRows).map(row => changeLine(row, words))}</ul>${more}`;
}

/** Empty if the documents did not change. */
export function changesSection({ changes }: RunData, language: PageLanguage): Html {
  if (!changes) return html``;
  const words = changesWords[language];
  return section(
    "changes",
    html`<p class="soft">${words.lead}</p>
${countsTable(changes, language)}
${changeList({ title: words.retired, rows: changes.retiredItems, maxRows: maxShown.retired }, words)}
${changeList({ title: words.added, rows: changes.newItems, maxRows: maxShown.added }, words)}`,
  );
}
