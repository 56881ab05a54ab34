// Failures of an evaluation as text for a terminal: causes with counts, and the worst items with what happened to each.

import { causeLabels, stepOf } from "../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../schemas/evaluation/result.ts";
import type { EvaluationEnded } from "../run/evaluate.ts";
import { table } from "./print.ts";

type FailedItem = EvaluationEnded["worst"][number];

const byWords = {
  judge: "a judge's verdicts",
  code: "values and names of the keypoints, found by code",
  evidence: "the evidence that was read",
};

const maxLength = { question: 220, answer: 260, passage: 60 };

function cut(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}

const causesTable = ({ causes }: FailureOverview): string =>
  table(
    ["step", "what went wrong", "items", "first cause"],
    causes.map(({ cause, n, first }) => [stepOf(cause), causeLabels[cause], n, first]),
  );

/** Share of declined answers that is worth a line: few questions have no answer. */
const MANY_DECLINED = 0.5;

function sharedLines({ cuts, groups, declined, items }: FailureOverview): string[] {
  return [
    ...(declined >= items * MANY_DECLINED
      ? [`It declined to answer ${declined} of ${items} questions.`]
      : []),
    ...(cuts
      ? [
          `${cuts.n} of the ${cuts.of} borders that cut evidence come right after “${cuts.after}”: the splitter ends a chunk there.`,
        ]
      : []),
    ...groups.map(
      one =>
        `Fails more than the rest: ${one.grouping} ${one.group}, ${one.failed} of ${one.items} items.`,
    ),
  ];
}

function passagesLine({ retrieved, reranked, contexts }: FailedItem["prediction"]): string[] {
  const found = retrieved ?? reranked ?? contexts;
  if (found === null) return [];
  const shown = found
    .slice(0, 3)
    .map(
      ({ text, documentId, id }, at) =>
        `${at + 1} “${cut(text ?? documentId ?? id ?? "", maxLength.passage)}”`,
    );
  const more = found.length > shown.length ? `, and ${found.length - shown.length} more` : "";
  return [`retrieved  ${found.length === 0 ? "nothing" : shown.join("  ")}${more}`];
}

function itemText({ truth, prediction, diagnosis }: FailedItem, at: number): string {
  const { causes, lostIn, why } = diagnosis;
  const [first] = causes;
  return [
    `${at + 1}. ${first ? stepOf(first) : (lostIn ?? "")}: ${first ? causeLabels[first] : ""}  (${truth.id}, ${truth.type}, ${truth.language})`,
    ...[
      `question   ${cut(truth.question, maxLength.question)}`,
      `expected   ${cut(truth.answer, maxLength.answer)}`,
      `got        ${prediction.answer === null ? "no answer" : cut(prediction.answer, maxLength.answer) || "an empty answer"}`,
      ...passagesLine(prediction),
      ...why.map((reason, place) => `${place === 0 ? "why      " : "         "}  ${reason}`),
    ].map(line => `   ${line}`),
  ].join("\n");
}

/** Empty if nothing was diagnosed. `all` says where the other items are listed. */
export function failuresText(
  overview: FailureOverview | null | undefined,
  worst: readonly FailedItem[],
  all: string,
): string {
  if (!overview) return "";
  const { items, failed, untold, by } = overview;
  const headline = `${failed} of ${items} items failed, by ${by.map(one => byWords[one]).join(", and ") || "nothing that could be determined"}.`;
  const silent = untold > 0 ? [`${untold} cannot be diagnosed without a judge (--model).`] : [];
  if (failed === 0) return [headline, ...silent].join("\n");
  return [
    "",
    headline,
    ...silent,
    causesTable(overview),
    ...sharedLines(overview),
    "",
    `The ${worst.length} worst by score, one of each cause first (all: ${all}):`,
    ...worst.map(itemText),
  ].join("\n");
}
