// Section: of each type, how many examples the review accepted, beside the paper's own.

import type { CofeType } from "../../schemas/items/item-types.ts";
import { type Html, html, section } from "./html.ts";
import { typeLabels } from "./names.ts";
import type { ReviewedType } from "./reviewed-read.ts";
import type { RunData } from "./run-data.ts";
import { numeric, percent, table } from "./tables.ts";

/** Per cent of the Chinese examples, raw to final (CoFE-RAG, statistics by query type); of the English none are told. */
const published: Readonly<Record<CofeType | "all", number>> = {
  factual: 75.0,
  analytical: 50.1,
  comparative: 55.1,
  tutorial: 47.2,
  all: 60.2,
};

type Counts = Omit<ReviewedType, "type">;

const cells = (
  name: string,
  type: keyof typeof published,
  { reviewed, accepted, termsRefused, listsRefused }: Counts,
) => [
  name,
  reviewed,
  accepted,
  numeric(percent(accepted, reviewed)),
  numeric(`${published[type].toFixed(1)}%`),
  termsRefused,
  listsRefused,
];

function total(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((before, counts) => before + counts[key], 0);
  return {
    reviewed: sum("reviewed"),
    accepted: sum("accepted"),
    termsRefused: sum("termsRefused"),
    listsRefused: sum("listsRefused"),
  };
}

/** Empty for a run without this review. */
export function reviewedSection({ reviewed }: RunData): Html {
  if (reviewed === null) return html``;
  return section(
    "reviewed",
    html`<p class="soft">Examples by type; what code refuses counts as reviewed and not accepted. The paper’s are shares of its Chinese examples that annotators kept. It drops an example for one refused keyword; here the keyword falls, and the example with the last of its kind.</p>
${table(
  [
    "Type",
    "reviewed",
    "accepted",
    numeric("share"),
    numeric("the paper’s"),
    "terms refused",
    "lists refused",
  ],
  reviewed.map(({ type, ...counts }) => cells(typeLabels[type], type, counts)),
  cells("All", "all", total(reviewed)),
)}`,
  );
}
