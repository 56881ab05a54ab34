// Computes the measures of a settled candidate.

import type { Measures } from "../../schemas/items/measures.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Candidate, Reading } from "../../schemas/questions/records.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { searchTokens } from "../text/segment.ts";

/** Counts runs of adjacent sentences of one document. */
export function countPassages(
  numbers: readonly number[],
  sentences: readonly Pick<PlacedSentence, "number" | "documentId">[],
): number {
  const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
  return citedSentences.filter(({ number, documentId }) => {
    const previous = citedSentences.find(each => each.number === number - 1);
    return previous?.documentId !== documentId;
  }).length;
}

/** Returns a function that ranks the sentences by BM25 with a question's words and gives the best rank (from 1) among the numbered ones; null if none of them is found. */
export function rankSentences(
  sentences: readonly Pick<PlacedSentence, "number" | "text">[],
  language: Language,
): (question: string, numbers: readonly number[]) => number | null {
  const bm25 = buildBm25(
    sentences.map(({ number, text }) => ({
      id: String(number),
      tokens: searchTokens(text, language),
    })),
  );
  return (question, numbers) => {
    const index = bm25
      .search(searchTokens(question, language), sentences.length)
      .findIndex(({ id }) => numbers.includes(Number(id)));
    return index < 0 ? null : index + 1;
  };
}

/** What a candidate's measures are computed from. */
export interface MeasuredCandidate {
  readonly candidate: Pick<Candidate, "asker" | "mark" | "question">;
  readonly reading: Pick<Reading, "worth" | "known"> | undefined;
  readonly numbers: readonly number[];
  readonly proof: Measures["proof"];
}

/** Measures what depends on where a candidate's evidence is in the material. */
export function placeMeasurer(
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
export function candidateMeasurer(
  sentences: readonly PlacedSentence[],
  { language, link, weight }: { language: Language; link: { sure: number } | null; weight: number },
): (measured: MeasuredCandidate) => Measures {
  const measurePlaces = placeMeasurer(sentences, language);
  return ({ candidate: { asker, mark, question }, reading, numbers, proof }) => ({
    proof,
    asker: asker === "" ? null : asker,
    proposed: mark,
    read: reading?.worth ?? null,
    right: null,
    alone: null,
    known: reading?.known ?? null,
    ...measurePlaces(question, numbers),
    linked: link?.sure ?? null,
    weight,
  });
}
