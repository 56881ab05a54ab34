// Computes the measures of a settled candidate.

import type { Measures } from "../../schemas/items/measures.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Candidate, Reading } from "../../schemas/questions/records.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { words } from "../text/segment.ts";

/** Counts runs of adjacent sentences of one document. */
export function countPassages(
  numbers: readonly number[],
  sentences: readonly Pick<PlacedSentence, "number" | "documentId">[],
): number {
  const chosen = sentences.filter(({ number }) => numbers.includes(number));
  return chosen.filter(({ number, documentId }) => {
    const before = chosen.find(each => each.number === number - 1);
    return before?.documentId !== documentId;
  }).length;
}

/** Ranks sentences by BM25 with the question's words; returns the best rank (from 1) among these sentences, or null if none is found. */
export function rankSentences(
  sentences: readonly Pick<PlacedSentence, "number" | "text">[],
  language: Language,
): (question: string, numbers: readonly number[]) => number | null {
  const index = buildBm25(
    sentences.map(({ number, text }) => ({ id: String(number), tokens: words(text, language) })),
  );
  return (question, numbers) => {
    const at = index
      .search(words(question, language), sentences.length)
      .findIndex(({ id }) => numbers.includes(Number(id)));
    return at < 0 ? null : at + 1;
  };
}

export interface MeasuredCandidate {
  readonly candidate: Pick<Candidate, "asker" | "mark" | "question">;
  readonly reading: Pick<Reading, "worth" | "known"> | undefined;
  readonly numbers: readonly number[];
  readonly proof: Measures["proof"];
}

/** The measures of a candidate's evidence that depend on its place in the material. */
export function measuringPlaces(
  sentences: readonly PlacedSentence[],
  language: Language,
): (question: string, numbers: readonly number[]) => Pick<Measures, "passages" | "lexicalRank"> {
  const rankOf = rankSentences(sentences, language);
  return (question, numbers) => ({
    passages: numbers.length === 0 ? null : countPassages(numbers, sentences),
    lexicalRank: rankOf(question, numbers),
  });
}

/** Measures the candidates of one material. */
export function measuring(
  sentences: readonly PlacedSentence[],
  { language, link, weight }: { language: Language; link: { sure: number } | null; weight: number },
): (measured: MeasuredCandidate) => Measures {
  const placesOf = measuringPlaces(sentences, language);
  return ({ candidate: { asker, mark, question }, reading, numbers, proof }) => ({
    proof,
    asker: asker === "" ? null : asker,
    proposed: mark,
    read: reading?.worth ?? null,
    right: null,
    alone: null,
    known: reading?.known ?? null,
    ...placesOf(question, numbers),
    linked: link?.sure ?? null,
    weight,
  });
}
