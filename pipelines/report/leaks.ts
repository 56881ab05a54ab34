// Section: what was held out of the corpus, and how near the documents that stayed come to it.

import { cut, type Html, html, spoken, section } from "./html.ts";
import type { LeakBin, LeaksData } from "./leaks-read.ts";
import { histogram } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, percent, table } from "./tables.ts";

const drawn = (name: string, found: readonly LeakBin[], from: number): Html =>
  html`<figure><figcaption>${name}, pairs by tenths</figcaption>${histogram({
    label: `${name} of pairs`,
    columns: found.map(({ excluded, stayed }) => [
      { kind: "kept", label: "stayed", value: stayed },
      { kind: "lost", label: "excluded", value: excluded },
    ]),
    threshold: from,
  })}</figure>`;

function nearestTable({ nearest }: LeaksData, names: RunData["names"]): Html {
  if (nearest.length === 0) return html``;
  const named = (id: string) =>
    html`<div class="said small">${spoken(cut(names.get(id)?.[0] ?? "", 80))} <code class="soft">${id}</code></div>`;
  return html`<h3>The nearest documents that stayed</h3>${table(
    ["Held out", numeric("containment"), numeric("similarity"), "stayed"],
    nearest.map(({ heldOutId, documentId, similarity, containment }) => [
      html`<code>${heldOutId}</code>`,
      numeric(containment.toFixed(2)),
      numeric(similarity.toFixed(2)),
      named(documentId),
    ]),
  )}`;
}

export function leaksSection({ leaks, names, told: { limits } }: RunData): Html {
  if (!leaks) return html``;
  const { heldOut, used, pairs, excluded, repeated, byContainment } = leaks;
  return section(
    "leaks",
    html`<p><b>${count(heldOut)}</b> documents are held out of the corpus; items were built from <b>${count(used)}</b> of them. ${count(repeated)} (${percent(repeated, heldOut)}) are repeated by others beyond the threshold: for their sake the corpus goes without <b>${count(excluded)}</b> documents. Of the excluded pairs, ${count(byContainment)} would not have been found by similarity alone.</p>
<p class="soft"><span class="key lost"></span>excluded: containment from ${limits.containment} or similarity from ${limits.similarity} <span class="key kept"></span>stayed. Containment is the share of the held-out second half's 5-grams that stand in the other document, similarity the Jaccard index of the two texts' 5-grams; ${count(pairs)} pairs share enough to be measured.</p>
${pairs > 0 ? html`<div class="pair">${drawn("Containment", leaks.bins.containment, limits.containment)}${drawn("Similarity", leaks.bins.similarity, limits.similarity)}</div>` : ""}
${nearestTable(leaks, names)}`,
  );
}
