// What each paper counts, of tasks small enough to count by hand.

import { describe, expect, it } from "vitest";
import type { Figure } from "../../../schemas/output/annotation.ts";
import { fieldAgreement } from "../../../pipelines/annotate/agreement/field-agreement.ts";
import {
  type FigureTask,
  figuresOf,
} from "../../../pipelines/annotate/agreement/protocol-figures.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import type { AnnotationTaskRow, Content, Protocol, Values } from "../../../schemas/annotation.ts";
import { taskOf } from "./tasks.ts";

interface Parts {
  readonly protocol: Protocol;
  readonly content: Partial<Content>;
  readonly verdicts: readonly Values[];
  readonly judge?: Values;
  readonly sources?: AnnotationTaskRow["sources"];
  readonly accepted?: boolean | null;
}

function figureTask({
  protocol,
  content,
  verdicts,
  judge,
  sources = {},
  accepted = null,
}: Parts): FigureTask {
  const task = taskOf(protocol, "t", { content, sources });
  return {
    task,
    fields: protocols[protocol].fields(task.content),
    people: new Map(verdicts.map((values, place) => [`person ${place}`, values])),
    judge,
    accepted,
  };
}

const valuesOf = (figures: readonly Figure[]) =>
  Object.fromEntries(
    figures.map(({ name, of, value }) => [of === "" ? name : `${name}, ${of}`, value]),
  );

it("crud-query counts the share refined and the seconds a query, beside 5.8 % and about 20 s", () => {
  const refined = { verdict: "needs-refinement", question: "better" };
  const tasks = [
    [refined],
    [{ verdict: "reasonable" }, refined],
    [{ verdict: "reasonable" }],
    [{ verdict: "reasonable" }],
  ].map(verdicts => figureTask({ protocol: "crud-query", content: {}, verdicts }));
  const [share, seconds] = figuresOf("crud-query", tasks, [10, 20, 60]);
  // (1 + ½ + 0 + 0) / 4.
  expect(share).toMatchObject({
    name: "refined",
    value: 0.375,
    n: 4,
    published: { value: 0.058 },
  });
  expect(seconds).toMatchObject({
    unit: "seconds",
    value: 30,
    n: 3,
    published: { value: 20, relation: "about" },
  });
});

describe("cofe", () => {
  const points = (value: string): Values =>
    Object.fromEntries(
      ["fluency", "accuracy", "relevance", "readability", "practicality"].map(name => [
        `answer-${name}`,
        value,
      ]),
    );
  const query = (clear: string): Values => ({
    "query-clear": clear,
    "query-type": "yes",
    "query-inferable": "yes",
  });
  const keywords = { coarse: ["税"], fine: [["3 %"]] };

  it("counts each step over the items that passed the one before", () => {
    const say = (clear: string, fine: string, score: string): Values => ({
      ...query(clear),
      "coarse-1": "yes",
      "fine-1": fine,
      ...points(score),
    });
    const task = (values: Values, accepted: boolean) =>
      figureTask({ protocol: "cofe", content: { keywords }, verdicts: [values], accepted });
    const tasks = [
      task(say("yes", "yes", "5"), true),
      task(say("yes", "yes", "3"), false),
      task(say("yes", "no", "5"), false),
      task(say("no", "yes", "5"), false),
    ];
    const figures = figuresOf("cofe", tasks, []);
    expect(figures.map(({ value, n }) => [value, n])).toEqual([
      [3 / 4, 4],
      [2 / 3, 3],
      [1 / 2, 2],
      [1 / 4, 4],
    ]);
    expect(figures.map(({ published }) => published?.value)).toEqual([0.922, 0.873, 0.748, 0.602]);
  });

  it("goes on to the answer where an item has no keywords, which then count nowhere", () => {
    const bare = figureTask({
      protocol: "cofe",
      content: {},
      verdicts: [{ ...query("yes"), ...points("4") }],
      accepted: true,
    });
    expect(figuresOf("cofe", [bare], []).map(({ value, n }) => [value, n])).toEqual([
      [1, 1],
      [null, 0],
      [1, 1],
      [1, 1],
    ]);
  });
});

