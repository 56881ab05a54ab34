// Sections: rejected, declined and failed inputs, counted by stage and reason; and failures with their raw replies.

import { groupBy } from "../engine/grouping.ts";
import type { PageLanguage } from "./page-language.ts";
import { truncate, type Html, html, withLanguage, section } from "./html.ts";
import type { Loss } from "./losses-data.ts";
import type { RunData } from "./run-data.ts";
import { table } from "./tables.ts";

const english = {
  outcomes: { rejected: "rejected", declined: "declined", failed: "failed" } satisfies Record<
    Loss["outcome"],
    string
  >,
  lead: "An input is rejected by a check, declined by the model, or fails if no reply meets the contract. All are counted and recorded; none stops the run. An input rejected by a verdict is counted again when it is left out of the items.",
  headings: ["Stage", "outcome", "reason", "rows", "example"],
  none: "There were none.",
  noneFailed: "No row failed.",
  aboutRetries: html`The next run retries technical failures; contract failures are retried with <code>--retry-failed</code>.`,
  more: (left: number) => `${left} more are in failures.jsonl.`,
  /** The text between a failure's code and its detail. */
  kind: (kind: string | null): string => (kind ? `, ${kind}: ` : ": "),
  reply: "raw reply",
};

type LossesWords = typeof english;

const chinese: LossesWords = {
  outcomes: { rejected: "拒绝", declined: "放弃", failed: "失败" },
  lead: "检查不通过为拒绝，模型不作答为放弃，回复始终不合要求为失败。每一条都计数并留存，都不会中断运行。判定为拒绝的，从题目中剔除时会再计一次。",
  headings: ["阶段", "结果", "原因", "行数", "示例"],
  none: "没有任何一条被拒绝、放弃或失败。",
  noneFailed: "没有失败的行。",
  aboutRetries: html`技术性失败会在下次运行时重试；因回复不合要求而失败的，要用 <code>--retry-failed</code> 重试。`,
  more: left => `另有 ${left} 条，见 failures.jsonl。`,
  kind: kind =>
    kind === null ? "：" : kind === "technical" ? "（技术性失败）：" : "（回复不合要求）：",
  reply: "原始回复",
};

const lossesWords: Record<PageLanguage, LossesWords> = { en: english, zh: chinese };

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
${rows.length > 0 ? table(words.headings, rows) : html`<p>${words.none}</p>`}`,
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
