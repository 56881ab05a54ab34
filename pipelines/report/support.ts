// Section: how many facts of a reverse task's reference the corpus supports; items that cannot be reconstructed are rejected.

import type { PageLanguage } from "./evaluation/page-language.ts";
import { type Html, html, section } from "./html.ts";
import { typeName } from "./names.ts";
import { histogram } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import type { SupportData } from "./support-read.ts";
import { type SupportWords, supportWords } from "./support-words.ts";
import { formatCount, percent, table } from "./tables.ts";

function supportFigure(
  { bins }: SupportData,
  type: string,
  threshold: number,
  words: SupportWords,
): Html {
  const label = words.factShare(type);
  return html`<figure><figcaption>${words.inTenths(label)}</figcaption>${histogram({
    label,
    columns: bins.map(({ accepted, rejected }) => [
      { kind: "good", label: words.accepted, value: accepted },
      { kind: "lost", label: words.rejected, value: rejected },
    ]),
    threshold,
  })}</figure>`;
}

const reasonsOf = ({ reasons }: SupportData, { comma }: SupportWords): Html =>
  html`${reasons.map(([code, times], index) => html`${index > 0 ? comma : ""}<code>${code}</code> ${formatCount(times)}`)}`;

export function supportSection(
  { support, runFacts: { limits } }: RunData,
  language: PageLanguage,
): Html {
  if (support.length === 0) return html``;
  const words = supportWords[language];
  return section(
    "support",
    html`<p class="soft">${words.lead(Math.round(100 * limits.support))}</p>
<div class="pair">${support.map(taskData => supportFigure(taskData, typeName(taskData.type, language), limits.support, words))}</div>
${table(
  [
    words.task,
    words.judged,
    words.accepted,
    words.below,
    words.mean,
    words.original,
    words.reasons,
  ],
  support.map(taskData => [
    typeName(taskData.type, language),
    taskData.all,
    taskData.accepted,
    taskData.below,
    taskData.mean === null ? "–" : percent(taskData.mean, 1),
    taskData.original === null
      ? "–"
      : words.told(
          percent(taskData.original.told, taskData.original.sentences),
          formatCount(taskData.original.sentences),
        ),
    reasonsOf(taskData, words),
  ]),
)}`,
  );
}
