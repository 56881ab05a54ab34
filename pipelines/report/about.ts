// Section: what this run is — wing, model, seeds, settings, documents and splits.

import { dirname } from "node:path";
import { shownPath } from "../engine/shown-path.ts";
import { rulesShares } from "../engine/rules-share.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import { likenessTable } from "./likeness.ts";
import { groupOf, groupsOf } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { count, definitions, table } from "./tables.ts";

const reverse =
  "Some were held out of the corpus: their summaries and second halves, known before anything was asked, are to be told again from what the other articles say. Questions and corrections were built on articles that the corpus holds.";

const starts = {
  seeds:
    "From seed documents a schema of each scenario was summarised, filled in many variants and written out as documents; questions were built on the facts those documents state.",
  documents:
    "The documents are the user's own: facts were found in them, and questions built on those facts.",
  files:
    "Each file became a document, cut into fragments of whole sentences; questions were asked of fragments drawn over all files.",
  questions:
    "The questions and documents are the user's own: references, keypoints and checks were added.",
  articles: `News articles were cleaned, and kept once where they repeat one another. ${reverse}`,
  pool: `The documents are the user's own, kept once where they repeat one another. ${reverse}`,
};

const rulesSentence =
  "rules is code, not a model: it fills, writes and asks by fixed patterns over prepared schemas, plants errors in articles, and copies what stands on label lines and in cells of tables. It understands nothing and declines the rest: a floor to measure models against.";

const maxLeftOut = 100;

const seedsTable = ({ seeds }: RunData): Html =>
  table(
    ["Seeds", "texts", "from"],
    groupsOf(seeds).map(group => {
      const mine = seeds.filter(seed => groupOf(seed) === group);
      const folders = new Set(mine.map(({ source }) => shownPath(dirname(source))));
      return [group, mine.length, spoken(cut([...folders].join(", "), 200))];
    }),
  );

/** Those of no kind, each with the reason. */
function leftOutSeeds({ losses }: RunData): Html | "" {
  const left = losses.filter(({ code }) => code === "no-kind");
  if (left.length === 0) return "";
  const named = left.slice(0, maxLeftOut).map(({ detail }) => spoken(cut(detail, 200)));
  return html`<p>Left out of the seeds, ${left.length} in all:</p><ul class="small">${named.map(name => html`<li>${name}</li>`)}</ul>`;
}

function documentsTable({ documents }: RunData): Html {
  const rows = groupsOf(documents).map(group => {
    const mine = documents.filter(document => groupOf(document) === group);
    const lengths = mine.map(({ length }) => length);
    const mean = Math.round(lengths.reduce((sum, length) => sum + length, 0) / mine.length);
    const [shortest, longest] = lengths.reduce(
      ([least, most], length) => [Math.min(least, length), Math.max(most, length)],
      [Number.POSITIVE_INFINITY, 0],
    );
    const licences = [
      ...new Set(mine.map(({ provenance }) => provenance.licence ?? "none stated")),
    ];
    return [group, mine.length, mean, `${count(shortest)}–${count(longest)}`, licences.join(", ")];
  });
  return table(["Documents", "texts", "mean characters", "shortest–longest", "licence"], rows);
}

export function aboutSection(data: RunData): Html {
  const { told, status } = data;
  return section(
    "about",
    html`<p>${starts[told.start]} Every reference is a stretch of a document, kept with its offsets.</p>
<p><b>${told.model}</b> answered. ${told.rules ? rulesSentence : ""} ${rulesShares(status).join(" ")}</p>
${status.finished ? "" : html`<p class="short">The run has not ended: ${status.running === null ? "type the same command again to go on." : "it goes on now."}</p>`}
${data.seeds.length > 0 ? seedsTable(data) : ""}
${leftOutSeeds(data)}
${data.documents.length > 0 ? documentsTable(data) : ""}
${likenessTable(data.likeness)}
<details><summary>All settings</summary>${definitions(told.settings.map(([name, value]) => [name, spoken(value)]))}</details>`,
  );
}
