// Unfolds keypoints and keywords, a row a material, into a row each; and one verdict an answer, with its reason.

import {
  answers,
  keypoints,
  keywords,
  type VerdictRow,
  verdicts,
} from "../../schemas/items/records.ts";
import {
  type Keys,
  keys,
  type Loss,
  settled,
  type Shortlisted,
  shortlist,
} from "../../schemas/questions/records.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { answerIdOf, questionIdOf, withKeys } from "./unfolded.ts";

/** Each question's keys beside its candidate, which rests on what they rest on. */
const pairsOf = (all: readonly Keys[], accepted: readonly Shortlisted[]) =>
  all.flatMap(mine => {
    const candidate = accepted.find(({ number }) => number === mine.number);
    return candidate ? [{ ...mine, candidate: withKeys(candidate, mine) }] : [];
  });

export const unfoldedKeypointsStage = defineStage({
  name: "items/keypoints",
  module: import.meta.filename,
  prompts: [],
  over: keys,
  lookup: { shortlist },
  writes: keypoints,
  each({ shortlistId, proposalId, language, keys: all }, { tables }) {
    const { accepted } = tables.shortlist.get(shortlistId);
    return made(
      pairsOf(all, accepted).flatMap(({ candidate, keypoints: points }) => {
        const answerId = answerIdOf(proposalId, candidate);
        return points.map((point, index) => ({
          id: `${answerId}/k${index + 1}`,
          answerId,
          language,
          ...point,
        }));
      }),
    );
  },
});

export const unfoldedKeywordsStage = defineStage({
  name: "items/keywords",
  module: import.meta.filename,
  prompts: [],
  over: keys,
  lookup: { shortlist },
  writes: keywords,
  each({ shortlistId, proposalId, language, keys: all }, { tables }) {
    const { accepted } = tables.shortlist.get(shortlistId);
    return made(
      pairsOf(all, accepted).flatMap(({ candidate, keywords: terms }) => {
        const answerId = answerIdOf(proposalId, candidate);
        return terms === null ? [] : { id: `${answerId}/keywords`, answerId, language, ...terms };
      }),
    );
  },
});

/** Accepted, or rejected for what was found when both answers were brought together or keys were asked for. */
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
