// Table: length, layout and vocabulary of what was written beside the seeds'.

import { type Html, html } from "./html.ts";
import type { Likeness } from "./likeness-read.ts";
import { numeric, percent, table } from "./tables.ts";

const rounded = (number: number | null) => (number === null ? "–" : Math.round(number));

/** Nothing where the run has no seeds. */
export const likenessTable = (groups: readonly Likeness[]): Html =>
  groups.length === 0
    ? html``
    : html`<p class="soft">What was written beside its seeds: mean characters of a text, share of the lines that are list items, labelled or headings, distinct words in 1,000.</p>
${table(
  ["Likeness", "characters", "of seeds", "set lines", "of seeds", "words in 1,000", "of seeds"],
  groups.map(({ group, seeds, written }) => [
    group,
    ...[written, seeds].map(({ characters }) => rounded(characters)),
    ...[written, seeds].map(({ layout }) => numeric(percent(layout, 1))),
    ...[written, seeds].map(({ vocabulary }) => rounded(vocabulary)),
  ]),
)}`;
