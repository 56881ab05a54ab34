// Decides which facts may be changed: measured ones whose places are all known, and to which only declared values are related.

import { factFinder } from "../text/fact-occurrence.ts";
import type { Corpus, Fact, DocumentWithDetails } from "./twin-corpus.ts";
import { isSummand, findTie } from "./arithmetic-relations.ts";
import { measurementUnit, type StatedDetail } from "../text/changeable-details.ts";

/** "Article 133", "RFC 2963", "No. 5", "第3": a number that is part of a name. */
const naming = /(?:\p{Lu}[\p{L}.]*|[#§第号_/-]|\bno\.?)\s?$/u;

const digitsIn = (text: string): string => text.replace(/\D/g, "");
const isYearLike = (text: string): boolean => /^(?:1[5-9]|20|21)\d\d$/.test(text);

/** Kinds of values that may be changed; a plain number only if it is measured, large, or known as a fact. */
function isChangeableKind(
  { row, facts }: DocumentWithDetails,
  { kind, text, start, end, canonical, unit }: StatedDetail,
): boolean {
  if (kind === "name") return true;
  if (!/\d/.test(text) && !(kind === "date" && /\p{Lu}/u.test(text))) return false;
  if (kind === "version" || kind === "money" || kind === "percent" || kind === "duration")
    return true;
  if (kind === "date") return /^(?:\d{4}|-)-\d\d/.test(canonical);
  if (kind !== "number") return false;
  if (facts.some(fact => isNumberOf(fact, text))) return true;
  if (naming.test(row.text.slice(Math.max(0, start - 16), start))) return false;
  if (measurementUnit.test(row.text.slice(end, end + 14))) return true;
  return (
    unit !== "" &&
    !isYearLike(text) &&
    (text.includes(",") || text.includes(".") || digitsIn(text).length > 2)
  );
}

const isNumberOf = ({ type, value }: DocumentWithDetails["facts"][number], text: string): boolean =>
  (type === "number" || type === "money" || type === "duration") && value.includes(text);

/** Whether its digits also occur where they are not read as a value: joined to letters, or within another number. */
function hasUnreadOccurrence({ detail: factDetail, documents, places }: Fact): boolean {
  const numbers = new Set(places.map(place => /\d[\d,.]*\d/.exec(place.detail.text)?.[0] ?? ""));
  const soughtNumbers = [...numbers].filter(
    text => factDetail.kind === "version" || digitsIn(text).length > 2,
  );
  return documents.some(({ row: { text }, details }) =>
    soughtNumbers.some(digits => {
      const number = factDetail.kind === "version" ? digits.replace(/\.\d+$/, "") : digits;
      for (let start = text.indexOf(number); start >= 0; start = text.indexOf(number, start + 1)) {
        const end = start + number.length;
        const isPart =
          /[\d.]/.test(text[start - 1] ?? "") ||
          /\d/.test(text[end] ?? "") ||
          /^\.\d/.test(text.slice(end, end + 2));
        if (!isPart && !details.some(detail => detail.start <= start && detail.end >= end))
          return true;
      }
      return false;
    }),
  );
}

/** A name must occur only in the sentences of its facts, and nowhere in another spelling or in part. */
function isKnownName({ detail, documents, places, language }: Fact): boolean {
  const rows = documents
    .flatMap(({ facts }) => facts)
    .filter(({ value }) => value === detail.canonical);
  const isStated = ({ documentId, detail: { start, end } }: Fact["places"][number]) =>
    rows.some(({ spans }) =>
      spans.some(span => span.documentId === documentId && span.start <= start && span.end >= end),
    );
  if (new Set(rows.map(({ path }) => path)).size !== 1 || !places.every(isStated)) return false;
  const type = rows[0]?.type ?? "text";
  return documents.every(({ row }) => {
    const remainingText = places
      .filter(({ documentId }) => documentId === row.id)
      .reduceRight(
        (text, { detail: { start, end } }) => `${text.slice(0, start)}\n${text.slice(end)}`,
        row.text,
      );
    return (
      factFinder(remainingText, language)({ type, value: detail.canonical, language }).length === 0
    );
  });
}

/** Whether a value is related to others that it is not declared to be computed from. */
function isTied(
  { places, documents }: Fact,
  isDeclared: (first: StatedDetail, second: StatedDetail) => boolean,
): boolean {
  return documents.some(({ row, details }) =>
    places.some(place => {
      if (place.documentId !== row.id) return false;
      const tie = findTie(place.detail, details);
      return tie === undefined
        ? isSummand(place.detail, details) && !isDeclared(place.detail, place.detail)
        : !isDeclared(...tie);
    }),
  );
}

/** The fact stated there, if it may be changed; `isDeclared` says whether two values are known to be related. */
export function changeableAt(
  corpus: Corpus,
  { document, detail }: { document: DocumentWithDetails; detail: StatedDetail },
  isDeclared: (first: StatedDetail, second: StatedDetail) => boolean,
): Fact | undefined {
  if (!isChangeableKind(document, detail)) return undefined;
  const fact = corpus.factAt(document.row.id, detail);
  const isNamed = fact.documents.some(({ row }) => row.name.includes(detail.text));
  if (isNamed || (detail.kind === "name" && !isKnownName(fact))) return undefined;
  return hasUnreadOccurrence(fact) || isTied(fact, isDeclared) ? undefined : fact;
}
