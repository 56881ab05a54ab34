// Turns a reply with candidates into a row, or into a second request with reasons, whatever material was read.

import type { Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Brief, MaterialRow, ProposalRow } from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import type { Proposed } from "./proposals.ts";

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

/** The same function, remembering its last reply, so that a checked reply is not judged again when it is stored. */
export function rememberLast<Own>(judge: (reply: Own) => Proposed): (reply: Own) => Proposed {
  let last: { readonly reply: Own; readonly proposed: Proposed } | undefined;
  return reply => {
    if (last?.reply !== reply) last = { reply, proposed: judge(reply) };
    return last.proposed;
  };
}

/** Complains once if fewer than half of the candidates are usable; a poor material may yield few, and one that yields none is not pressed. */
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

/** The row of a material's proposals. */
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
