// Finds the candidates for a batch of the judge protocol: items that a RAG system answered.

import type { Content } from "../../../schemas/annotation.ts";
import { type ItemRow, items } from "../../../schemas/items/records.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { emptyContent } from "../form.ts";
import {
  type Candidates,
  type Entry,
  type Filter,
  passesFilter,
  toCandidates,
  toEntry,
  readVerdictsByQuestion,
} from "./batch-candidates.ts";

const firstIds = (ids: readonly string[]) =>
  `${ids.slice(0, 3).join(", ")}${ids.length > 3 ? ", …" : ""}`;

interface AnsweredSearch {
  /** The system's answers by item id. */
  readonly predictions: ReadonlyMap<string, string>;
  readonly filter: Filter;
  /** Distinguishes the candidates of one system from those of another. */
  readonly idSuffix?: string;
}

/** Finds the items that the system answered. The content has no documents, since people compare the answer with the keypoints. */
export function findAnsweredItems(
  run: OpenRun,
  { predictions, filter, idSuffix = "" }: AnsweredSearch,
): Candidates {
  const verdicts = readVerdictsByQuestion(run);
  const unmatchedIds = new Set(predictions.keys());
  const entries: Entry[] = [];
  const withoutKeypoints: string[] = [];
  for (const item of run.rows(items)) {
    const response = predictions.get(item.id);
    unmatchedIds.delete(item.id);
    if (response === undefined || !passesFilter(filter, item)) continue;
    if (item.keypoints.length === 0) {
      withoutKeypoints.push(item.id);
      continue;
    }
    const { candidate, content } = toEntry(
      item,
      verdicts.get(item.questionId),
      contentOf(item, response),
    );
    entries.push({ candidate: { ...candidate, id: item.id + idSuffix }, content });
  }
  const notices: string[] = [];
  if (unmatchedIds.size > 0)
    notices.push(
      `${unmatchedIds.size} of ${predictions.size} predictions match no item of this run and were left out: ${firstIds([...unmatchedIds])}.`,
    );
  if (withoutKeypoints.length > 0)
    notices.push(
      `${withoutKeypoints.length} items have no keypoints and cannot be judged: ${firstIds(withoutKeypoints)}.`,
    );
  return toCandidates(entries, notices);
}

const contentOf = (
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
