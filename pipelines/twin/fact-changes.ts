// A change to one fact: the new text at each of its places, and whether the change is allowed.

import { decimalsOf } from "../text/decimal.ts";
import { dateParts } from "../text/dates.ts";
import type { Fact, Place, DocumentWithDetails } from "./twin-corpus.ts";
import { type Edit, rewrite } from "./rewrite-value.ts";
import { compareDetails, mayBeSameDetail, type StatedDetail } from "../text/changeable-details.ts";

/** `canonical` is the new value in place of `fact.detail`. */
export interface Change {
  readonly fact: Fact;
  readonly canonical: string;
}

export interface DocumentEdit extends Edit {
  readonly documentId: string;
}

/** The new value at a place of the fact, in that place's unit and precision; undefined if it cannot be expressed. */
export function canonicalAt({ fact, canonical }: Change, detail: StatedDetail): string | undefined {
  if (detail.canonical === fact.detail.canonical) return canonical;
  if (detail.kind === "date") return dateAt(detail.canonical, fact.detail.canonical, canonical);
  const [number = "", unit = ""] = detail.canonical.split(" ");
  const [before, after] = [fact.detail.canonical, canonical].map(value =>
    Number(value.split(" ")[0]),
  );
  const factor = (after ?? 0) / (before ?? 0);
  if (!Number.isFinite(factor) || detail.kind === "name" || detail.kind === "version")
    return undefined;
  const newNumber = Number((Number(number) * factor).toFixed(decimalsOf(number) + 2));
  return `${newNumber} ${unit}`.trim();
}

/** The new date, with a year only if the place has one. */
function dateAt(date: string, before: string, after: string): string | undefined {
  const [ownParts, oldParts, other] = [dateParts(date), dateParts(before), dateParts(after)];
  const isSameDay = ownParts?.month === oldParts?.month && ownParts?.day === oldParts?.day;
  if (
    !isSameDay ||
    other?.month === undefined ||
    (ownParts?.year && oldParts?.year && ownParts.year !== oldParts.year)
  )
    return undefined;
  return `${ownParts?.year ?? "-"}-${other.month}${other.day === undefined ? "" : `-${other.day}`}`;
}

/** The value stated there after the change. */
export function detailAfter(change: Change, detail: StatedDetail): StatedDetail | undefined {
  const canonical = canonicalAt(change, detail);
  return canonical === undefined ? undefined : { ...detail, canonical };
}

/** The edits at all its places; undefined if one of them cannot be written. */
export function editsOf(change: Change): DocumentEdit[] | undefined {
  const edits = change.fact.places.map(({ documentId, detail }) => {
    const canonical = canonicalAt(change, detail);
    const edit = canonical === undefined ? undefined : rewrite(detail, canonical);
    return edit && { ...edit, documentId };
  });
  return edits.some(edit => edit === undefined) ? undefined : edits.flatMap(edit => edit ?? []);
}

/** The new text at its first place. */
export function newTextOf({ fact: { detail }, canonical }: Change): string {
  const edit = rewrite({ ...detail, start: 0, end: detail.text.length }, canonical);
  return edit
    ? detail.text.slice(0, edit.start) + edit.text + detail.text.slice(edit.end)
    : detail.text;
}

/** Distance in characters within which values belong together, so that a reader sees their order. */
const nearDistance = 120;
/** Kinds whose order matters throughout the document. */
const orderedKinds = /^(?:date|version)$/;

const isPlaceOf = ({ places }: Fact, documentId: string, detail: StatedDetail): boolean =>
  places.some(place => place.documentId === documentId && place.detail.start === detail.start);

/** Whether the new value differs from all other values in the documents, and the order of neighbouring values stays the same. */
export function keepsValuesDistinctAndOrdered(
  change: Change,
  detailsOf: (document: DocumentWithDetails) => readonly StatedDetail[],
): boolean {
  const { fact } = change;
  return fact.documents.every(document => {
    const documentId = document.row.id;
    const others = detailsOf(document).filter(detail => !isPlaceOf(fact, documentId, detail));
    const places = fact.places.filter(place => place.documentId === documentId);
    const after = detailAfter(change, fact.detail);
    if (after === undefined || others.some(newParts => mayBeSameDetail(after, newParts)))
      return false;
    return places.every(place => keepsOrder(change, place, others));
  });
}

function keepsOrder(change: Change, { detail }: Place, others: readonly StatedDetail[]): boolean {
  const after = detailAfter(change, detail);
  if (after === undefined) return false;
  return others.every(other => {
    const isComparable =
      orderedKinds.test(detail.kind) || Math.abs(other.start - detail.start) < nearDistance;
    return (
      !isComparable ||
      mayBeSameDetail(detail, other) ||
      compareDetails(detail, other) === compareDetails(after, other)
    );
  });
}

const weekday = /(?:星期|礼拜|周)[一二三四五六日天]|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/;
const article = /\b(an?) $/i;
const isVowel = (character: string | undefined) => /[aeiou]/i.test(character ?? "");

/** Whether the new text fits the words around each place: a date must not have its weekday next to it, and "a" or "an" must remain right. */
export function fitsContext({ fact, canonical }: Change): boolean {
  const textOf = new Map(fact.documents.map(({ row }) => [row.id, row.text]));
  return fact.places.every(({ documentId, detail: { start, end, text } }) => {
    const documentText = textOf.get(documentId) ?? "";
    const context =
      documentText.slice(Math.max(0, start - 14), start) + documentText.slice(end, end + 14);
    if (fact.detail.kind === "date") return !weekday.test(context);
    const hasArticle =
      fact.detail.kind === "name" &&
      article.test(documentText.slice(Math.max(0, start - 3), start));
    return !hasArticle || isVowel(text[0]) === isVowel(canonical[0]);
  });
}
