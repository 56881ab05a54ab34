// Section: each check's record — what it rejected or sent back, and how often the blind reader or people contradicted it.

import type { DifferenceKind } from "../../schemas/questions/records.ts";
import type { CheckRecord, ChecksData, Contradicted, DifferenceRecord } from "./checks-read.ts";
import { unreadList } from "./evaluation/results.ts";
import { type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { count, numeric, percent, table } from "./tables.ts";

const kinds: Record<DifferenceKind, string> = {
  unsaid: "a detail said nowhere",
  misquoted: "a quotation of nothing",
  contrary: "another value or name",
  polarity: "yes against no",
  found: "an answer to what is said to be left open",
};

/** A dash where nobody could contradict. */
const share = ({ of, times }: Contradicted): Html =>
  numeric(of === 0 ? "–" : `${count(times)} of ${count(of)}, ${percent(times, of)}`);

const checkRow = ({ stage, code, seen, rejected, byReader, byPeople }: CheckRecord) => [
  html`<code>${code}</code>`,
  stage,
  seen,
  rejected,
  share(byReader),
  share(byPeople),
];

const differenceRow = ({ kind, seen, found, said }: DifferenceRecord) => [
  kinds[kind],
  seen,
  found,
  said.change,
  said.drop,
  share({ times: said.keep, of: said.keep + said.change + said.drop }),
];

const checksTable = ({ checks }: ChecksData): Html =>
  checks.length === 0
    ? html`<p>No check rejected anything.</p>`
    : table(
        [
          "Check",
          "at",
          "looked at",
          "rejected",
          numeric("reader disagrees"),
          numeric("people disagree"),
        ],
        checks.map(checkRow),
      );

const differencesTable = ({ differences }: ChecksData): Html =>
  differences.length === 0
    ? html``
    : html`<h3>Differences between the proposer’s answer and the blind one</h3>
${table(["Difference", "looked at", "sent back", "changed", "dropped", numeric("called none")], differences.map(differenceRow))}`;

export function checksSection({ checks }: RunData): Html {
  if (checks === null) return html``;
  return section(
    "checks",
    html`<p class="soft">A check’s record: of the candidates it rejected that were read and compared, how many the blind reader answered alike and gave 4 or 5, or the refinement let stand; of those that people judged, how many most of them accepted; and of the differences that it found and sent back, how many the refinement called none. A dash: there was nothing to count.</p>
${unreadList(checks.unread)}${checksTable(checks)}${differencesTable(checks)}`,
  );
}
