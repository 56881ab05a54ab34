// Section: which trap each system fell into, by kind; and of a counterfactual twin what the grounded share leaves out.

import { trapMetrics } from "../../../schemas/evaluation/metrics.ts";
import type { OriginalRun } from "../../../schemas/evaluation/result.ts";
import { cut, type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count } from "../tables.ts";
import { metricsOf } from "./metric-names.ts";
import { headingOf, metricsTable } from "./results.ts";
import type { NamedResult } from "./results-read.ts";

const shown = ["grounded-share", "right-answer-rate", ...trapMetrics] as const;

const leftOut = (ids: readonly string[], why: string): Html =>
  ids.length === 0 ? html`` : html` ${count(ids.length)} ${why}: ${cut(ids.join(", "), 300)}.`;

const originalLine = ({ against, changed, unchanged, unpaired }: OriginalRun): Html =>
  html`<p class="small soft">The grounded share is over the ${count(changed)} items whose answer changed from <code>${against.path}</code>.${leftOut(unchanged, "left out, their answer did not change")}${leftOut(unpaired, "left out, of no item there")}</p>`;

/** Empty where no item of any evaluation knows a wrong answer, or is the twin of another. */
export function trapsSection(data: RunData): Html {
  const shownOf = (named: NamedResult): Html[] => {
    const { systems, original } = named.result;
    const present = metricsOf(systems);
    const metrics = shown.filter(metric => present.includes(metric));
    if (metrics.length === 0) return [];
    return [
      html`${headingOf(named, data)}${original ? originalLine(original) : ""}${metricsTable(systems, metrics)}`,
    ];
  };
  const results = data.evaluations.results.flatMap(shownOf);
  if (results.length === 0) return html``;
  return section(
    "traps",
    html`<p class="soft">Some items know what a system answers that fell into a trap: by a value that no longer held and was copied (stale), by one that another replaced (superseded), by one that held only after the day asked for (later), by a near-twin's, by a part of a list. Each share is over the items that know a wrong answer of that kind (n): an answer falls into the trap if it says all that only the wrong answer says, and nothing that only the right one does; it is right in the reverse case. Other answers are neither. The grounded share is over counterfactual twins whose answer changed: those answered rightly both there and on the original, which a system that did not read cannot do. Code decides, by values and words; no judge is asked.</p>
${results}`,
  );
}
