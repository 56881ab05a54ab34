// Section: the results of each check — how much it rejected or sent back, and how often the blind reader or people contradicted it.

import type {
  CheckRecord,
  ChecksData,
  ContradictionCount,
  DifferenceRecord,
} from "./checks-read.ts";
import { type ChecksWords, checksWords } from "./checks-words.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { unreadList } from "./evaluation/results.ts";
import { type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, percent, table } from "./tables.ts";

/** A dash if there was nothing to contradict. */
const contradictionCell = ({ of, times }: ContradictionCount, words: ChecksWords): Html =>
  numberCell(of === 0 ? "–" : words.share(formatCount(times), formatCount(of), percent(times, of)));

const checkRow = (
  { stage, code, seen, rejected, byReader, byPeople }: CheckRecord,
  words: ChecksWords,
) => [
  html`<code>${code}</code>`,
  stage,
  seen,
  rejected,
  contradictionCell(byReader, words),
  contradictionCell(byPeople, words),
];

const differenceRow = ({ kind, seen, found, said }: DifferenceRecord, words: ChecksWords) => [
  words.kinds[kind],
  seen,
  found,
  said.change,
  said.drop,
  contradictionCell({ times: said.keep, of: said.keep + said.change + said.drop }, words),
];

function checksTable({ checks }: ChecksData, words: ChecksWords): Html {
  if (checks.length === 0) return html`<p>${words.none}</p>`;
  const { check, stage, seen, rejected, reader, people } = words.head;
  return table(
    [check, stage, seen, rejected, numberCell(reader), numberCell(people)],
    checks.map(record => checkRow(record, words)),
  );
}

function differencesTable({ differences }: ChecksData, words: ChecksWords): Html {
  if (differences.length === 0) return html``;
  const { kind, seen, found, changed, dropped, kept } = words.differencesHead;
  return html`<h3>${words.differences}</h3>
${table(
  [kind, seen, found, changed, dropped, numberCell(kept)],
  differences.map(record => differenceRow(record, words)),
)}`;
}

export function checksSection({ checks }: RunData, language: PageLanguage): Html {
  if (checks === null) return html``;
  const words = checksWords[language];
  return section(
    "checks",
    html`<p class="soft">${words.lead}</p>
${unreadList(checks.unread, language)}${checksTable(checks, words)}${differencesTable(checks, words)}`,
  );
}
