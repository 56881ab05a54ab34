// Reads how much of the references of each reverse task the corpus supports, and why such items were rejected.

import { answers, keypoints, verdicts } from "../../schemas/items/records.ts";
import {
  type CrudTask,
  type ItemType,
  isReverse,
  reverseTasks,
} from "../../schemas/items/item-types.ts";
import { storyDrafts } from "../../schemas/crud/stories/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { countOf, sortByFrequency } from "../engine/grouping.ts";
import { binOf, binCount } from "./leaks-data.ts";
import { mean } from "./mean.ts";

interface SupportBin {
  readonly accepted: number;
  readonly rejected: number;
}

export interface SupportData {
  readonly type: CrudTask;
  /** Number of answers with keypoints. */
  readonly answerCount: number;
  readonly accepted: number;
  /** Number of answers with less than the required share supported. */
  readonly belowMinShare: number;
  /** Mean supported share of the accepted answers; null if there are none. */
  readonly mean: number | null;
  /** Sentences of the held-out articles after the given text, and how many of them the accepted references state. */
  readonly original: { readonly sentences: number; readonly told: number } | null;
  readonly bins: readonly SupportBin[];
  /** Reasons for all rejections, with their counts. */
  readonly reasons: readonly (readonly [string, number])[];
}

interface JudgedAnswer {
  readonly type: ItemType;
  facts: number;
  supported: number;
  accepted: boolean;
  readonly codes: Set<string>;
  readonly original: SupportData["original"];
}

function readJudgedAnswers(run: OpenRun): JudgedAnswer[] {
  const answersById = new Map<string, JudgedAnswer>();
  const originals = new Map(
    [...run.rows(storyDrafts)].flatMap(({ id, task: { original } }) =>
      original ? [[id, original] as const] : [],
    ),
  );
  for (const { id, question } of run.rows(answers))
    if (isReverse(question.type))
      answersById.set(id, {
        type: question.type,
        facts: 0,
        supported: 0,
        accepted: true,
        codes: new Set(),
        original: originals.get(question.originId) ?? null,
      });
  for (const { answerId, spans } of run.rows(keypoints)) {
    const answer = answersById.get(answerId);
    if (!answer) continue;
    answer.facts++;
    if (spans.length > 0) answer.supported++;
  }
  for (const { answerId, accepted, reasons } of run.rows(verdicts)) {
    const answer = answersById.get(answerId);
    if (!answer) continue;
    if (!accepted) answer.accepted = false;
    for (const { code } of reasons) answer.codes.add(code);
  }
  return [...answersById.values()].filter(({ facts }) => facts > 0);
}

const shareOf = ({ supported, facts }: JudgedAnswer): number => supported / facts;

const countReasons = (judgedAnswers: readonly JudgedAnswer[]): [string, number][] =>
  sortByFrequency(
    countOf(judgedAnswers.flatMap(({ codes, accepted }) => (accepted ? [] : [...codes]))),
  );

function originalOf(judgedAnswers: readonly JudgedAnswer[]): SupportData["original"] {
  const originals = judgedAnswers.flatMap(({ original }) => original ?? []);
  const sum = (field: "sentences" | "told") =>
    originals.reduce((total, each) => total + each[field], 0);
  return originals.length === 0 ? null : { sentences: sum("sentences"), told: sum("told") };
}

function summarize(
  type: CrudTask,
  judgedAnswers: readonly JudgedAnswer[],
  minShare: number,
): SupportData {
  const accepted = judgedAnswers.filter(each => each.accepted);
  const answersInBinOf = (bin: number) =>
    judgedAnswers.filter(each => binOf(shareOf(each)) === bin);
  return {
    type,
    answerCount: judgedAnswers.length,
    accepted: accepted.length,
    belowMinShare: judgedAnswers.filter(each => shareOf(each) < minShare).length,
    mean: accepted.length === 0 ? null : mean(accepted.map(shareOf)),
    original: originalOf(accepted),
    bins: Array.from({ length: binCount }, (_, bin) => {
      const answersInBin = answersInBinOf(bin);
      const acceptedCount = answersInBin.filter(each => each.accepted).length;
      return { accepted: acceptedCount, rejected: answersInBin.length - acceptedCount };
    }),
    reasons: countReasons(judgedAnswers),
  };
}

/** One row per reverse task that has answers; `minShare` is the share of facts that must be supported. */
export function readSupport(run: OpenRun, minShare: number): SupportData[] {
  const judgedAnswers = readJudgedAnswers(run);
  return reverseTasks.flatMap(type => {
    const taskAnswers = judgedAnswers.filter(each => each.type === type);
    return taskAnswers.length > 0 ? [summarize(type, taskAnswers, minShare)] : [];
  });
}
