// The texts of an item that state values, before and after a change.

import type { Span } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { canonicalAt, type Change } from "./fact-changes.ts";
import { type Corpus, type Place, readWithNames } from "./twin-corpus.ts";
import { rewrite } from "./rewrite-value.ts";
import { mayBeSameDetail, type StatedDetail } from "../text/changeable-details.ts";

/** An item with the values it states, read once. */
export interface ItemTexts {
  readonly item: ItemRow;
  readonly names: readonly string[];
  readonly question: readonly StatedDetail[];
  /** Values in the answer, claims and known wrong answers. */
  readonly answerDetails: readonly StatedDetail[];
  /** Values in the sentences of its evidence. */
  readonly evidence: readonly Place[];
  /** For a list, count or extreme across the corpus: the leaves that its answer was collected from, in any document. */
  readonly leaves: ReadonlySet<string>;
}

/** All spans that an item is based on. */
export const spansOf = ({ evidence, keypoints, keywords }: ItemRow): Span[] => [
  ...evidence.map(({ span }) => span),
  ...keypoints.flatMap(({ spans }) => spans),
  ...(keywords?.fine.flatMap(list => list.map(({ span }) => span)) ?? []),
];

export function readItem(corpus: Corpus, item: ItemRow, leaves: ReadonlySet<string>): ItemTexts {
  const { language } = item;
  const spans = spansOf(item);
  const ids = [...new Set([...item.documentIds, ...spans.map(({ documentId }) => documentId)])];
  const places = ids.flatMap(documentId =>
    (corpus.documents.get(documentId)?.details ?? []).map(detail => ({
      documentId,
      detail,
    })),
  );
  const names = places.flatMap(({ detail }) => (detail.kind === "name" ? [detail.canonical] : []));
  const readDetails = (text: string) => readWithNames(text, language, names);
  const statements = [
    item.answer,
    ...item.keypoints.map(({ claim }) => claim),
    ...(item.wrongAnswers ?? []).map(({ answer }) => answer),
  ];
  return {
    item,
    names: [...new Set(names)],
    question: readDetails(item.question),
    answerDetails: statements.flatMap(readDetails),
    evidence: places.filter(place => spans.some(span => isWithin(place, span))),
    leaves,
  };
}

const isWithin = ({ documentId, detail }: Place, span: Span): boolean =>
  span.documentId === documentId && detail.start >= span.start && detail.end <= span.end;

/** The change that affects a value in an item's text; undefined if the value stays. */
export const changeOf = (detail: StatedDetail, changes: readonly Change[]): Change | undefined =>
  changes.find(({ fact }) => fact.places.some(place => mayBeSameDetail(place.detail, detail)));

interface WordingOptions {
  readonly language: "zh" | "en";
  readonly names: readonly string[];
}

/** The text with every changed value rewritten; undefined if one of them cannot be written in its form. */
export function rewriteValues(
  text: string,
  changes: readonly Change[],
  { language, names }: WordingOptions,
): string | undefined {
  let rewrittenText = text;
  for (const detail of readWithNames(text, language, names).reverse()) {
    const change = changeOf(detail, changes);
    if (change === undefined) continue;
    const canonical = canonicalAt(change, detail);
    const edit = canonical === undefined ? undefined : rewrite(detail, canonical);
    if (edit === undefined) return undefined;
    rewrittenText = rewrittenText.slice(0, edit.start) + edit.text + rewrittenText.slice(edit.end);
  }
  return rewrittenText;
}
