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
import { reviewed, type Reviewing } from "./reviewed.ts";
import { answerIdOf, questionIdOf, withKeys } from "./unfolded.ts";
import { reviews } from "../../schemas/questions/review/records.ts";

/** Each question's keys beside its candidate, which rests on what they rest on. */
const pairsOf = (all: readonly Keys[], accepted: readonly Shortlisted[]) =>
  all.flatMap(mine => {
    const candidate = accepted.find(({ number }) => number === mine.number);
    return candidate ? [{ ...mine, candidate: withKeys(candidate, mine) }] : [];
  });

export const unfoldedKeypointsStage = ({ review }: Reviewing) =>
  defineStage({
    name: "items/keypoints",
    module: import.meta.filename,
    prompts: [],
    over: keys,
    lookup: { shortlist, ...(review && { reviews }) },
    writes: keypoints,
    each(row, { tables }) {
      const { shortlistId, proposalId, language } = row;
      const { accepted } = tables.shortlist.get(shortlistId);
      return made(
        pairsOf(reviewed(row, tables).keys, accepted).flatMap(
          ({ candidate, keypoints: points }) => {
            const answerId = answerIdOf(proposalId, candidate);
            return points.map((point, index) => ({
              id: `${answerId}/k${index + 1}`,
              answerId,
              language,
              ...point,
            }));
          },
        ),
      );
    },
  });

export const unfoldedKeywordsStage = ({ review }: Reviewing) =>
  defineStage({
    name: "items/keywords",
    module: import.meta.filename,
    prompts: [],
    over: keys,
    lookup: { shortlist, ...(review && { reviews }) },
    writes: keywords,
    each(row, { tables }) {
      const { shortlistId, proposalId, language } = row;
      const { accepted } = tables.shortlist.get(shortlistId);
      return made(
        pairsOf(reviewed(row, tables).keys, accepted).flatMap(({ candidate, keywords: terms }) => {
          const answerId = answerIdOf(proposalId, candidate);
          return terms === null ? [] : { id: `${answerId}/keywords`, answerId, language, ...terms };
        }),
      );
    },
  });

/** Accepted, or rejected for what was found when both answers were brought together, keys were asked for, or items looked at alone. */
export const unfoldedVerdictsStage = ({ review }: Reviewing) =>
  defineStage({
    name: "items/verdicts",
    module: import.meta.filename,
    prompts: [],
    over: answers,
    lookup: { settled, keys, ...(review && { reviews }) },
    writes: verdicts,
    each({ id, question, language }, { tables }) {
      const { originId } = question;
      const isHere = ({ number }: Loss) => questionIdOf(originId, number) === question.id;
      const losses = [
        ...tables.settled.where("proposalId", originId),
        ...tables.keys.where("proposalId", originId).map(row => reviewed(row, tables)),
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
