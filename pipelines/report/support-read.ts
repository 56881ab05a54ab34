// Reads how much of each reverse task's references the corpus supports, and why such items were rejected.

import { answers, keypoints, verdicts } from "../../schemas/items/records.ts";
import {
  type CrudTask,
  type ItemType,
  isReverse,
  reverseTasks,
} from "../../schemas/items/item-types.ts";
import { storyDrafts } from "../../schemas/crud/stories/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { countOf, mostFirst } from "../engine/grouping.ts";
import { binOf, bins } from "./leaks-read.ts";

interface SupportBin {
  readonly accepted: number;
  readonly rejected: number;
}

export interface SupportData {
  readonly type: CrudTask;
  /** Number of answers with keypoints. */
  readonly all: number;
  readonly accepted: number;
  /** Number of answers with less than the required share supported. */
  readonly below: number;
  /** Mean share of the accepted answers; null if there are none. */
  readonly mean: number | null;
  /** Sentences of the withheld articles after the given text, and how many of them the accepted references state. */
  readonly original: { readonly sentences: number; readonly told: number } | null;
  readonly bins: readonly SupportBin[];
  /** Reasons for all rejections, with their counts. */
  readonly reasons: readonly (readonly [string, number])[];
}

interface Judged {
  readonly type: ItemType;
  facts: number;
  supported: number;
  accepted: boolean;
  readonly codes: Set<string>;
  readonly original: SupportData["original"];
}

function readJudged(run: OpenRun): Judged[] {
  const found = new Map<string, Judged>();
  const originals = new Map(
    [...run.rows(storyDrafts)].flatMap(({ id, task: { original } }) =>
      original ? [[id, original] as const] : [],
    ),
  );
  for (const { id, question } of run.rows(answers))
    if (isReverse(question.type))
      found.set(id, {
        type: question.type,
        facts: 0,
        supported: 0,
        accepted: true,
        codes: new Set(),
        original: originals.get(question.originId) ?? null,
      });
  for (const { answerId, spans } of run.rows(keypoints)) {
    const judged = found.get(answerId);
    if (!judged) continue;
    judged.facts++;
    if (spans.length > 0) judged.supported++;
  }
  for (const { answerId, accepted, reasons } of run.rows(verdicts)) {
    const judged = found.get(answerId);
    if (!judged) continue;
    if (!accepted) judged.accepted = false;
    for (const { code } of reasons) judged.codes.add(code);
  }
  return [...found.values()].filter(({ facts }) => facts > 0);
}

const shareOf = ({ supported, facts }: Judged): number => supported / facts;

const countReasons = (judged: readonly Judged[]): [string, number][] =>
  mostFirst(countOf(judged.flatMap(({ codes, accepted }) => (accepted ? [] : [...codes]))));

function originalOf(judged: readonly Judged[]): SupportData["original"] {
  const originals = judged.flatMap(({ original }) => original ?? []);
  const sum = (of: "sentences" | "told") => originals.reduce((all, each) => all + each[of], 0);
  return originals.length === 0 ? null : { sentences: sum("sentences"), told: sum("told") };
}

function summarise(type: CrudTask, judged: readonly Judged[], least: number): SupportData {
  const accepted = judged.filter(each => each.accepted);
  const inBin = (bin: number) => judged.filter(each => binOf(shareOf(each)) === bin);
  return {
    type,
    all: judged.length,
    accepted: accepted.length,
    below: judged.filter(each => shareOf(each) < least).length,
    mean:
      accepted.length === 0
        ? null
        : accepted.reduce((sum, each) => sum + shareOf(each), 0) / accepted.length,
    original: originalOf(accepted),
    bins: Array.from({ length: bins }, (_, bin) => {
      const answersInBin = inBin(bin);
      const good = answersInBin.filter(each => each.accepted).length;
      return { accepted: good, rejected: answersInBin.length - good };
    }),
    reasons: countReasons(judged),
  };
}

/** One row per reverse task that has answers; `minShare` is the share of facts that must be supported. */
export function readSupport(run: OpenRun, least: number): SupportData[] {
  const judged = readJudged(run);
  return reverseTasks.flatMap(type => {
    const ofType = judged.filter(each => each.type === type);
    return ofType.length > 0 ? [summarise(type, ofType, least)] : [];
  });
}
