// Proves in code, for a story's tasks, that the corpus states each fact, in enough articles, and that the answer says nothing else.

import type { AnswerParts, StoryReply } from "../../schemas/crud/stories/prompts.ts";
import type { Relation } from "../../schemas/crud/stories/records.ts";
import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Span } from "../../schemas/items/documents.ts";
import type { Claim } from "../../schemas/items/records.ts";
import { type PlacedSentence, spansOf } from "../items/numbered-sentences.ts";
import { provenResults, unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { datesNear } from "../text/news-days.ts";
import { isCountOrOrdinal } from "../text/number-words.ts";
import { removeSpace } from "../text/gram-sets.ts";
import { grams } from "../text/similarity.ts";
import { type Material, proofOf, sentencesStating } from "./story-material.ts";
import { minEventArticles, maxShareOfOneArticle } from "./event-articles.ts";

export interface Fault {
  readonly code: string;
  readonly detail: string;
}
export type Reply = StoryReply;

/** Minimum number of facts in a summary or continuation; fewer fit in a single line. */
const minFacts = 5;
/** Minimum share of a fact's trigrams that the input must have to count as stating it. */
const minGivenShare = 0.8;

export const fault = (code: string, detail: string): Fault => ({ code, detail });
export const isFault = (value: object): value is Fault => "code" in value;

/** Ids of the articles that a task may rest on. */
export function usableArticles(
  { documents }: Material,
  articles: Reply["articles"],
  relations: readonly Relation[],
): ReadonlySet<string> {
  const relationOf = new Map(articles.map(({ number, tells }) => [number, tells]));
  return new Set(
    documents.flatMap(({ id }, index) =>
      relations.includes(relationOf.get(index + 1) ?? "unrelated") ? id : [],
    ),
  );
}

/** The share of a text's n-grams (trigrams by default) that another text contains. */
export const gramShareOf = (part: string, whole: string, n?: number): number => {
  const [ownGrams, wholeGrams] = [[...grams(part, n)], grams(whole, n)];
  return ownGrams.length === 0
    ? 0
    : ownGrams.filter(gram => wholeGrams.has(gram)).length / ownGrams.length;
};

/** Sentences as sources of values: their texts, and the days that they may refer to. */
export const sourceTexts = (citedSentences: readonly PlacedSentence[]): string[] => [
  ...citedSentences.map(({ text }) => text),
  ...citedSentences.map(datesNear),
];

/** Whether a number, with the word before it, is part of a name in the material: "3" in "Model 3", "01" in "极石01", "第34" in "河湾市第34中学". */
export function isPartOfName(
  text: string,
  value: string,
  sentences: readonly PlacedSentence[],
): boolean {
  if (!/^第?\d{1,4}$/.test(value)) return false;
  const namePattern = new RegExp(
    `(?:\\p{Script=Latin}+[\\s-]?|\\p{Script=Han}{2})${value}(?!\\d)`,
    "gu",
  );
  const names = [...text.matchAll(namePattern)].map(([name]) => fold(name));
  return (
    names.length > 0 &&
    names.every(name => sentences.some(sentence => fold(sentence.text).includes(name)))
  );
}

/** What a claim may say without citing a sentence: derived values, and what the input tells the system. */
interface TaskInput {
  readonly derivations?: readonly Derivation[];
  readonly input?: string;
}

/** An answer's parts as claims with spans, or a fault if a part cites nothing usable, or cites sentences without its values. */
export function provenClaims(
  parts: AnswerParts,
  material: Material,
  usableIds: ReadonlySet<string>,
  { derivations = [], input = "" }: TaskInput = {},
): Claim[] | Fault {
  const { sentences, language } = material;
  const citedFrom = (numbers: readonly number[]) =>
    sentences.filter(
      ({ number, documentId }) => numbers.includes(number) && usableIds.has(documentId),
    );
  // A computed value may use values from other sentences that the answer cites.
  const allSources = [...sourceTexts(citedFrom(parts.flatMap(part => part.sentences))), input];
  const results = provenResults(derivations, allSources, language);
  const claims: Claim[] = [];
  const placesOf = (citedSentences: readonly PlacedSentence[]) =>
    spansOf(
      citedSentences.map(({ number }) => number),
      sentences,
    );
  for (const { text, sentences: numbers, also = [] } of parts) {
    const citedSentences = citedFrom(numbers);
    if (citedSentences.length === 0) return fault("not-in-corpus", `No article states "${text}".`);
    const missingValues = unsupportedValues(
      text,
      [...sourceTexts(citedSentences), input, ...results],
      [],
      language,
    ).filter(value => !isCountOrOrdinal(value) && !isPartOfName(text, value, sentences));
    if (missingValues.length > 0)
      return fault("unsupported-value", `"${text}": no sentence says ${missingValues.join(", ")}.`);
    const needed = placesOf(citedSentences);
    claims.push({ claim: text.trim(), spans: placesOf(citedFrom([...numbers, ...also])), needed });
  }
  return claims;
}

const documentsOf = (spans: readonly Span[]): string[] => [
  ...new Set(spans.map(({ documentId }) => documentId)),
];

/** The documents that the proofs of these claims need. */
export const documentsNeeded = (claims: readonly Claim[]): string[] =>
  documentsOf(claims.flatMap(proofOf));

const isStatedIn =
  (id: string) =>
  ({ spans }: Claim) =>
    spans.some(({ documentId }) => documentId === id);

/** A claim as one article states it; undefined if the article has neither the whole proof nor a sentence that says the same thing. */
function asStatedIn(id: string, claim: Claim): Claim | undefined {
  const isIn = ({ documentId }: Span) => documentId === id;
  const proof = proofOf(claim);
  const spans = claim.spans.filter(isIn);
  const otherProof = spans.filter(
    span => !proof.some(one => one.documentId === id && one.start === span.start),
  );
  const needed = proof.every(isIn) ? [...proof] : otherProof.slice(0, 1);
  return needed.length === 0 ? undefined : { claim: claim.claim, spans, needed };
}

/** All claims as one article states them; undefined if no article states all. */
export function claimsOfOneArticle(claims: readonly Claim[]): Claim[] | undefined {
  for (const id of documentsOf(claims.flatMap(({ spans }) => spans))) {
    const stated = claims.flatMap(claim => asStatedIn(id, claim) ?? []);
    if (stated.length === claims.length) return stated;
  }
  return undefined;
}

/** The fault if there are fewer than five facts beyond the input, or if one article states too many of them. */
export function spreadFault(claims: readonly Claim[], input: string): Fault | undefined {
  const soughtClaims = claims.filter(({ claim }) => gramShareOf(claim, input) < minGivenShare);
  if (soughtClaims.length < minFacts)
    return fault("too-few-facts", `Too few facts beyond the input: ${soughtClaims.length}.`);
  const documentIds = documentsOf(soughtClaims.flatMap(({ spans }) => spans));
  if (documentIds.length < minEventArticles)
    return fault("one-article", "One article states all of it.");
  const maxShare =
    Math.max(...documentIds.map(id => soughtClaims.filter(isStatedIn(id)).length)) /
    soughtClaims.length;
  return maxShare > maxShareOfOneArticle
    ? fault("one-article", `One article states ${Math.round(maxShare * 100)}% of it.`)
    : undefined;
}

/** Whether a claim needs an article: no other article states it, or the others that prove it lack one of its values. */
function needsDocument(
  id: string,
  { claim, spans, needed }: Claim,
  { sentences, language }: Material,
) {
  if (spans.every(span => span.documentId === id)) return true;
  if (needed === undefined || needed.length < spans.length) return false;
  if (!spans.some(span => span.documentId === id)) return false;
  const otherSentences = sentencesStating(
    [{ claim, spans: spans.filter(span => span.documentId !== id) }],
    {
      sentences,
    },
  );
  return unsupportedValues(claim, sourceTexts(otherSentences), [], language).some(
    value => !isCountOrOrdinal(value),
  );
}

/** The fault if an article adds nothing to the others. */
export function unneededFault(claims: readonly Claim[], material: Material): Fault | undefined {
  const ids = documentsNeeded(claims);
  if (ids.length < minEventArticles) return fault("one-article", "One article answers it.");
  const unneededId = ids.find(id => !claims.some(claim => needsDocument(id, claim, material)));
  return unneededId === undefined
    ? undefined
    : fault("document-not-needed", `${unneededId} states nothing that the others do not.`);
}

/** A beginning, which must be in the withheld article and stop at a sentence end; headlines before it may be left out. */
export function provenBeginning(
  beginning: string,
  { withheld, sentences }: Material,
): string | Fault {
  const beginningText = removeSpace(beginning);
  const endsSentence = sentences.some(
    ({ documentId, end }) =>
      documentId === withheld.id &&
      removeSpace(withheld.text.slice(0, end)).endsWith(beginningText),
  );
  return endsSentence && beginningText !== ""
    ? withClosedQuotes(beginning.trim())
    : fault(
        "not-verbatim",
        "The beginning is not a passage of the article that stops at a sentence end.",
      );
}

function withClosedQuotes(text: string): string | Fault {
  const count = (mark: string) => text.split(mark).length - 1;
  const isOpen = count("“") > count("”") || count("「") > count("」") || count('"') % 2 === 1;
  return isOpen ? fault("in-quotation", "The beginning stops within a quotation.") : text;
}
