// `ragwright audit`: how good a benchmark's items are, found by putting each to trial and by what systems made of it.

import { join } from "node:path";
import { type FindingRow, FindingCode, findings, foundLabels, type ItemStatisticsRow, itemStatistics } from "../../schemas/evaluation/findings.ts";
import { Metric, type ScoreRow } from "../../schemas/evaluation/metrics.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { Settings } from "../../schemas/settings.ts";
import { readRows } from "../engine/reading.ts";
import { statusOf } from "../engine/status.ts";
import { auditStages } from "../evaluate/audit/pipeline.ts";
import { readResult, readScores } from "../evaluate/result.ts";
import { analyseItems } from "../evaluate/statistics/item-analysis.ts";
import { isOther } from "../evaluate/system-names.ts";
import { writeReport } from "../report/page.ts";
import { type ChosenTruths, chooseRunTruths, evaluationInputs, evaluationsOf, type Split } from "../run/evaluation-inputs.ts";
import { oneOf } from "./lists.ts";
import { withJudge } from "../run/judge-model.ts";
import { shareOf } from "../run/numbers.ts";
import { createPrinter, table } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { type RunFlags, readModelSettings } from "../run/settings.ts";
import { spentText } from "./status-text.ts";
import { interruption, runStages } from "../run/stage-run.ts";

interface AuditFlags extends RunFlags {
  readonly split?: Split;
  readonly judge?: string;
  readonly metric?: string;
  readonly answered: string;
  readonly sufficient: string;
}

const judging = ["audit/trial-verdicts", "audit/other-answers"];

const settingsOf = (flags: AuditFlags): Settings => withJudge(readModelSettings(flags, ["audit/trial-answers", ...judging]), flags.judge, judging);

const telling: readonly Metric[] = ["completeness", "correctness", "evidence-recall", "rouge-l"];
const judged: readonly Metric[] = ["completeness", "correctness"];

/** Whether rules judged: their verdicts are a floor, and would make most items look alike. */
const judgedByRules = (directory: string) => (readResult(directory).provenance.models["evaluate/keypoint-judgements"] ?? "").startsWith("rules");

const withoutJudged = (values: ScoreRow["values"]): ScoreRow["values"] => Object.fromEntries(Object.entries(values).filter(([metric]) => !judged.some(name => name === metric)));

/** Of every evaluation and baseline of the run, each system once: the first folder that has it. */
function scoresOf(run: string, truths: ChosenTruths): ScoreRow[] {
  const ids = new Set(truths.rows.map(({ id }) => id));
  const seen = new Set<string>();
  return evaluationsOf(run).flatMap(directory => {
    const byRules = judgedByRules(directory);
    const rows = readScores(directory)
      .filter(row => !isOther(row) && !seen.has(row.system) && ids.has(row.itemId))
      .map(row => (byRules ? { ...row, values: withoutJudged(row.values) } : row));
    for (const { system } of rows) seen.add(system);
    return rows;
  });
}

function statisticsOf(scores: readonly ScoreRow[], metric: string | undefined): ItemStatisticsRow[] {
  const has = (wanted: Metric) => scores.some(({ values }) => typeof values[wanted] === "number");
  const [chosen] = metric === undefined ? telling.filter(has) : oneOf("metric", Metric.options, [metric]);
  return chosen === undefined ? [] : analyseItems(scores, chosen);
}

/** What of the evaluations says nothing here, so that nobody takes silence for praise. */
function noticesOf(run: string, scores: readonly ScoreRow[], { statistics, metric }: { statistics: readonly ItemStatisticsRow[]; metric: string | undefined }): string[] {
  const folders = evaluationsOf(run).length;
  if (folders > 0 && scores.length === 0) return [`${run}/evaluations scores none of these items: it was made for others.`];
  if (scores.length > 0 && statistics.every(({ systems }) => systems === 0))
    return [`No evaluation has ${metric ?? telling.join(", ")} by a model's judgement: nothing tells items apart.`];
  return [];
}

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function audit(run: string, flags: AuditFlags): Promise<number> {
  const printer = createPrinter(flags.json === true);
  const settings = settingsOf(flags);
  const thresholds = { answered: shareOf("answered", flags.answered), sufficient: shareOf("sufficient", flags.sufficient) };
  const truths = chooseRunTruths(run, flags.split, { audited: false });
  const scores = scoresOf(run, truths);
  const statistics = statisticsOf(scores, flags.metric);
  for (const notice of noticesOf(run, scores, { statistics, metric: flags.metric })) printer.note(notice);
  const directory = flags.out ?? join(run, "audit");
  const inputs = [...evaluationInputs(truths.rows), { artifact: documents, rows: () => readRows(run, documents) }, { artifact: itemStatistics, rows: () => statistics }];
  return runStages({
    directory,
    stages: auditStages(thresholds),
    inputs,
    settings,
    flags,
    told: () => ({ audit: { run, ...thresholds }, maxCost: settings.maxCost }),
    printer,
    signal: interruption(printer),
    finish: ({ failures }) => {
      writeReport(run);
      tell({ run, directory, truths, systems: new Set(scores.map(({ system }) => system)).size, failed: failures.length, printer });
      return failures.length > 0 ? 1 : 0;
    },
  });
}

interface Told {
  readonly run: string;
  readonly directory: string;
  readonly truths: ChosenTruths;
  readonly systems: number;
  readonly failed: number;
  readonly printer: Reporter;
}

const countsOf = (rows: readonly FindingRow[]): Partial<Record<FindingCode, number>> =>
  Object.fromEntries(FindingCode.options.map(code => [code, rows.filter(row => row.code === code).length] as const).filter(([, number]) => number > 0));

function tell({ run, directory, truths, systems, failed, printer }: Told): void {
  const rows = [...readRows(directory, findings)];
  const labels = [...readRows(directory, foundLabels)].length;
  const sound = truths.rows.length - new Set(rows.map(({ itemId }) => itemId)).size;
  const counts = countsOf(rows);
  const { calls, spending } = statusOf(directory);
  const text = [
    rows.length > 0 ? table(["finding", "items"], Object.entries(counts)) : "Nothing was found against any item.",
    `${sound} of ${truths.rows.length} items have nothing against them. ${labels} further relevant documents were found.`,
    systems < 3
      ? `Difficulty and discrimination need three systems or more, and ${run}/evaluations has ${systems}: ragwright baseline ${run}`
      : `Difficulty and discrimination over ${systems} systems.`,
    calls.length === 0 ? "" : `Asked: ${spentText({ calls, spending })}`,
    `Findings: ${join(directory, `${findings.name}.jsonl`)}. To leave these items out: ragwright export ${run} --format beir --sound`,
    `Report: ${join(run, "report.html")}`,
  ];
  printer.result({ directory, items: truths.rows.length, sound, findings: counts, labels, systems, calls, spending, failed }, text.filter(line => line !== "").join("\n"));
}
