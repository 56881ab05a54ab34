// Section: of the facts in a reverse task's reference, how many the corpus supports; what cannot be reconstructed is rejected.

import { type Html, html, section } from "./html.ts";
import { typeLabels } from "./names.ts";
import { histogram } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import type { SupportData } from "./support-read.ts";
import { count, percent, table } from "./tables.ts";

const drawn = ({ type, bins }: SupportData, least: number): Html =>
  html`<figure><figcaption>${typeLabels[type]}: share of facts supported, by tenths</figcaption>${histogram(
    {
      label: `${typeLabels[type]}: share of facts supported`,
      columns: bins.map(({ accepted, rejected }) => [
        { kind: "good", label: "accepted", value: accepted },
        { kind: "lost", label: "rejected", value: rejected },
      ]),
      threshold: least,
    },
  )}</figure>`;

const reasonsOf = ({ reasons }: SupportData): Html =>
  html`${reasons.map(([code, times], index) => html`${index > 0 ? ", " : ""}<code>${code}</code> ${count(times)}`)}`;

export function supportSection({ support, told: { limits } }: RunData): Html {
  if (support.length === 0) return html``;
  return section(
    "support",
    html`<p class="soft"><span class="key good"></span>accepted <span class="key lost"></span>rejected. The facts of a held-out article's summary or second half, looked up in the corpus. Where less than ${Math.round(100 * limits.support)}% of them are supported, the item is not reconstructable and is rejected.</p>
<div class="pair">${support.map(each => drawn(each, limits.support))}</div>
${table(
  [
    "Task",
    "judged",
    "accepted",
    "supported too little",
    "mean share of the accepted",
    "of the originals' sentences told",
    "reasons of all rejections (one may have several)",
  ],
  support.map(each => [
    typeLabels[each.type],
    each.all,
    each.accepted,
    each.below,
    each.mean === null ? "–" : percent(each.mean, 1),
    each.original === null
      ? "–"
      : `${percent(each.original.told, each.original.sentences)} of ${count(each.original.sentences)}`,
    reasonsOf(each),
  ]),
)}`,
  );
}
