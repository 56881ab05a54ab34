// Turns a reply with candidates into a row, or into a rejection with reasons, for any kind of material.

import type { Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief, MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import type { ProposedCandidates } from "./proposals.ts";

/** The numbers of the sentences that overlap these spans. */
export const sentencesAt = (
  spans: readonly Span[],
  sentences: readonly PlacedSentence[],
): number[] =>
  sentences
    .filter(sentence =>
      spans.some(
        span =>
          span.documentId === sentence.documentId &&
          span.start < sentence.end &&
          sentence.start < span.end,
      ),
    )
    .map(({ number }) => number);

const tooFew = {
  zh: (reasons: string) => `可用的题目太少。不能用的原因：\n${reasons}`,
  en: (reasons: string) => `Too few of these questions can be used. What is wrong:\n${reasons}`,
};

/** Caches the result for the last reply, so that a checked reply is not converted again when it is stored. */
export function memoizeLast<Reply>(
  toCandidates: (reply: Reply) => ProposedCandidates,
): (reply: Reply) => ProposedCandidates {
  let cache: { readonly reply: Reply; readonly proposed: ProposedCandidates } | undefined;
  return reply => {
    if (cache?.reply !== reply) cache = { reply, proposed: toCandidates(reply) };
    return cache.proposed;
  };
}

/** Rejects a reply once if fewer than half of the proposed candidates are usable. A poor material may yield few; an empty reply is accepted at once. */
export function checkOnce<Reply extends { readonly candidates: readonly unknown[] }>(
  toCandidates: (reply: Reply) => ProposedCandidates,
  language: Language,
  count: number,
) {
  let hasComplained = false;
  return (reply: Reply): string | undefined => {
    const { candidates, losses } = toCandidates(reply);
    const minUsable = Math.min(count, reply.candidates.length) / 2;
    if (hasComplained || candidates.length >= minUsable) return undefined;
    hasComplained = true;
    return tooFew[language](
      losses.map(({ number, detail }) => `- ${number}: ${detail}`).join("\n"),
    );
  };
}

/** The row of a material's proposals. */
export function toProposal(
  material: MaterialRow,
  proposed: ProposedCandidates,
  briefs: Brief[],
): ProposalRow {
  const { id, language, domain, documentIds, scope, link, weight } = material;
  const questions = proposed.candidates.map(({ question }) => question);
  return {
    id: rowId("proposal", id, ...questions),
    language,
    domain,
    materialId: id,
    documentIds,
    scope,
    ...proposed,
    briefs,
    link,
    weight,
  };
}
