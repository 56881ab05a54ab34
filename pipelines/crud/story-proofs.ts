// What code proves of a story's tasks: that each fact stands in the corpus, in how many articles, and that the answer says nothing else.

import type { Parts, StoryReply } from "../../schemas/crud/stories/prompts.ts";
import type { Relation } from "../../schemas/crud/stories/records.ts";
import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Span } from "../../schemas/items/documents.ts";
import type { Claim } from "../../schemas/items/records.ts";
import { type PlacedSentence, spansOf } from "../items/numbered.ts";
import { provenResults, unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { daysNear } from "../text/news-days.ts";
import { isCounted } from "../text/number-words.ts";
import { grams } from "../text/similarity.ts";
import { type Material, proofOf, statedBy } from "./story-material.ts";
import { MIN_TELLERS, MAX_OF_ONE } from "./telling.ts";

export interface Fault {
  readonly code: string;
  readonly detail: string;
}
export type Reply = StoryReply;

/** A summary or continuation of fewer facts is found in a line. */
const MIN_FACTS = 5;
/** A fact with so many of its trigrams in the input is given by it. */
const GIVEN = 0.8;

export const fault = (code: string, detail: string): Fault => ({ code, detail });
export const isFault = (value: object): value is Fault => "code" in value;

/** Articles by their ids that a task may rest on. */
export function usable(
  { documents }: Material,
  articles: Reply["articles"],
  relations: readonly Relation[],
): ReadonlySet<string> {
  const told = new Map(articles.map(({ number, tells }) => [number, tells]));
  return new Set(
    documents.flatMap(({ id }, at) =>
      relations.includes(told.get(at + 1) ?? "unrelated") ? id : [],
    ),
  );
}

/** How much of a text's n-grams another has; trigrams where it is not said. */
export const shareOf = (part: string, whole: string, n?: number): number => {
  const [own, all] = [[...grams(part, n)], grams(whole, n)];
  return own.length === 0 ? 0 : own.filter(gram => all.has(gram)).length / own.length;
};

/** The sentences with those numbers, as sources of values: their texts, and the days that they may mean. */
export const sourcesOf = (cited: readonly PlacedSentence[]): string[] => [
  ...cited.map(({ text }) => text),
  ...cited.map(daysNear),
];

/** The "3" of "Model 3", the "01" of "极石01", the "第34" of "河湾市第34中学": with the word before it a number that the material knows. */
export function isOfName(
  text: string,
  value: string,
  sentences: readonly PlacedSentence[],
): boolean {
  if (!/^第?\d{1,4}$/.test(value)) return false;
  const named = new RegExp(`(?:\\p{Script=Latin}+[\\s-]?|\\p{Script=Han}{2})${value}(?!\\d)`, "gu");
  const names = [...text.matchAll(named)].map(([name]) => fold(name));
  return (
    names.length > 0 && names.every(name => sentences.some(one => fold(one.text).includes(name)))
  );
}

/** What a claim may say without a sentence: what follows from values, and what a system is told. */
interface TaskInput {
  readonly derivations?: readonly Derivation[];
  readonly input?: string;
}

/** What is said as claims with spans; a fault where one cites what is not there, or what does not have its values. */
export function provenClaims(
  parts: Parts,
  material: Material,
  isUsable: ReadonlySet<string>,
  { derivations = [], input = "" }: TaskInput = {},
): Claim[] | Fault {
  const { sentences, language } = material;
  const citedBy = (numbers: readonly number[]) =>
    sentences.filter(
      ({ number, documentId }) => numbers.includes(number) && isUsable.has(documentId),
    );
  // What is reckoned may rest on values of other sentences that the answer cites.
  const all = [...sourcesOf(citedBy(parts.flatMap(part => part.sentences))), input];
  const results = provenResults(derivations, all, language);
  const claims: Claim[] = [];
  const placesOf = (cited: readonly PlacedSentence[]) =>
    spansOf(
      cited.map(({ number }) => number),
      sentences,
    );
  for (const { text, sentences: numbers, also = [] } of parts) {
    const cited = citedBy(numbers);
    if (cited.length === 0) return fault("not-in-corpus", `No article states "${text}".`);
    const missing = unsupportedValues(
      text,
      [...sourcesOf(cited), input, ...results],
      [],
      language,
    ).filter(value => !isCounted(value) && !isOfName(text, value, sentences));
    if (missing.length > 0)
      return fault("unsupported-value", `"${text}": no sentence says ${missing.join(", ")}.`);
    const needed = placesOf(cited);
    claims.push({ claim: text.trim(), spans: placesOf(citedBy([...numbers, ...also])), needed });
  }
  return claims;
}

const documentsOf = (spans: readonly Span[]): string[] => [
  ...new Set(spans.map(({ documentId }) => documentId)),
];

/** Those without which a claim lacks its proof. */
export const documentsNeeded = (claims: readonly Claim[]): string[] =>
  documentsOf(claims.flatMap(proofOf));

const holds =
  (id: string) =>
  ({ spans }: Claim) =>
    spans.some(({ documentId }) => documentId === id);

/** A claim as one article states it; undefined where that has not all of its proof, nor a sentence that says the same. */
function asStatedIn(id: string, claim: Claim): Claim | undefined {
  const isIn = ({ documentId }: Span) => documentId === id;
  const proof = proofOf(claim);
  const spans = claim.spans.filter(isIn);
  const others = spans.filter(
    span => !proof.some(one => one.documentId === id && one.start === span.start),
  );
  const needed = proof.every(isIn) ? [...proof] : others.slice(0, 1);
  return needed.length === 0 ? undefined : { claim: claim.claim, spans, needed };
}

/** All claims where one article states them; undefined where none has all. */
export function ofOneArticle(claims: readonly Claim[]): Claim[] | undefined {
  for (const id of documentsOf(claims.flatMap(({ spans }) => spans))) {
    const stated = claims.flatMap(claim => asStatedIn(id, claim) ?? []);
    if (stated.length === claims.length) return stated;
  }
  return undefined;
}

/** Five facts that the input does not give, told by two articles at least, none of which tells more than its part. */
export function spreadFault(claims: readonly Claim[], input: string): Fault | undefined {
  const sought = claims.filter(({ claim }) => shareOf(claim, input) < GIVEN);
  if (sought.length < MIN_FACTS)
    return fault("too-few-facts", `${sought.length} facts beyond what the input gives.`);
  const tellers = documentsOf(sought.flatMap(({ spans }) => spans));
  if (tellers.length < MIN_TELLERS) return fault("one-article", "One article tells all of it.");
  const most = Math.max(...tellers.map(id => sought.filter(holds(id)).length)) / sought.length;
  return most > MAX_OF_ONE
    ? fault("one-article", `One article tells ${Math.round(most * 100)} % of it.`)
    : undefined;
}

/** Whether a claim cannot do without an article: no other tells it, or those that prove it with that one lack a value of it. */
function takes(id: string, { claim, spans, needed }: Claim, { sentences, language }: Material) {
  if (spans.every(span => span.documentId === id)) return true;
  if (needed === undefined || needed.length < spans.length) return false;
  if (!spans.some(span => span.documentId === id)) return false;
  const others = statedBy([{ claim, spans: spans.filter(span => span.documentId !== id) }], {
    sentences,
  });
  return unsupportedValues(claim, sourcesOf(others), [], language).some(value => !isCounted(value));
}

/** Each article has something that the others do not tell. */
export function idleFault(claims: readonly Claim[], material: Material): Fault | undefined {
  const ids = documentsNeeded(claims);
  if (ids.length < MIN_TELLERS) return fault("one-article", "One article answers it.");
  const idle = ids.find(id => !claims.some(claim => takes(id, claim, material)));
  return idle === undefined
    ? undefined
    : fault("document-not-needed", `${idle} tells nothing that the others do not.`);
}

export const withoutSpace = (text: string) => text.replace(/\s+/g, "");

/** A beginning that stands in the withheld article and stops where a sentence does; headlines before it may be left out. */
export function provenBeginning(
  beginning: string,
  { withheld, sentences }: Material,
): string | Fault {
  const wanted = withoutSpace(beginning);
  const stops = sentences.some(
    ({ documentId, end }) =>
      documentId === withheld.id && withoutSpace(withheld.text.slice(0, end)).endsWith(wanted),
  );
  return stops && wanted !== ""
    ? quotesClosed(beginning.trim())
    : fault("not-verbatim", "The beginning is not a stretch of the article that ends a sentence.");
}

function quotesClosed(text: string): string | Fault {
  const count = (sign: string) => text.split(sign).length - 1;
  const isOpen = count("“") > count("”") || count("「") > count("」") || count('"') % 2 === 1;
  return isOpen ? fault("in-quotation", "The beginning stops within a quotation.") : text;
}
