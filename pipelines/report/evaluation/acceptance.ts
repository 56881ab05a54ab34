// Section: how many items people accepted, by protocol, type and language.

import { Protocol } from "../../../schemas/annotation.ts";
import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { countOf } from "../../engine/grouping.ts";
import { type Child, type Html, html, section } from "../html.ts";
import { languageName, typeName } from "../names.ts";
import { bar } from "../inline-plots.ts";
import type { RunData } from "../run-data.ts";
import { formatCount, numberCell, percent, table } from "../tables.ts";
import type { AcceptanceDecision } from "./acceptance-data.ts";
import type { PageLanguage } from "../page-language.ts";
import { unreadableFileList } from "./results.ts";

const english = {
  language: "en" as PageLanguage,
  lead: (decisionCount: string) =>
    html`<span class="key good"></span>accepted <span class="key lost"></span>rejected <span class="key kept"></span>in conflict. People made ${decisionCount} decisions about items of this run; those in conflict count for neither side. For intervals and agreement, run <code>ragwright annotate agreement</code>.`,
  items: "Items",
  decisions: "decided",
  accepted: "accepted",
  rejected: "rejected",
  conflict: "in conflict",
  share: "share accepted, without conflicts",
  unknown: "Unknown type",
  all: "All",
};

type AcceptanceWords = typeof english;

const chinese: AcceptanceWords = {
  language: "zh",
  lead: decisionCount =>
    html`<span class="key good"></span>接受 <span class="key lost"></span>拒绝 <span class="key kept"></span>有分歧。标注者对本次运行的题目共作出 ${decisionCount} 次判断；有分歧的不计入任何一方。区间和标注者之间的一致程度见 <code>ragwright annotate agreement</code>。`,
  items: "题目",
  decisions: "判断",
  accepted: "接受",
  rejected: "拒绝",
  conflict: "有分歧",
  share: "接受率（不计分歧）",
  unknown: "题型不明",
  all: "全部",
};

const acceptanceWords: Record<PageLanguage, AcceptanceWords> = { en: english, zh: chinese };

function decisionCells(
  name: Child,
  decisions: readonly AcceptanceDecision[],
  words: AcceptanceWords,
): Child[] {
  const counts = countOf(decisions.map(({ decision }) => decision));
  const [accepted = 0, rejected = 0, conflict = 0] = (
    ["accepted", "rejected", "conflict"] as const
  ).map(decision => counts.get(decision));
  const decisionsBar = bar([
    { kind: "good", label: words.accepted, value: accepted },
    { kind: "lost", label: words.rejected, value: rejected },
    { kind: "kept", label: words.conflict, value: conflict },
  ]);
  return [
    name,
    decisions.length,
    accepted,
    rejected,
    conflict,
    numberCell(percent(accepted, accepted + rejected)),
    decisionsBar,
  ];
}

function protocolTable(
  protocol: Protocol,
  decisions: readonly AcceptanceDecision[],
  words: AcceptanceWords,
): Html {
  const decisionsOfType = (type: ItemType | null) => decisions.filter(row => row.type === type);
  const decisionsInLanguage = (language: Language) =>
    decisions.filter(row => row.language === language);
  const rows = [
    ...ItemType.options
      .filter(type => decisionsOfType(type).length > 0)
      .map(type => decisionCells(typeName(type, words.language), decisionsOfType(type), words)),
    ...(decisionsOfType(null).length > 0
      ? [decisionCells(words.unknown, decisionsOfType(null), words)]
      : []),
    ...Language.options
      .filter(language => decisionsInLanguage(language).length > 0)
      .map(language =>
        decisionCells(
          html`<i>${languageName(language, words.language)}</i>`,
          decisionsInLanguage(language),
          words,
        ),
      ),
  ];
  return html`<h3>${protocol}</h3>${table([words.items, words.decisions, words.accepted, words.rejected, words.conflict, numberCell(words.share), ""], rows, decisionCells(words.all, decisions, words))}`;
}

/** Empty if there are no decisions. */
export function acceptanceSection({ acceptance }: RunData, language: PageLanguage): Html {
  if (!acceptance) return html``;
  const { decisions, unreadableFiles } = acceptance;
  const words = acceptanceWords[language];
  return section(
    "acceptance",
    html`<p class="soft">${words.lead(formatCount(decisions.length))}</p>
${unreadableFileList(unreadableFiles, language)}${Protocol.options.map(protocol => {
  const protocolDecisions = decisions.filter(row => row.protocol === protocol);
  return protocolDecisions.length > 0 ? protocolTable(protocol, protocolDecisions, words) : html``;
})}`,
  );
}
