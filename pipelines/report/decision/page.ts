// The page of a decision: one HTML file that loads no other file and runs no script, with the essentials on its first screen.

import { join } from "node:path";
import type { Check, Decision } from "../../../schemas/evaluation/decision.ts";
import { metricRecords } from "../../../schemas/evaluation/metrics.ts";
import { replaceFile } from "../../engine/files.ts";
import { replaceControls } from "../../engine/control-characters.ts";
import { plotsLeftOut } from "../evaluation/draw-plots.ts";
import { labelWithDirection, labelInSentence, valueText } from "../evaluation/metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import { type Html, html } from "../html.ts";
import { styleSheet } from "../style.ts";
import { definitionList, numberCell, table } from "../tables.ts";
import { leadCell, winnerOf } from "./decision-figures.ts";
import { groupsPlot } from "./groups-plot.ts";
import { decisionPageWords, type DecisionPageWords } from "./page-words.ts";
import {
  judgeItemsSentence,
  costComparison,
  peopleRequestSentence,
  basisSentence,
  headline,
  itemsNeededSentence,
  endpointItemsSentence,
  uncheckedJudgeSentence,
} from "./sentences.ts";
import { checkName, strengthsSentence, groupName, robustnessSentence } from "./robustness.ts";

interface PageContext {
  readonly decision: Decision;
  readonly language: PageLanguage;
  readonly words: DecisionPageWords;
}

const verdictCell = ({ decision, words }: PageContext, verdict: Decision["verdict"]): string =>
  winnerOf(decision, verdict) ?? words.verdicts[verdict as "alike" | "undecided"];

/** A question with its answer; empty if there is no answer. */
const answerPart = (question: string, ...lines: readonly string[]): Html => {
  const givenLines = lines.filter(line => line !== "");
  return givenLines.length === 0
    ? html``
    : html`<h3>${question}</h3>${givenLines.map(line => html`<p>${line}</p>`)}\n`;
};

function answersSection({ decision, language, words }: PageContext): Html {
  const { questions } = words;
  const { label, line } = metricRecords[decision.metric];
  return html`<section id="decision"><h2>${headline(decision, language)}</h2>
<p class="soft">${words.aboutMetric(label[language], line[language])}</p>
${answerPart(questions.certainty, basisSentence(decision, language), uncheckedJudgeSentence(decision, language), endpointItemsSentence(decision, language), judgeItemsSentence(decision, language))}
${answerPart(questions.strengths, strengthsSentence(decision, language))}
${answerPart(questions.robustness, robustnessSentence(decision, language))}
${answerPart(questions.cost, costComparison(decision, language))}
${answerPart(questions.moreCertain, itemsNeededSentence(decision, language), peopleRequestSentence(decision, language))}
</section>`;
}

function systemsTable({ decision, language, words }: PageContext): Html {
  const { first, second, metric } = decision;
  const row = ({ name, value, missing: unansweredCount, spent }: Decision["first"]) => [
    html`<span class="system">${name}</span>`,
    numberCell(value === null ? "–" : value.toFixed(4)),
    numberCell(spent.cost === null ? "–" : `$${Number(spent.cost.toPrecision(3))}`),
    numberCell(spent.seconds === null ? "–" : spent.seconds.toFixed(spent.seconds < 1 ? 3 : 2)),
    numberCell(spent.tokens === null ? "–" : String(Math.round(spent.tokens))),
    unansweredCount,
  ];
  const headings = [
    words.system,
    numberCell(labelInSentence(metric, language)),
    ...words.spent.map(numberCell),
  ];
  return table([...headings, words.missing], [row(first), row(second)]);
}

