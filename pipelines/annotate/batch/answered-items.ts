// Candidates for a batch of the judge protocol: items that a RAG system answered.

import type { Content } from "../../../schemas/annotation.ts";
import { type ItemRow, items } from "../../../schemas/items/records.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { emptyContent } from "../form.ts";
import {
  type Candidates,
  type Entry,
  type Filter,
  passes,
  toCandidates,
  toEntry,
  verdictsByQuestion,
} from "./candidates.ts";

const some = (ids: readonly string[]) =>
  `${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ", …" : ""}`;

/** Items that the system answered, each with its answer; `predictions` is keyed by item id. People need no documents: they compare the answer with the keypoints. */
export function findAnswered(
  run: OpenRun,
  { predictions, filter }: { predictions: ReadonlyMap<string, string>; filter: Filter },
): Candidates {
  const verdictOf = verdictsByQuestion(run);
  const unknown = new Set(predictions.keys());
  const entries: Entry[] = [];
  const withoutKeypoints: string[] = [];
  for (const item of run.rows(items)) {
    const response = predictions.get(item.id);
    unknown.delete(item.id);
    if (response === undefined || !passes(filter, item)) continue;
    if (item.keypoints.length === 0) withoutKeypoints.push(item.id);
    else entries.push(toEntry(item, verdictOf.get(item.questionId), toAnswered(item, response)));
  }
  return toCandidates(entries, [
    ...(unknown.size > 0
      ? [
          `${unknown.size} of ${predictions.size} predictions match no item of this run and were left out: ${some([...unknown])}.`,
        ]
      : []),
    ...(withoutKeypoints.length > 0
      ? [
          `${withoutKeypoints.length} items have no keypoints and cannot be judged: ${some(withoutKeypoints)}.`,
        ]
      : []),
  ]);
}

const toAnswered = (
  { type, language, domain, question, answer, keypoints }: ItemRow,
  response: string,
): Content => ({
  ...emptyContent({ language, domain }),
  type,
  question,
  answer,
  keypoints: keypoints.map(({ claim }) => claim),
  response,
});
