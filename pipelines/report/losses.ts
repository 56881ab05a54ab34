// Sections: rejected, declined and failed inputs, counted by stage and reason; and failures with their raw replies.

import { groupBy } from "../engine/grouping.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import type { Loss } from "./losses-read.ts";
import { type LossesWords, lossesWords } from "./losses-words.ts";
import type { RunData } from "./run-data.ts";
import { table } from "./tables.ts";

const example = ({ input, detail }: Loss): Html =>
  html`<div class="said small">${withLanguage(truncate(detail, 180))} <code class="soft">${truncate(input, 60)}</code></div>`;

export function lossesSection({ losses }: RunData, language: PageLanguage): Html {
  const words = lossesWords[language];
  const groups = groupBy(losses, loss => `${loss.stage}\n${loss.outcome}\n${loss.code}`);
  const rows = [...groups.values()].flatMap(group => {
    const [firstLoss] = group;
    return firstLoss
      ? [
          [
            firstLoss.stage,
            words.outcomes[firstLoss.outcome],
            html`<code>${firstLoss.code}</code>`,
            group.length,
            example(firstLoss),
          ],
        ]
      : [];
  });
  return section(
    "losses",
    html`<p class="soft">${words.lead}</p>
${rows.length > 0 ? table(words.head, rows) : html`<p>${words.none}</p>`}`,
  );
}

// Maximum number of failures listed on the page; failures.jsonl has all of them.
const maxShown = 40;

const failureEntry = (
  { stage, input, code, kind, detail, reply }: Loss,
  words: LossesWords,
): Html => html`<li><b>${stage}</b> <code>${truncate(input, 120)}</code> — <code>${code}</code>${words.kind(kind)}${withLanguage(truncate(detail, 400))}
${reply === null || reply === "" ? "" : html`<details><summary>${words.reply}</summary><pre>${reply.slice(0, 4000)}</pre></details>`}</li>`;

export function failuresSection({ losses }: RunData, language: PageLanguage): Html {
  const words = lossesWords[language];
  const failures = losses.filter(({ outcome }) => outcome === "failed");
  if (failures.length === 0) return section("failures", html`<p>${words.noneFailed}</p>`);
  return section(
    "failures",
    html`<p class="soft">${words.aboutRetries}</p>
<ul class="small">${failures.slice(0, maxShown).map(loss => failureEntry(loss, words))}</ul>
${failures.length > maxShown ? html`<p>${words.more(failures.length - maxShown)}</p>` : ""}`,
  );
}
