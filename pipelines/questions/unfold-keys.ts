// Unfolds rows of keys into one row per keypoint and keyword list, and makes one verdict per answer, with its reason.

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
import { withKeys } from "./replaced-evidence.ts";
import { answerIdOf, questionIdOf } from "./candidate-rows.ts";

/** The keys of a row and their answer's id; empty if the candidate got none. */
function keyed(
  { keys: own, shortlistId, proposalId }: KeysRow,
  rows: Pick<Table<ShortlistRow>, "get">,
): { readonly own: Keys; readonly answerId: string }[] {
  const candidate = rows.get(shortlistId).accepted.find(({ number }) => number === own?.number);
  return own && candidate
    ? [{ own, answerId: answerIdOf(proposalId, withKeys(candidate, own)) }]
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
      keyed(row, tables.shortlist).flatMap(({ own, answerId }) =>
        own.keypoints.map((point, index) => ({
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
      keyed(row, tables.shortlist).flatMap(({ own, answerId }) =>
        own.keywords
          ? { id: `${answerId}/keywords`, answerId, language: row.language, ...own.keywords }
          : [],
      ),
    ),
});

/** Accepts each answer, or rejects it for what was found when answers were compared or keys were checked. */
export const unfoldedVerdictsStage = defineStage({
  name: "items/verdicts",
  module: import.meta.filename,
  prompts: [],
  over: answers,
  lookup: { settled, keys },
  writes: verdicts,
  each({ id, question, language }, { tables }) {
    const { originId } = question;
    const isHere = ({ number }: Loss) => questionIdOf(originId, number) === question.id;
    const losses = [
      ...tables.settled.where("proposalId", originId),
      ...tables.keys.where("proposalId", originId),
    ].flatMap(row => row.losses.filter(isHere));
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
