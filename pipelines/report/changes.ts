// Section: the documents were changed and the run was made again — which items stayed, which went and why, what is new.

import type { ChangeRow } from "../../schemas/items/changes.ts";
import { Language } from "../../schemas/items/item-types.ts";
import type { ChangesData } from "./changes-read.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import { languageLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { count, table } from "./tables.ts";

// items/changes.jsonl holds them all; a page need not.
const maxShown = { retired: 40, fresh: 8 };
const states = ["kept", "moved", "retired", "new"] as const satisfies readonly ChangeRow["state"][];

function countsTable({ counts }: ChangesData): Html {
  const languages = Language.options.filter(language =>
    states.some(state => counts[language][state] > 0),
  );
  return table(
    ["Items", ...states],
    languages.map(language => [
      languageLabels[language],
      ...states.map(state => counts[language][state]),
    ]),
    [
      "All",
      ...states.map(state => languages.reduce((sum, language) => sum + counts[language][state], 0)),
    ],
  );
}

const told = ({ id, question, because }: ChangeRow): Html =>
  html`<li>${spoken(cut(question, 160))} <code class="soft">${id}</code>${because === null ? "" : html`<br><span class="soft">${spoken(cut(because, 240))}</span>`}</li>`;

function list(title: string, rows: readonly ChangeRow[], most: number): Html {
  if (rows.length === 0) return html``;
  const more =
    rows.length > most
      ? html`<p class="small">${count(rows.length - most)} more are in items/changes.jsonl.</p>`
      : html``;
  return html`<h3>${title}</h3><ul class="small">${rows.slice(0, most).map(told)}</ul>${more}`;
}

/** Nothing where the documents did not change. */
export function changesSection({ changes }: RunData): Html {
  if (!changes) return html``;
  return section(
    "changes",
    html`<p class="soft">Beside the items of the run before: the evidence of a kept one stands where it stood, that of a moved one elsewhere, and its offsets went with it; a retired one is no longer in the benchmark; a new one was made of new text, or in the place of a retired one.</p>
${countsTable(changes)}
${list("Retired", changes.retired, maxShown.retired)}
${list("New", changes.fresh, maxShown.fresh)}`,
  );
}
