// A change of one fact: the new text at each of its places, and whether the change is allowed.

import { decimalsOf } from "../text/decimal.ts";
import { dateParts } from "../text/dates.ts";
import type { Fact, Place, DocumentWithDetails } from "./corpus.ts";
import { type Edit, rewrite } from "./rewriting.ts";
import { compareDetails, isSameDetail, type StatedDetail } from "../text/changeable-details.ts";

/** `canonical` is the new value in place of `fact.told`. */
export interface Change {
  readonly fact: Fact;
  readonly canonical: string;
}

export interface DocumentEdit extends Edit {
  readonly documentId: string;
}

/** The new value at a place of the fact, in that place's unit and precision; undefined if it cannot be expressed. */
export function canonicalAt({ fact, canonical }: Change, told: StatedDetail): string | undefined {
  if (told.canonical === fact.told.canonical) return canonical;
  if (told.kind === "date") return dateAt(told.canonical, fact.told.canonical, canonical);
  const [number = "", unit = ""] = told.canonical.split(" ");
  const [before, after] = [fact.told.canonical, canonical].map(value =>
    Number(value.split(" ")[0]),
  );
  const factor = (after ?? 0) / (before ?? 0);
  if (!Number.isFinite(factor) || told.kind === "name" || told.kind === "version") return undefined;
  const other = Number((Number(number) * factor).toFixed(decimalsOf(number) + 2));
  return `${other} ${unit}`.trim();
}

/** The new date, with a year only if the place has one. */
function dateAt(told: string, before: string, after: string): string | undefined {
  const [own, old, other] = [dateParts(told), dateParts(before), dateParts(after)];
  const isSameDay = own?.month === old?.month && own?.day === old?.day;
  if (!isSameDay || other?.month === undefined || (own?.year && old?.year && own.year !== old.year))
    return undefined;
  return `${own?.year ?? "-"}-${other.month}${other.day === undefined ? "" : `-${other.day}`}`;
}

/** The value stated there after the change. */
export function detailAfter(change: Change, told: StatedDetail): StatedDetail | undefined {
  const canonical = canonicalAt(change, told);
  return canonical === undefined ? undefined : { ...told, canonical };
}

/** The edits at all its places; undefined if one of them cannot be written. */
export function editsOf(change: Change): DocumentEdit[] | undefined {
  const edits = change.fact.places.map(({ documentId, told }) => {
    const canonical = canonicalAt(change, told);
    const edit = canonical === undefined ? undefined : rewrite(told, canonical);
    return edit && { ...edit, documentId };
  });
  return edits.some(edit => edit === undefined) ? undefined : edits.flatMap(edit => edit ?? []);
}

/** The new text at its first place. */
export function newTextOf({ fact: { told }, canonical }: Change): string {
  const edit = rewrite({ ...told, start: 0, end: told.text.length }, canonical);
  return edit ? told.text.slice(0, edit.start) + edit.text + told.text.slice(edit.end) : told.text;
}

/** Distance in characters within which values belong together, so that a reader sees their order. */
const NEAR = 120;
/** Kinds whose order matters throughout the document. */
const ORDERED = /^(?:date|version)$/;

const isPlaceOf = ({ places }: Fact, documentId: string, told: StatedDetail): boolean =>
  places.some(place => place.documentId === documentId && place.told.start === told.start);

/** Whether the new value equals no other value of the documents, and the order of neighbouring values stays the same. */
export function keepsApart(
  change: Change,
  toldNow: (document: DocumentWithDetails) => readonly StatedDetail[],
): boolean {
  const { fact } = change;
  return fact.documents.every(document => {
    const documentId = document.row.id;
    const others = toldNow(document).filter(told => !isPlaceOf(fact, documentId, told));
    const places = fact.places.filter(place => place.documentId === documentId);
    const after = detailAfter(change, fact.told);
    if (after === undefined || others.some(other => isSameDetail(after, other))) return false;
    return places.every(place => keepsOrder(change, place, others));
  });
}

function keepsOrder(change: Change, { told }: Place, others: readonly StatedDetail[]): boolean {
  const after = detailAfter(change, told);
  if (after === undefined) return false;
  return others.every(other => {
    const isComparable = ORDERED.test(told.kind) || Math.abs(other.start - told.start) < NEAR;
    return (
      !isComparable ||
      isSameDetail(told, other) ||
      compareDetails(told, other) === compareDetails(after, other)
    );
  });
}

const WEEKDAY = /(?:星期|礼拜|周)[一二三四五六日天]|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/;
const ARTICLE = /\b(an?) $/i;
const isVowel = (character: string | undefined) => /[aeiou]/i.test(character ?? "");

/** Whether the words around each place fit the new text: a weekday does not move with its date, and "a" or "an" stays the same. */
export function fitsAround({ fact, canonical }: Change): boolean {
  const textOf = new Map(fact.documents.map(({ row }) => [row.id, row.text]));
  return fact.places.every(({ documentId, told: { start, end, text } }) => {
    const documentText = textOf.get(documentId) ?? "";
    const context =
      documentText.slice(Math.max(0, start - 14), start) + documentText.slice(end, end + 14);
    if (fact.told.kind === "date") return !WEEKDAY.test(context);
    const hasArticle =
      fact.told.kind === "name" && ARTICLE.test(documentText.slice(Math.max(0, start - 3), start));
    return !hasArticle || isVowel(text[0]) === isVowel(canonical[0]);
  });
}
