// Formats what `annotate agreement` prints: people, fields, acceptance and figures, with the numbers of the papers in their own column.

import type { AgreementResult } from "../../schemas/output/annotation.ts";
import { table } from "./printer.ts";

type Reviewer = AgreementResult["people"][number];
type FieldAgreement = AgreementResult["fields"][number];
type KappaOfTwo = Omit<FieldAgreement["pairs"][number], "people">;
type Figure = AgreementResult["figures"][number];
type Published = NonNullable<Figure["published"]>;

const noValue = "–";
const maxNameLength = 40;

// Names come from other people's files: control characters are replaced before they reach a terminal.
function printableName(name: string): string {
  const characters = Array.from(name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "\u{fffd}"));
  return characters.length > maxNameLength
    ? `${characters.slice(0, maxNameLength - 1).join("")}…`
    : characters.join("");
}

const numberText = (value: number | null, digits: number): string =>
  value === null ? noValue : value.toFixed(digits);
const percentText = (share: number | null): string =>
  share === null ? noValue : `${(share * 100).toFixed(1)}%`;
const intervalText = (low: number | null, high: number | null): string =>
  low === null || high === null ? "" : `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}%`;
const countText = (n: number, singular: string, plural: string): string =>
  `${n} ${n === 1 ? singular : plural}`;

function valueText(value: number | null, unit: Figure["unit"]): string {
  switch (unit) {
    case "share":
      return percentText(value);
    case "score":
      return numberText(value, 2);
    case "seconds":
      return value === null ? noValue : `${value.toFixed(0)} s`;
    case "difference":
      return numberText(value, 3);
    default:
      return unit satisfies never;
  }
}

const relationWords: Readonly<Record<Published["relation"], string>> = {
  is: "",
  about: "about ",
  above: "over ",
  below: "below ",
};

// As the paper prints it: "95%" has no decimals.
const publishedText = ({ published, unit }: Figure): string =>
  published
    ? `${relationWords[published.relation]}${valueText(published.value, unit).replace(".0%", "%")}`
    : "";

const missedControlsText = ({ controls: { seen, missed } }: Reviewer): string =>
  seen === 0 ? noValue : `${missed.length} of ${seen}`;

const maxTasksNamed = 3;

/** One row per fault, with its first few tasks. */
function missedControlRows({ annotator, controls: { missed } }: Reviewer): (string | number)[][] {
  return [...new Set(missed.map(({ fault }) => fault))].map(fault => {
    const tasks = missed
      .filter(control => control.fault === fault)
      .map(({ taskId }) => printableName(taskId));
    return [
      printableName(annotator),
      printableName(fault),
      tasks.length,
      `${tasks.slice(0, maxTasksNamed).join(", ")}${tasks.length > maxTasksNamed ? ", …" : ""}`,
    ];
  });
}

function peopleText({ people, judge }: AgreementResult): string {
  const row = (reviewer: Reviewer, mark = ""): string[] => {
    const { median, mean } = reviewer.seconds;
    return [
      `${printableName(reviewer.annotator)}${mark}`,
      String(reviewer.reviews),
      numberText(median, 0),
      numberText(mean, 0),
      missedControlsText(reviewer),
    ];
  };
  const missed = [...people, ...(judge ? [judge] : [])].flatMap(missedControlRows);
  const grid = table(
    ["person", "reviews", "median s per task", "mean", "controls missed"],
    [...people.map(person => row(person)), ...(judge ? [row(judge, " (judge)")] : [])],
  );
  return missed.length === 0
    ? grid
    : `${grid}\n\n${table(["missed by", "planted fault", "times", "tasks"], missed)}`;
}

/** One value, or the mean over all pairs of people with its range. */
function rangeText(values: readonly (number | null)[]): string {
  const definedValues = values.filter(value => value !== null);
  if (definedValues.length < 2) return numberText(definedValues[0] ?? null, 3);
  const average = definedValues.reduce((total, value) => total + value, 0) / definedValues.length;
  return `${average.toFixed(3)} (${Math.min(...definedValues).toFixed(3)} to ${Math.max(...definedValues).toFixed(3)})`;
}

function weightedText(pairs: readonly KappaOfTwo[]): string {
  const weighting = pairs[0]?.weighted?.weighting;
  return weighting
    ? `${rangeText(pairs.map(({ weighted }) => weighted?.kappa ?? null))} ${weighting}`
    : "";
}

