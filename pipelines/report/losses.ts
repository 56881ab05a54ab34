// Sections: what was rejected, declined or failed, counted by stage and reason; and every failure with its raw reply.

import { groupBy } from "../engine/grouping.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import type { Loss } from "./losses-read.ts";
import type { RunData } from "./run-data.ts";
import { table } from "./tables.ts";

const example = ({ input, detail }: Loss): Html =>
  html`<div class="said small">${spoken(cut(detail, 180))} <code class="soft">${cut(input, 60)}</code></div>`;

export function lossesSection({ losses }: RunData): Html {
  const groups = groupBy(losses, loss => `${loss.stage}\n${loss.outcome}\n${loss.code}`);
  const rows = [...groups.values()].flatMap(group => {
    const [first] = group;
    return first
      ? [
          [
            first.stage,
            first.outcome,
            html`<code>${first.code}</code>`,
            group.length,
            example(first),
          ],
        ]
      : [];
  });
  return section(
    "losses",
    html`<p class="soft">Checks reject, the model declines, replies that never fit fail. Each is counted and kept; none stops the run. What a verdict rejects is counted again where it is left out of the items.</p>
${rows.length > 0 ? table(["Stage", "outcome", "reason", "rows", "an example"], rows) : html`<p>Nothing was.</p>`}`,
  );
}

// The journals and failures.jsonl hold them all; a page need not.
const maxShown = 40;

const failure = ({
  stage,
  input,
  code,
  kind,
  detail,
  reply,
}: Loss): Html => html`<li><b>${stage}</b> <code>${cut(input, 120)}</code> — <code>${code}</code>${kind ? html`, ${kind}` : ""}: ${spoken(cut(detail, 400))}
${reply === null || reply === "" ? "" : html`<details><summary>raw reply</summary><pre>${reply.slice(0, 4000)}</pre></details>`}</li>`;

export function failuresSection({ losses }: RunData): Html {
  const failed = losses.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return section("failures", html`<p>No row failed.</p>`);
  return section(
    "failures",
    html`<p class="soft">Technical failures are tried again by the next run; contract failures with <code>--retry-failed</code>.</p>
<ul class="small">${failed.slice(0, maxShown).map(failure)}</ul>
${failed.length > maxShown ? html`<p>${failed.length - maxShown} more are in failures.jsonl.</p>` : ""}`,
  );
}
