// Figures that each protocol's paper reports, computed for our items, next to the published values.

import type { Protocol, Values } from "../../../schemas/annotation.ts";
import type { Figure, PublishedFigure } from "../../../schemas/output/annotation.ts";
import { mean, wilsonInterval } from "../../evaluate/descriptive-statistics.ts";
import { groupBy } from "../../engine/grouping.ts";
import { majority, type ReviewedTask } from "./field-agreement.ts";
import { cofeSteps } from "../protocols/cofe.ts";
import { criteria } from "../protocols/rageval-documents.ts";
import { publishedFigures, publishedScore } from "./published-figures.ts";

/** A task that counts towards the figures: not a control, and its candidate passed the automatic filters. */
export interface FigureTask extends ReviewedTask {
  /** Whether people accept the task's item; null on a tie or if the protocol makes no decisions. */
  readonly accepted: boolean | null;
}

interface FigureLabels {
  readonly name: string;
  readonly of?: string;
  readonly published?: PublishedFigure | null;
}

// The values of several people on a task are averaged first, so that each task counts once, including in the intervals.
function shareFigure(
  { name, of = "", published: paperFigure = null }: FigureLabels,
  shares: readonly number[],
): Figure {
  const sum = shares.reduce((total, part) => total + part, 0);
  const { share: value, low, high, n } = wilsonInterval(sum, shares.length);
  return { name, of, unit: "share", value, low, high, n, published: paperFigure };
}

function averageFigure(
  { name, of = "", published: paperFigure = null }: FigureLabels,
  unit: Exclude<Figure["unit"], "share">,
  values: readonly number[],
): Figure {
  return {
    name,
    of,
    unit,
    value: mean(values),
    low: null,
    high: null,
    n: values.length,
    published: paperFigure,
  };
}

/** Mean of `valueOf` for each task, over the people who judged it. */
const perTask = (
  tasks: readonly FigureTask[],
  valueOf: (values: Values) => number | boolean,
): number[] =>
  tasks.flatMap(
    ({ people }) => mean([...people.values()].map(values => Number(valueOf(values)))) ?? [],
  );

function scoreFigures(tasks: readonly FigureTask[]): Figure[] {
  const groups = groupBy(tasks, ({ task }) => `${task.language} ${task.content.domain}`);
  const parts = [...groups.keys()].toSorted().map(of => ({ of, group: groups.get(of) ?? [] }));
  const partsAndTotal = [...parts, { of: "", group: tasks }];
  const paperFigure = (group: readonly FigureTask[], of: string) =>
    of !== "" && group[0]
      ? publishedScore(group[0].task.language, group[0].task.content.domain)
      : null;
  const scoreOf = (values: Values) => Number(values["score"]);
  return [
    ...partsAndTotal.map(({ group, of }) =>
      averageFigure(
        { name: "mean score", of, published: paperFigure(group, of) },
        "score",
        perTask(group, scoreOf),
      ),
    ),
    ...partsAndTotal.map(({ group, of }) =>
      shareFigure(
        { name: "scores of 4 and 5", of, published: publishedFigures.highScores },
        perTask(group, values => scoreOf(values) >= 4),
      ),
    ),
  ];
}

const refinedFigures = (tasks: readonly FigureTask[], seconds: readonly number[]): Figure[] => [
  shareFigure(
    { name: "refined", published: publishedFigures.refined },
    perTask(tasks, values => values["verdict"] === "needs-refinement"),
  ),
  averageFigure(
    { name: "seconds per query", published: publishedFigures.secondsPerQuery },
    "seconds",
    seconds,
  ),
];

/** Each step counts the items that passed the previous one, as in the paper; a task with a tie at a step is left out of that step. */
function stepFigures(tasks: readonly FigureTask[]): Figure[] {
  const steps = tasks.map(({ task, people, accepted }) => {
    const personSteps = [...people.values()].map(values => cofeSteps(task.content, values));
    return {
      query: majority(personSteps.map(({ query }) => query)),
      keywords: majority(personSteps.map(({ keywords }) => keywords)),
      answer: majority(personSteps.map(({ answer }) => answer)),
      accepted,
    };
  });
  const queries = steps.filter(({ query }) => query === true);
  // Null means that the item has no keywords to judge.
  const passedKeywords = queries.filter(({ keywords }) => keywords === true || keywords === null);
  const numbersOf = (values: readonly (boolean | null | undefined)[]) =>
    values.flatMap(value => (typeof value === "boolean" ? [Number(value)] : []));
  return [
    shareFigure(
      { name: "queries accepted", published: publishedFigures.queries },
      numbersOf(steps.map(({ query }) => query)),
    ),
    shareFigure(
      { name: "keywords accepted", of: "accepted queries", published: publishedFigures.keywords },
      numbersOf(queries.map(({ keywords }) => keywords)),
    ),
    shareFigure(
      { name: "answers accepted", of: "accepted keywords", published: publishedFigures.answers },
      numbersOf(passedKeywords.map(({ answer }) => answer)),
    ),
    shareFigure(
      { name: "accepted overall", published: publishedFigures.overall },
      numbersOf(steps.map(({ accepted }) => accepted)),
    ),
  ];
}

