// Section: fact coverage — of the facts a document was to state, how many code found in it.

import { countOf, mostFirst } from "../engine/grouping.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import { groupOf, groupsOf } from "./names.ts";
import { bar } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { percent, table } from "./tables.ts";

type State = RunData["facts"][number]["state"];

const countState = (facts: RunData["facts"], state: State) =>
  facts.filter(fact => fact.state === state).length;

function row(name: string, facts: RunData["facts"]) {
  const [stated, missing, withheld] = [
    countState(facts, "stated"),
    countState(facts, "missing"),
    countState(facts, "withheld"),
  ];
  const drawn = bar([
    { kind: "good", label: "stated", value: stated },
    { kind: "lost", label: "missing", value: missing },
    { kind: "kept", label: "withheld", value: withheld },
  ]);
  return [name, stated, missing, withheld, percent(stated, stated + missing), drawn];
}

/** What is missing most often, by its label. */
function mostMissing(facts: RunData["facts"]): Html {
  const missing = facts.filter(({ state }) => state === "missing").map(({ label }) => label);
  const most = mostFirst(countOf(missing)).slice(0, 8);
  if (most.length === 0) return html``;
  return html`<p class="small soft">Missing most often: ${most.map(([label, times], index) => html`${index > 0 ? ", " : ""}${spoken(cut(label, 60))} (${times})`)}.</p>`;
}

export function coverageSection({ facts, told }: RunData): Html {
  if (facts.length === 0) return html``;
  const key =
    told.start === "seeds" ? "should be there and is not found" : "the document does not say";
  return section(
    "coverage",
    html`<p class="soft"><span class="key good"></span>stated in the text <span class="key lost"></span>missing: ${key} <span class="key kept"></span>withheld on purpose, for questions that cannot be answered. The share is of stated and missing.</p>
${table(
  ["Documents", "stated", "missing", "withheld", "stated", ""],
  groupsOf(facts).map(group =>
    row(
      group,
      facts.filter(fact => groupOf(fact) === group),
    ),
  ),
  row("All", facts),
)}${mostMissing(facts)}`,
  );
}