const candidates = ["A", "B", "C"].map(label => ({ label, text: `draft ${label}` }));
const rank = (...ranks: readonly string[]): Values =>
  Object.fromEntries(
    ["clarity", "safety", "richness", "conformity"].flatMap(criterion =>
      ranks.map((value, place) => [`${criterion}-${"ABC"[place]}`, value]),
    ),
  );

it("rageval-documents counts how often each source is first, ties for all that share it, whatever its label", () => {
  const tasks = [
    figureTask({
      protocol: "rageval-documents",
      content: { candidates },
      verdicts: [rank("1", "2", "3")],
      sources: { A: "ours", B: "zero-shot", C: "one-shot" },
    }),
    figureTask({
      protocol: "rageval-documents",
      content: { candidates },
      verdicts: [rank("2", "1", "1"), rank("1", "2", "3")],
      sources: { A: "zero-shot", B: "ours", C: "one-shot" },
    }),
  ];
  const figures = figuresOf("rageval-documents", tasks, []);
  expect(valuesOf(figures)).toMatchObject({
    // Ours: 1 and ½; zero-shot: 0 and ½; one-shot: 0 and ½; a tie for one of two people on the second.
    "first in clarity, ours": 0.75,
    "first in clarity, zero-shot": 0.25,
    "first in clarity, one-shot": 0.25,
    "tied for first in clarity": 0.25,
  });
  expect(
    figures.flatMap(({ name, of, published }) =>
      published ? [`${name}, ${of} ${published.relation} ${published.value}`] : [],
    ),
  ).toEqual(
    ["clarity", "safety", "richness"].map(criterion => `first in ${criterion}, ours above 0.85`),
  );
});

const keypoints = ["one", "two", "three", "four"];
const say = (...verdicts: readonly string[]): Values =>
  Object.fromEntries(verdicts.map((verdict, place) => [`keypoint-${place + 1}`, verdict]));

it("the judge is set beside people: means, their difference, and the mean difference a task", () => {
  const tasks = [
    figureTask({
      protocol: "judge",
      content: { keypoints },
      verdicts: [say("covered", "covered", "contradicted", "neither")],
      judge: say("covered", "covered", "covered", "neither"),
    }),
    figureTask({
      protocol: "judge",
      content: { keypoints },
      verdicts: [say("covered", "covered", "covered", "covered")],
      judge: say("covered", "covered", "covered", "neither"),
    }),
    figureTask({ protocol: "judge", content: { keypoints: ["one"] }, verdicts: [say("neither")] }),
  ];
  const figures = figuresOf("judge", tasks, []);
  // People: ½, 1 and, unseen by the judge, 0; the judge: ¾ and ¾. Over both: 0.75 against 0.75, each task off by ¼.
  expect(valuesOf(figures)).toMatchObject({
    "completeness, people": 0.5,
    "completeness, judge": 0.75,
    "completeness, judge, difference of means": 0,
    "completeness, judge, mean difference per task": 0.25,
    "hallucination, judge, difference of means": 0.125,
    "irrelevance, judge, difference of means": 0.125,
  });
  expect(figures.filter(({ published }) => published?.value === 0.026)).toHaveLength(3);
  const [field] = fieldAgreement(tasks, true);
  // Six of eight keypoints the same; pe = (6 · 6 + 1 · 0 + 1 · 2) / 64.
  expect(field?.judge).toMatchObject({
    n: 8,
    exact: 0.75,
    torn: 0,
    weighted: null,
    meanAbsoluteDifference: null,
  });
  expect(field?.judge?.kappa).toBeCloseTo((3 / 4 - 38 / 64) / (1 - 38 / 64), 12);
});
