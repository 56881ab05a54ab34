// A story as requests show it: sentences numbered through its articles, the withheld one first; and what claims rest on among them.

import type { ShownArticle } from "../../schemas/crud/stories/prompts.ts";
import type { ToldStory } from "../../schemas/crud/stories/records.ts";
import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { Claim } from "../../schemas/items/records.ts";
import { numberSentences, type PlacedSentence } from "../items/numbered.ts";

export interface Material {
  readonly language: Language;
  readonly withheld: DocumentRow;
  /** Of the corpus, in the order in which they are shown. */
  readonly documents: readonly DocumentRow[];
  /** Of all articles. */
  readonly sentences: readonly PlacedSentence[];
}

export const materialOf = (withheld: DocumentRow, documents: readonly DocumentRow[]): Material => ({
  language: withheld.language,
  withheld,
  documents,
  sentences: numberSentences([withheld, ...documents], withheld.text),
});

/** Its sentences, or those of them that are wanted. */
export function shownArticle(
  { sentences }: Material,
  { id, name, text: whole, published }: DocumentRow,
  isWanted: (sentence: PlacedSentence) => boolean = () => true,
): Omit<ShownArticle, "number"> {
  return {
    published: published ?? "",
    headline: whole.includes(name) ? "" : name,
    sentences: sentences
      .filter(sentence => sentence.documentId === id && isWanted(sentence))
      .map(({ number, text }) => ({ number, text })),
  };
}

/** By their ids, where the own texts of articles begin into which a headline or byline runs: UTF-16 offsets. */
export type Openings = ReadonlyMap<string, number>;

export const openingsOf = (articles: ToldStory["articles"]): Openings =>
  new Map(articles.flatMap(({ documentId, opens }) => (opens ? [[documentId, opens]] : [])));

/** No headline with its byline is longer. */
const MAX_HEADLINE = 200;

/** Where those words stand behind a headline or byline; undefined where nothing is before them, or they are not there. */
export function openingOf({ text }: DocumentRow, words = ""): number | undefined {
  const at = text.slice(0, MAX_HEADLINE).indexOf(words.trim());
  return at > 0 ? at : undefined;
}

/** Without what stands before the own texts of its articles: nothing rests on that. */
export const opened = (material: Material, openings: Openings): Material => ({
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

/** Places in which claims are stated. */
export const placesIn = (claims: readonly Claim[]): ReadonlySet<string> =>
  new Set(claims.flatMap(({ spans }) => spans.map(placeOf)));

/** The sentences in which they are. */
export function statedBy(
  claims: readonly Claim[],
  { sentences }: Pick<Material, "sentences">,
): PlacedSentence[] {
  const places = placesIn(claims);
  return sentences.filter(sentence => places.has(placeOf(sentence)));
}

/** What proves a claim. */
export const proofOf = ({ spans, needed }: Claim): readonly Span[] => needed ?? spans;

/** What proves all claims, each place once. */
export const proofOfAll = (claims: readonly Claim[]): Span[] => [
  ...new Map(claims.flatMap(proofOf).map(span => [placeOf(span), span])).values(),
];

/** Sentences one after the other; Chinese ones have no space between them. */
export const joined = (texts: readonly string[], language: Language): string =>
  texts
    .map(text => text.trim())
    .join(language === "zh" ? "" : " ")
    .trim();
