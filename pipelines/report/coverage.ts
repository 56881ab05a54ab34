// Section: fact coverage — how many of the facts that documents had to state were found in their text by code.

import { countOf, sortByFrequency } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, joinParts, withLanguage, section, type Child } from "./html.ts";
import { groupNameOf, groupNamesOf } from "./names.ts";
import { bar } from "./inline-plots.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

const english = {
  lead: (missing: string) =>
    html`<span class="key good"></span>stated in the text <span class="key lost"></span>missing: ${missing} <span class="key kept"></span>withheld on purpose, for questions that cannot be answered. The share is that of the stated facts among those stated or missing.`,
  notFound: "should be there but was not found",
  notSaid: "the document does not say",
  documents: "Documents",
  stated: "stated",
  missing: "missing",
  withheld: "withheld",
  share: "share stated",
  all: "All",
  separator: ", ",
  times: (label: Html, number: number) => html`${label} (${number})`,
  mostMissing: (labels: Child) => html`Missing most often: ${labels}.`,
};

type CoverageWords = typeof english;

const chinese: CoverageWords = {
  lead: missing =>
    html`<span class="key good"></span>文中写明 <span class="key lost"></span>缺失：${missing} <span class="key kept"></span>有意不写，用于无法回答的问题。已写明的比例以写明与缺失之和为分母。`,
  notFound: "本应写到，却没有找到",
  notSaid: "文档没有提到",
  documents: "文档",
  stated: "写明",
  missing: "缺失",
  withheld: "有意不写",
  share: "已写明的比例",
  all: "全部",
  separator: "、",
  times: (label, number) => html`${label}（${number}）`,
  mostMissing: labels => html`最常缺失：${labels}。`,
};

const coverageWords: Record<PageLanguage, CoverageWords> = { en: english, zh: chinese };

function coverageRow(name: string, facts: RunData["facts"], words: CoverageWords) {
  const counts = countOf(facts.map(({ state }) => state));
  const [stated = 0, missing = 0, withheld = 0] = (["stated", "missing", "withheld"] as const).map(
    state => counts.get(state),
  );
  const stateBar = bar([
    { kind: "good", label: words.stated, value: stated },
    { kind: "lost", label: words.missing, value: missing },
    { kind: "kept", label: words.withheld, value: withheld },
  ]);
  return [name, stated, missing, withheld, percent(stated, stated + missing), stateBar];
}

/** The labels of the facts most often missing. */
function mostMissing(facts: RunData["facts"], words: CoverageWords): Html {
  const missing = facts.filter(({ state }) => state === "missing").map(({ label }) => label);
  const top = sortByFrequency(countOf(missing)).slice(0, 8);
  if (top.length === 0) return html``;
  const labels = top.map(([label, times]) => words.times(withLanguage(truncate(label, 60)), times));
  return html`<p class="small soft">${words.mostMissing(joinParts(labels, words.separator))}</p>`;
}

export function coverageSection({ facts, runFacts }: RunData, language: PageLanguage): Html {
  if (facts.length === 0) return html``;
  const words = coverageWords[language];
  return section(
    "coverage",
    html`<p class="soft">${words.lead(runFacts.start === "seeds" ? words.notFound : words.notSaid)}</p>
${table(
  [words.documents, words.stated, words.missing, words.withheld, words.share, ""],
  groupNamesOf(facts).map(group =>
    coverageRow(
      group,
      facts.filter(fact => groupNameOf(fact) === group),
      words,
    ),
  ),
  coverageRow(words.all, facts, words),
)}${mostMissing(facts, words)}`,
  );
}
