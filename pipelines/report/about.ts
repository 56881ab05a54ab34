// Section: about this run — wing, model, seeds, settings, documents and splits.

import { dirname } from "node:path";
import { shownPath } from "../engine/shown-path.ts";
import { rulesShares } from "../engine/rules-share.ts";
import { type AboutWords, aboutWords } from "./about-words.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import { likenessTable } from "./likeness.ts";
import { mean } from "./mean.ts";
import { groupOf, groupsOf } from "./names.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, definitions, table } from "./tables.ts";

const maxSeedsListed = 100;

const seedsTable = ({ seeds }: RunData, words: AboutWords): Html =>
  table(
    words.seedsHead,
    groupsOf(seeds).map(group => {
      const groupSeeds = seeds.filter(seed => groupOf(seed) === group);
      const folders = new Set(groupSeeds.map(({ source }) => shownPath(dirname(source))));
      return [group, groupSeeds.length, withLanguage(truncate([...folders].join(", "), 200))];
    }),
  );

/** Seeds that fit no kind, each with the reason. */
function leftOutSeeds({ losses }: RunData, words: AboutWords): Html | "" {
  const leftOut = losses.filter(({ code }) => code === "no-kind");
  if (leftOut.length === 0) return "";
  const details = leftOut
    .slice(0, maxSeedsListed)
    .map(({ detail }) => withLanguage(truncate(detail, 200)));
  return html`<p>${words.leftOut(leftOut.length)}</p><ul class="small">${details.map(detail => html`<li>${detail}</li>`)}</ul>`;
}

function documentsTable({ documents }: RunData, words: AboutWords): Html {
  const rows = groupsOf(documents).map(group => {
    const groupDocuments = documents.filter(document => groupOf(document) === group);
    const lengths = groupDocuments.map(({ length }) => length);

    const [shortest, longest] = lengths.reduce(
      ([min, max], length) => [Math.min(min, length), Math.max(max, length)],
      [Number.POSITIVE_INFINITY, 0],
    );
    const licences = [
      ...new Set(groupDocuments.map(({ provenance }) => provenance.licence ?? words.noLicence)),
    ];
    return [
      group,
      groupDocuments.length,
      Math.round(mean(lengths)),
      `${formatCount(shortest)}–${formatCount(longest)}`,
      licences.join(", "),
    ];
  });
  return table(words.documentsHead, rows);
}

export function aboutSection(data: RunData, language: PageLanguage): Html {
  const { runFacts, status } = data;
  const words = aboutWords[language];
  const shares = rulesShares(status).map(words.rulesShare);
  return section(
    "about",
    html`<p>${words.lead(words.starts[runFacts.start])}</p>
<p>${words.answered(runFacts.model)} ${runFacts.isRulesOnly ? words.rules : ""} ${shares.join(" ")}</p>
${status.finished ? "" : html`<p class="short">${words.notFinished(status.running !== null)}</p>`}
${data.seeds.length > 0 ? seedsTable(data, words) : ""}
${leftOutSeeds(data, words)}
${data.documents.length > 0 ? documentsTable(data, words) : ""}
${likenessTable(data.likeness, language)}
<details><summary>${words.settings}</summary>${definitions(runFacts.settings.map(([name, value]) => [name, withLanguage(value)]))}</details>`,
  );
}
