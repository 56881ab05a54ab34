// Prepares a story for requests: numbers sentences across its articles, the withheld one first, and finds the sentences that claims rest on.

import type { ShownArticle } from "../../schemas/crud/stories/prompts.ts";
import type { StoryWithTasks } from "../../schemas/crud/stories/records.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Claim } from "../../schemas/items/records.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered-sentences.ts";

export interface Material {
  readonly language: Language;
  readonly withheld: DocumentRow;
  /** Articles in the corpus, in the order in which they are shown. */
  readonly documents: readonly DocumentRow[];
  /** Sentences of all articles. */
  readonly sentences: readonly PlacedSentence[];
}

export const materialOf = (withheld: DocumentRow, documents: readonly DocumentRow[]): Material => ({
  language: withheld.language,
  withheld,
  documents,
  sentences: numberSentences([withheld, ...documents], withheld.text),
});

/** An article with all its sentences, or only selected ones. */
export function shownArticle(
  { sentences }: Material,
  { id, name, text: documentText, published }: DocumentRow,
  isWanted: (sentence: PlacedSentence) => boolean = () => true,
): Omit<ShownArticle, "number"> {
  return {
    published: published ?? "",
    headline: documentText.includes(name) ? "" : name,
    sentences: sentences
      .filter(sentence => sentence.documentId === id && isWanted(sentence))
      .map(({ number, text }) => ({ number, text })),
  };
}

/** Where an article's own text begins if a headline or byline runs into it: UTF-16 offsets by document id. */
export type Openings = ReadonlyMap<string, number>;

export const openingsOf = (articles: StoryWithTasks["articles"]): Openings =>
  new Map(articles.flatMap(({ documentId, opens }) => (opens ? [[documentId, opens]] : [])));

/** Maximum length of a headline with its byline, in characters. */
const maxHeadlineLength = 200;

/** The offset of these words after a headline or byline; undefined if nothing precedes them or they do not occur. */
export function openingOffset({ text }: DocumentRow, words = ""): number | undefined {
  const offset = text.slice(0, maxHeadlineLength).indexOf(words.trim());
  return offset > 0 ? offset : undefined;
}

/** The material without headlines and bylines before its articles' own texts: nothing may rest on them. */
export const withoutHeadlines = (material: Material, openings: Openings): Material => ({
  ...material,
  sentences: material.sentences.flatMap(sentence => {
    const start = openings.get(sentence.documentId) ?? 0;
    if (start <= sentence.start) return sentence;
    const text = sentence.text.slice(start - sentence.start);
    return start < sentence.end ? { ...sentence, start, text } : [];
  }),
});

const placeOf = ({ documentId, start }: Pick<Span, "documentId" | "start">): string =>
  `${documentId} ${start}`;

/** The places that state these claims. */
export const placesIn = (claims: readonly Claim[]): ReadonlySet<string> =>
  new Set(claims.flatMap(({ spans }) => spans.map(placeOf)));

/** The sentences that state these claims. */
export function sentencesStating(
  claims: readonly Claim[],
  { sentences }: Pick<Material, "sentences">,
): PlacedSentence[] {
  const places = placesIn(claims);
  return sentences.filter(sentence => places.has(placeOf(sentence)));
}

/** The spans that prove a claim. */
export const proofOf = ({ spans, needed }: Claim): readonly Span[] => needed ?? spans;

/** The spans that prove all claims, each place once. */
export const proofOfAll = (claims: readonly Claim[]): Span[] => [
  ...new Map(claims.flatMap(proofOf).map(span => [placeOf(span), span])).values(),
];

/** Joins sentences, in Chinese without spaces. */
export const joinSentences = (texts: readonly string[], language: Language): string =>
  texts
    .map(text => text.trim())
    .join(language === "zh" ? "" : " ")
    .trim();