function groupsSection(context: PageContext): Html {
  const { decision, language, words } = context;
  if (decision.groups.length === 0) return html``;
  const rows = decision.groups.map(group => [
    groupName(group, language),
    numberCell(leadCell(group)),
    verdictCell(context, group.verdict),
    group.n,
  ]);
  return html`<section id="groups"><h2>${words.groups}</h2>
<p class="soft">${words.aboutGroups(decision)}</p>
${groupsPlot(decision, language)}${plotsLeftOut(words.plotsLeftOut)}
<details><summary>${words.figures}</summary>${table([words.group, numberCell(words.lead(decision)), words.better, words.items], rows)}</details></section>`;
}

function checksSection(context: PageContext): Html {
  const { decision, language, words } = context;
  if (decision.checks.length === 0) return html``;
  const outcome = (check: Check) =>
    check.outcome === "stands"
      ? words.outcomes.stands
      : html`<span class="short">${words.outcomes[check.outcome]}</span>`;
  const rows = decision.checks.map(check => [
    checkName(check, language),
    numberCell(leadCell(check)),
    verdictCell(context, check.verdict),
    outcome(check),
    check.n,
  ]);
  const headings = [
    words.withChange,
    numberCell(words.lead(decision)),
    words.better,
    words.outcome,
    words.items,
  ];
  return html`<section id="checks"><h2>${words.questions.robustness}</h2>
<p class="soft">${words.aboutChecks}</p>
${table(headings, rows)}</section>`;
}

function metricsSection(context: PageContext): Html {
  const { decision, language, words } = context;
  if (decision.metrics.length === 0) return html``;
  const { first, second } = decision;
  const rows = decision.metrics.map(
    ({ metric, first: firstValue, second: secondValue, ...lead }) => [
      language === "zh" ? labelInSentence(metric, language) : labelWithDirection(metric),
      numberCell(valueText(firstValue)),
      numberCell(valueText(secondValue)),
      numberCell(leadCell(lead)),
      verdictCell(context, lead.verdict),
      lead.n,
    ],
  );
  const headings = [
    words.metric,
    numberCell(first.name),
    numberCell(second.name),
    numberCell(words.lead(decision)),
  ];
  return html`<section id="metrics"><details><summary>${words.otherMetrics}</summary>
<p class="soft">${words.aboutMetrics}</p>${table([...headings, words.better, words.items], rows)}</details></section>`;
}

function howSection({ decision, words }: PageContext): Html {
  const { first, second, against, items, both, judge, people, margin, program } = decision;
  const entries: (readonly [string, string])[] = [
    [first.name, first.predictions.path],
    [second.name, second.predictions.path],
    [words.against, against],
    [words.both, `${both} / ${items}`],
    ...(judge === null ? [] : [[words.judge, judge] as const]),
    ...(people === null ? [] : [[words.people, String(people.items)] as const]),
    ...(margin === null
      ? []
      : [[words.margin, leadCell({ difference: margin, low: null, high: null, n: 0 })] as const]),
    [words.program, program],
  ];
  return html`<section id="how"><details><summary>${words.how}</summary>${definitionList(entries)}
<p class="soft">${words.aboutLead(decision)}</p></details></section>`;
}

function renderDecision(decision: Decision, language: PageLanguage): string {
  const context: PageContext = { decision, language, words: decisionPageWords[language] };
  const { words } = context;
  const title = `${decision.first.name} · ${decision.second.name}`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} · ragwright</title>
<style>${{ html: styleSheet }}</style></head>
<body><header><h1>${words.title}</h1><p class="lead">${title}</p></header>
<main>${answersSection(context)}
<section id="systems"><h2>${words.systems}</h2>${systemsTable(context)}</section>
${groupsSection(context)}${checksSection(context)}${metricsSection(context)}${howSection(context)}</main>
<footer>${words.footer}</footer></body></html>
`.html;
}

/** Writes decision.html into the directory and returns its path. */
export function writeDecision(
  directory: string,
  decision: Decision,
  language: PageLanguage,
): string {
  const path = join(directory, "decision.html");
  replaceFile(path, [replaceControls(renderDecision(decision, language))]);
  return path;
}