function fieldsText(fields: readonly FieldAgreement[]): string {
  if (fields.length > 0 && fields.every(({ units }) => units === 0))
    return "agreement between people: needs a task with verdicts from two people; there is none yet";
  const rows = fields.map(({ field, level, units, exact, alpha, pairs }) => [
    printableName(field),
    level,
    units,
    percentText(exact),
    numberText(alpha, 3),
    pairs.length,
    rangeText(pairs.map(({ kappa }) => kappa)),
    weightedText(pairs),
  ]);
  return table(
    ["field (people)", "level", "units", "exact", "α", "pairs", "κ", "weighted κ"],
    rows,
  );
}

function judgeText(fields: readonly FieldAgreement[]): string {
  const rows = fields.flatMap(({ field, judge }) =>
    judge
      ? [
          [
            printableName(field),
            judge.n,
            judge.torn,
            percentText(judge.exact),
            numberText(judge.kappa, 3),
            weightedText([judge]),
            judge.meanAbsoluteDifference === null
              ? ""
              : numberText(judge.meanAbsoluteDifference, 2),
          ],
        ]
      : [],
  );
  return rows.length === 0
    ? ""
    : table(
        ["field (judge)", "units", "people tied", "exact", "κ", "weighted κ", "mean difference"],
        rows,
      );
}

function acceptanceText({ acceptance }: AgreementResult): string {
  const rows = acceptance.map(({ by, name, share, low, high, n, conflicts }) => [
    by === "all" ? "all" : `${by} ${printableName(name)}`,
    percentText(share),
    intervalText(low, high),
    n,
    conflicts,
  ]);
  return rows.length === 0
    ? ""
    : table(["accepted", "share", "95% interval", "n", "conflicts"], rows);
}

function figuresText(figures: readonly Figure[]): string {
  const rows = figures.map(figure => {
    const { name, of, unit, value, low, high, n } = figure;
    return [
      of === "" ? name : `${name}, ${printableName(of)}`,
      valueText(value, unit),
      intervalText(low, high),
      n,
      publishedText(figure),
    ];
  });
  const sources = [...new Set(figures.flatMap(({ published }) => published?.source ?? []))];
  const note =
    sources.length === 0
      ? ""
      : `\npublished: the papers' own numbers, on their data (${sources.join("; ")})`;
  return figures.length === 0
    ? ""
    : `${table(["figure", "ours", "95% interval", "n", "published"], rows)}${note}`;
}

function filtersText(filters: AgreementResult["filters"]): string {
  if (filters === null || filters.tasks === 0) return "";
  const { precision, recall, tasks, rejected, because: reason } = filters;
  const shares = [
    precision === null ? "" : `people reject ${percentText(precision)} of what the filters reject`,
    recall === null ? "" : `the filters reject ${percentText(recall)} of what people reject`,
  ];
  const parts = [...shares, reason ?? ""].filter(part => part !== "").join("; ");
  return `automatic filters: ${parts} (${countText(tasks, "task", "tasks")} decided, ${rejected} of them rejected by the filters; weighted to match the run)`;
}

function headText({
  protocol,
  tasks,
  reviewed,
  reviews,
  people,
  strays,
  decisions,
}: AgreementResult): string {
  const { accepted, rejected, conflict } = decisions;
  const counts = `${protocol}: ${reviewed} of ${countText(tasks, "task", "tasks")} reviewed, ${countText(reviews, "review", "reviews")} by ${countText(people.length, "person", "people")}`;
  const decisionsText =
    accepted + rejected + conflict === 0
      ? ""
      : `; items: ${accepted} accepted, ${rejected} rejected, ${countText(conflict, "conflict", "conflicts")}`;
  const leftOutText =
    strays === 0
      ? ""
      : `\nleft out: ${countText(strays, "review", "reviews")} that ${strays === 1 ? "does" : "do"} not match the form or any task of the run`;
  return `${counts}${decisionsText}${leftOutText}`;
}

function resultText(result: AgreementResult): string {
  const parts = [
    headText(result),
    peopleText(result),
    result.fields.length === 0 ? "" : fieldsText(result.fields),
    judgeText(result.fields),
    acceptanceText(result),
    figuresText(result.figures),
    filtersText(result.filters),
  ];
  return parts.filter(part => part !== "").join("\n\n");
}

/** Formats all protocols; undefined numbers become a dash. */
export const agreementText = (results: readonly AgreementResult[]): string =>
  results.length === 0
    ? "No reviews yet: import verdicts with ragwright annotate import <run> <folders or files…>."
    : results.map(resultText).join("\n\n\n");
