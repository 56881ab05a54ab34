// Unfolds keys (the keypoints and keywords of an answer) into one row per keypoint and one for all keywords, and gives one verdict per answer, with its reasons.

import {
  answers,
  keypoints,
  keywords,
  type VerdictRow,
  verdicts,
} from "../../schemas/items/records.ts";
import { type Keys, keys, type KeysRow } from "../../schemas/questions/keys.ts";
import {
  type Loss,
  settled,
  shortlist,
  type ShortlistRow,
} from "../../schemas/questions/records.ts";
import { defineStage, made, rejected, type Table } from "../engine/stage.ts";
import { withKeys } from "./candidate-keys.ts";
import { answerIdOf, questionIdOf } from "./candidate-rows.ts";

/** A row's keys with their answer's id, as a list; empty if the candidate has none. */
function keysWithAnswerId(
  { keys: ownKeys, shortlistId, proposalId }: KeysRow,
  shortlistRows: Pick<Table<ShortlistRow>, "get">,
): { readonly ownKeys: Keys; readonly answerId: string }[] {
  const candidate = shortlistRows
    .get(shortlistId)
    .accepted.find(({ number }) => number === ownKeys?.number);
  return ownKeys && candidate
    ? [{ ownKeys, answerId: answerIdOf(proposalId, withKeys(candidate, ownKeys)) }]
    : [];
}

export const unfoldedKeypointsStage = defineStage({
  name: "items/keypoints",
  module: import.meta.filename,
  prompts: [],
  over: keys,
  lookup: { shortlist },
  writes: keypoints,
  each: (row, { tables }) =>
    made(
      keysWithAnswerId(row, tables.shortlist).flatMap(({ ownKeys, answerId }) =>
        ownKeys.keypoints.map((point, index) => ({
          id: `${answerId}/k${index + 1}`,
          answerId,
          language: row.language,
          ...point,
        })),
      ),
    ),
});

export const unfoldedKeywordsStage = defineStage({
  name: "items/keywords",
  module: import.meta.filename,
  prompts: [],
  over: keys,
  lookup: { shortlist },
  writes: keywords,
  each: (row, { tables }) =>
    made(
      keysWithAnswerId(row, tables.shortlist).flatMap(({ ownKeys, answerId }) =>
        ownKeys.keywords
          ? { id: `${answerId}/keywords`, answerId, language: row.language, ...ownKeys.keywords }
          : [],
      ),
    ),
});

/** Accepts each answer, or rejects it for faults found when answers were compared or keys were checked. */
export const unfoldedVerdictsStage = defineStage({
  name: "items/verdicts",
  module: import.meta.filename,
  prompts: [],
  over: answers,
  lookup: { settled, keys },
  writes: verdicts,
  each({ id, question, language }, { tables }) {
    const { originId } = question;
    const isOfQuestion = ({ number }: Loss) => questionIdOf(originId, number) === question.id;
    const losses = [
      ...tables.settled.where("proposalId", originId),
      ...tables.keys.where("proposalId", originId),
    ].flatMap(row => row.losses.filter(isOfQuestion));
    const reasons = losses.map(({ code, detail }) => ({ code, detail }));
    const row: VerdictRow = {
      id: `${id}/verdict`,
      answerId: id,
      questionId: question.id,
      language,
      accepted: reasons.length === 0,
      reasons,
    };
    const [first] = reasons;
    return first ? rejected(first.code, first.detail, [row]) : made([row]);
  },
});
