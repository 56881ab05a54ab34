// Numbers the wordings of items: the item itself is version 1, each edited wording the next, and numbers never change.

import type { ItemVersionRow } from "../../../schemas/annotation.ts";
import type { ItemRow } from "../../../schemas/items/records.ts";

/** A question as rewritten in one review. */
export interface Edit {
  readonly item: ItemRow;
  readonly question: string;
  readonly reviewId: string;
}

/** White space and Unicode composition do not make a different wording. */
const wordingOf = (question: string): string =>
  question.normalize("NFC").replace(/\s+/gu, " ").trim();

const isSameWording = (a: string, b: string): boolean => wordingOf(a) === wordingOf(b);

const keyOf = (itemId: string, question: string): string =>
  JSON.stringify([itemId, wordingOf(question)]);

const withReview = (version: ItemVersionRow, reviewId: string): ItemVersionRow =>
  version.reviewIds.includes(reviewId)
    ? version
    : { ...version, reviewIds: [...version.reviewIds, reviewId] };

const compareVersions = (a: ItemVersionRow, b: ItemVersionRow): number =>
  a.itemId === b.itemId ? a.version - b.version : a.itemId < b.itemId ? -1 : 1;

/** The known versions, and one more for each new wording, in the order of the edits. An edit that equals the item's own wording makes none. */
export function numberVersions(
  known: readonly ItemVersionRow[],
  edits: readonly Edit[],
): ItemVersionRow[] {
  const versions = new Map(known.map(row => [keyOf(row.itemId, row.item.question), row]));
  const last = new Map<string, number>();
  for (const { itemId, version } of known)
    last.set(itemId, Math.max(version, last.get(itemId) ?? 1));
  for (const { item, question, reviewId } of edits) {
    if (isSameWording(item.question, question)) continue;
    const key = keyOf(item.id, question);
    const found = versions.get(key);
    const version = (last.get(item.id) ?? 1) + 1;
    const made = {
      id: `${item.id}/v${version}`,
      itemId: item.id,
      language: item.language,
      version,
      item: { ...item, question },
      reviewIds: [reviewId],
    };
    versions.set(key, found ? withReview(found, reviewId) : made);
    if (!found) last.set(item.id, version);
  }
  return [...versions.values()].sort(compareVersions);
}

/** Looks up the number of a wording; 1 if no version has it. */
export function versionFinder(
  versions: readonly ItemVersionRow[],
): (itemId: string, question: string) => number {
  const numbers = new Map(versions.map(row => [keyOf(row.itemId, row.item.question), row.version]));
  return (itemId, question) => numbers.get(keyOf(itemId, question)) ?? 1;
}
