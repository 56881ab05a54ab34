// What becomes of a reply with candidates, whatever material was read: a row, or a second request with reasons.

import type { Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief, MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import type { Proposed } from "./proposed.ts";

/** The numbers of the sentences that stand there. */
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

/** The same, but a reply that was checked is not judged again to be kept. */
export function judgedOnce<Own>(judge: (reply: Own) => Proposed): (reply: Own) => Proposed {
  let last: { readonly reply: Own; readonly proposed: Proposed } | undefined;
  return reply => {
    if (last?.reply !== reply) last = { reply, proposed: judge(reply) };
    return last.proposed;
  };
}

/** Asked again once where fewer than half of what was proposed can stand: a poor material may bear few, and one that bears none is not pressed. */
export function checkOnce<Own extends { readonly candidates: readonly unknown[] }>(
  judge: (reply: Own) => Proposed,
  language: Language,
  count: number,
) {
  let asked = false;
  return (reply: Own): string | undefined => {
    const { candidates, losses } = judge(reply);
    const enough = Math.min(count, reply.candidates.length) / 2;
    if (asked || candidates.length >= enough) return undefined;
    asked = true;
    return tooFew[language](
      losses.map(({ number, detail }) => `- ${number}: ${detail}`).join("\n"),
    );
  };
}

/** What a request on a material proposed. */
export function toProposal(
  material: MaterialRow,
  proposed: Proposed,
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
