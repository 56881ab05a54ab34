// Formats the failures of an evaluation for the terminal: causes with counts, and the worst items with what happened to each.

import { causeLabels, stepOf } from "../../schemas/evaluation/diagnosis.ts";
import type { FailureOverview } from "../../schemas/evaluation/result.ts";
import type { EvaluationEnded } from "../run/evaluate.ts";
import { table } from "./printer.ts";

type FailedItem = EvaluationEnded["worst"][number];

const evidenceNames = {
  judge: "a judge's verdicts",
  code: "values and names of the keypoints, found by code",
  evidence: "the evidence that was read",
};

const maxLength = { question: 220, answer: 260, passage: 60 };

function shorten(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
}

const causesTable = ({ causes }: FailureOverview): string =>
  table(
    ["step", "what went wrong", "items", "first cause"],
    causes.map(({ cause, n, first }) => [stepOf(cause), causeLabels[cause], n, first]),
  );

/** Minimum share of declined answers that is worth mentioning, since few questions are unanswerable. */
const minDeclinedShare = 0.5;

function sharedLines({ cuts, groups, declined, items }: FailureOverview): string[] {
  return [
    ...(declined >= items * minDeclinedShare
      ? [`It declined to answer ${declined} of ${items} questions.`]
      : []),
    ...(cuts
      ? [
          `${cuts.n} of the ${cuts.of} chunk boundaries that split evidence come right after “${cuts.after}”: the splitter ends a chunk there.`,
        ]
      : []),
    ...groups.map(
      group =>
        `Fails more often than the rest: ${group.grouping} ${group.group}, ${group.failed} of ${group.items} items.`,
    ),
  ];
}

function passagesLine({ retrieved, reranked, contexts }: FailedItem["prediction"]): string[] {
  const passages = retrieved ?? reranked ?? contexts;
  if (passages === null) return [];
  const shownTexts = passages
    .slice(0, 3)
    .map(
      ({ text, documentId, id }, index) =>
        `${index + 1} “${shorten(text ?? documentId ?? id ?? "", maxLength.passage)}”`,
    );
  const moreText =
    passages.length > shownTexts.length ? `, and ${passages.length - shownTexts.length} more` : "";
  return [`retrieved  ${passages.length === 0 ? "nothing" : shownTexts.join("  ")}${moreText}`];
}

function itemText({ truth, prediction, diagnosis }: FailedItem, index: number): string {
  const { causes, lostIn, why } = diagnosis;
  const [first] = causes;
  return [
    `${index + 1}. ${first ? stepOf(first) : (lostIn ?? "")}: ${first ? causeLabels[first] : ""}  (${truth.id}, ${truth.type}, ${truth.language})`,
    ...[
      `question   ${shorten(truth.question, maxLength.question)}`,
      `expected   ${shorten(truth.answer, maxLength.answer)}`,
      `got        ${prediction.answer === null ? "no answer" : shorten(prediction.answer, maxLength.answer) || "an empty answer"}`,
      ...passagesLine(prediction),
      ...why.map((reason, index) => `${index === 0 ? "why      " : "         "}  ${reason}`),
    ].map(line => `   ${line}`),
  ].join("\n");
}

/** Empty if nothing was diagnosed. `fullList` says where all failed items are listed. */
export function failuresText(
  overview: FailureOverview | null | undefined,
  worst: readonly FailedItem[],
  fullList: string,
): string {
  if (!overview) return "";
  const { items, failed, untold, by } = overview;
  const headline = `${failed} of ${items} items failed (basis: ${by.map(group => evidenceNames[group]).join(", and ") || "nothing that could be determined"}).`;
  const undiagnosedLine =
    untold > 0 ? [`${untold} cannot be diagnosed without a judge (--model).`] : [];
  if (failed === 0) return [headline, ...undiagnosedLine].join("\n");
  return [
    "",
    headline,
    ...undiagnosedLine,
    causesTable(overview),
    ...sharedLines(overview),
    "",
    `The ${worst.length} worst by score, one of each cause first (all: ${fullList}):`,
    ...worst.map(itemText),
  ].join("\n");
}