/** The labels ranked first by a criterion; several if they tie. */
function firstLabels(labels: readonly string[], criterion: string, values: Values): string[] {
  const ranks = labels.map(label => Number(values[`${criterion}-${label}`]));
  return labels.filter((_, index) => ranks[index] === Math.min(...ranks));
}

function rankFigures(tasks: readonly FigureTask[]): Figure[] {
  const labelsOf = ({ task }: FigureTask) => task.content.candidates.map(({ label }) => label);
  const sources = (["ours", "zero-shot", "one-shot"] as const).filter(source =>
    tasks.some(({ task }) => Object.values(task.sources).includes(source)),
  );
  return Object.keys(criteria).flatMap(criterion => {
    const sharesOf = (isCounted: (first: readonly string[], task: FigureTask) => boolean) =>
      tasks.flatMap(task =>
        perTask([task], values => isCounted(firstLabels(labelsOf(task), criterion, values), task)),
      );
    return [
      ...sources.map(source =>
        shareFigure(
          {
            name: `first in ${criterion}`,
            of: source,
            published:
              source === "ours" && criterion !== "conformity" ? publishedFigures.firstDraft : null,
          },
          sharesOf((first, { task }) => first.some(label => task.sources[label] === source)),
        ),
      ),
      shareFigure(
        { name: `tied for first in ${criterion}` },
        sharesOf(first => first.length > 1),
      ),
    ];
  });
}

const verdictByMetric = {
  completeness: "covered",
  hallucination: "contradicted",
  irrelevance: "neither",
} as const;

function keypointFigures(tasks: readonly FigureTask[]): Figure[] {
  const withKeypoints = tasks.filter(({ task }) => task.content.keypoints.length > 0);
  return Object.entries(verdictByMetric).flatMap(([name, verdict]) => {
    const shareOf = ({ task }: FigureTask, values: Values) =>
      task.content.keypoints.filter((_, index) => values[`keypoint-${index + 1}`] === verdict)
        .length / task.content.keypoints.length;
    const peopleShares = (task: FigureTask) => perTask([task], values => shareOf(task, values));
    const pairs = withKeypoints.flatMap(task =>
      peopleShares(task).flatMap(people =>
        task.judge ? [[people, shareOf(task, task.judge)] as const] : [],
      ),
    );
    const people = shareFigure({ name, of: "people" }, withKeypoints.flatMap(peopleShares));
    if (pairs.length === 0) return [people];
    const differences = pairs.map(([people, judge]) => people - judge);
    const meanDifference = averageFigure(
      { name, of: "judge, difference of means", published: publishedFigures.judgeDifference },
      "difference",
      differences,
    );
    return [
      people,
      shareFigure(
        { name, of: "judge" },
        pairs.map(([, judge]) => judge),
      ),
      { ...meanDifference, value: Math.abs(meanDifference.value ?? 0) },
      averageFigure(
        { name, of: "judge, mean difference per task" },
        "difference",
        differences.map(difference => Math.abs(difference)),
      ),
    ];
  });
}

/** `seconds` has an entry for each review whose duration is known. */
export function figuresOf(
  protocol: Protocol,
  tasks: readonly FigureTask[],
  seconds: readonly number[],
): Figure[] {
  switch (protocol) {
    case "rageval-qra":
      return scoreFigures(tasks);
    case "crud-query":
      return refinedFigures(tasks, seconds);
    case "cofe":
      return stepFigures(tasks);
    case "rageval-documents":
      return rankFigures(tasks);
    case "judge":
      return keypointFigures(tasks);
    default:
      return protocol satisfies never;
  }
}
