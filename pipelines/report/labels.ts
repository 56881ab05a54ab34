// Section: which documents are labelled relevant, and how many an item has.

import { type Html, html, section } from "./html.ts";
import type { LabelCounts } from "./labels-read.ts";
import { typeLabels } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { numeric, table } from "./tables.ts";

const total = ({ roles }: LabelCounts) => roles.gold + roles.support + roles.reconstruction;

const per = (part: number, whole: number) => numeric(whole === 0 ? "–" : (part / whole).toFixed(2));

export function labelsSection({ labels }: RunData): Html {
  if (labels.length === 0) return html``;
  return section(
    "labels",
    html`<p class="soft">Gold: the item was built on it. Support: another document that states the answer. Reconstruction: it states part of a reverse task's reference; its grade is the number of keypoints it supports. What is relevant to a reverse task is vague by nature, so it is left out of CRUD's MRR.</p>
${table(
  [
    "Type",
    "items",
    "gold",
    "support",
    "reconstruction",
    numeric("labels an item"),
    numeric("mean grade"),
    "for CRUD's MRR",
    "items without",
  ],
  labels.map(row => [
    typeLabels[row.type],
    row.items,
    row.roles.gold,
    row.roles.support,
    row.roles.reconstruction,
    per(total(row), row.items),
    per(row.grades, total(row)),
    row.countsForMrr,
    row.without,
  ]),
)}`,
  );
}
