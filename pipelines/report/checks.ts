// Section: the results of each check — how much it rejected or sent back, and how often the blind reader or people contradicted it.

import type {
  CheckResults,
  ChecksData,
  ContradictionCount,
  DifferenceResults,
} from "./checks-data.ts";
import type { PageLanguage } from "./page-language.ts";
import { unreadableFileList } from "./evaluation/results.ts";
import { type Html, html, section } from "./html.ts";
import type { RunData } from "./run-data.ts";
import { formatCount, numberCell, percent, table } from "./tables.ts";
import type { DifferenceKind } from "../../schemas/questions/records.ts";

const english = {
  kinds: {
    unsaid: "a detail that no source states",
    misquoted: "a quotation without a source",
    contrary: "a different value or name",
    polarity: "yes versus no",
    found: "an answer to a question said to be unanswerable",
  } satisfies Record<DifferenceKind, string>,
  share: (contradictions: string, cases: string, share: string) =>
    `${contradictions} of ${cases}, ${share}`,
  lead: "For each check: of the candidates it rejected that were read and compared, how many the blind reader answered the same way and rated 4 or 5, or the refinement kept; of those that people judged, how many the majority accepted; and of the differences for which it sent candidates back, how many the refinement did not consider differences. A dash means there was nothing to count.",
  none: "No check rejected anything.",
  headings: {
    check: "Check",
    stage: "stage",
    seen: "checked",
    rejected: "rejected",
    reader: "reader disagrees",
    people: "people disagree",
  },
  differences: "Differences between the proposer’s answer and the blind one",
  differenceHeadings: {
    kind: "Difference",
    seen: "checked",
    found: "sent back",
    changed: "changed",
    dropped: "dropped",
    kept: "no difference",
  },
};

type ChecksWords = typeof english;

const chinese: ChecksWords = {
  kinds: {
    unsaid: "无处提及的细节",
    misquoted: "原文中没有的引文",
    contrary: "数值或名称不同",
    polarity: "一个说是，一个说否",
    found: "一个说未写明，一个给出答案",
  },
  share: (contradictions, cases, share) => `${cases} 个中 ${contradictions} 个，${share}`,
  lead: "每项检查的结果，分三项：一、被它拒绝、又经盲审比对的候选中，有多少与盲审者答案相同且得了 4 分或 5 分，或在修订时保留了下来；二、经人工判断的候选中，有多少获多数人接受；三、因它发现差别而退回的，有多少在修订时认定并无差别。短横表示没有数据。",
  none: "所有候选都通过了检查。",
  headings: {
    check: "检查",
    stage: "阶段",
    seen: "检查数",
    rejected: "拒绝",
    reader: "盲审者不认同",
    people: "人工不认同",
  },
  differences: "出题模型的答案与盲审者的答案之间的差别",
  differenceHeadings: {
    kind: "差别",
    seen: "比对数",
    found: "退回",
    changed: "改动",
    dropped: "舍弃",
    kept: "认为并无差别",
  },
};

const checksWords: Record<PageLanguage, ChecksWords> = { en: english, zh: chinese };

/** A dash if there was nothing to contradict. */
const contradictionCell = (
  { cases, contradictions }: ContradictionCount,
  words: ChecksWords,
): Html =>
  numberCell(
    cases === 0
      ? "–"
      : words.share(
          formatCount(contradictions),
          formatCount(cases),
          percent(contradictions, cases),
        ),
  );

const checkRow = (
  { stage, code, candidateCount, rejectedCount, byReader, byPeople }: CheckResults,
  words: ChecksWords,
) => [
  html`<code>${code}</code>`,
  stage,
  candidateCount,
  rejectedCount,
  contradictionCell(byReader, words),
  contradictionCell(byPeople, words),
];

const differenceRow = (
  { kind, pairCount, differenceCount, refinements: { keep, change, drop } }: DifferenceResults,
  words: ChecksWords,
) => [
  words.kinds[kind],
  pairCount,
  differenceCount,
  change,
  drop,
  contradictionCell({ contradictions: keep, cases: keep + change + drop }, words),
];

function checksTable({ checks }: ChecksData, words: ChecksWords): Html {
  if (checks.length === 0) return html`<p>${words.none}</p>`;
  const { check, stage, seen, rejected, reader, people } = words.headings;
  return table(
    [check, stage, seen, rejected, numberCell(reader), numberCell(people)],
    checks.map(record => checkRow(record, words)),
  );
}

function differencesTable({ differences }: ChecksData, words: ChecksWords): Html {
  if (differences.length === 0) return html``;
  const { kind, seen, found, changed, dropped, kept } = words.differenceHeadings;
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
${unreadableFileList(checks.unreadableFiles, language)}${checksTable(checks, words)}${differencesTable(checks, words)}`,
  );
}
