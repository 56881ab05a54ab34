// Numbers the wordings of items: the item itself is version 1, each edited wording the next, and numbers never change.

import type { ItemVersionRow } from "../../../schemas/annotation.ts";
import type { ItemRow } from "../../../schemas/items/records.ts";
import { compareStrings } from "../../engine/grouping.ts";

/** A question as rewritten in one review. */
export interface Edit {
  readonly item: ItemRow;
  readonly question: string;
  readonly reviewId: string;
}

/** Removes differences in white space and Unicode composition, which do not count as another wording. */
const normalizeWording = (question: string): string =>
  question.normalize("NFC").replace(/\s+/gu, " ").trim();

const keyOf = (itemId: string, question: string): string =>
  JSON.stringify([itemId, normalizeWording(question)]);

const withReview = (version: ItemVersionRow, reviewId: string): ItemVersionRow =>
  version.reviewIds.includes(reviewId)
    ? version
    : { ...version, reviewIds: [...version.reviewIds, reviewId] };

const compareVersions = (a: ItemVersionRow, b: ItemVersionRow): number =>
  compareStrings(a.itemId, b.itemId) || a.version - b.version;

/** Adds a version for each new wording to the existing ones, in the order of the edits; an edit that equals the item's own wording adds none. */
export function numberVersions(
  existing: readonly ItemVersionRow[],
  edits: readonly Edit[],
): ItemVersionRow[] {
  const versions = new Map(existing.map(row => [keyOf(row.itemId, row.item.question), row]));
  const latestNumbers = new Map<string, number>();
  for (const { itemId, version } of existing)
    latestNumbers.set(itemId, Math.max(version, latestNumbers.get(itemId) ?? 1));
  for (const { item, question, reviewId } of edits) {
    const key = keyOf(item.id, question);
    if (key === keyOf(item.id, item.question)) continue;
    const existingVersion = versions.get(key);
    if (existingVersion) {
      versions.set(key, withReview(existingVersion, reviewId));
      continue;
    }
    const version = (latestNumbers.get(item.id) ?? 1) + 1;
    latestNumbers.set(item.id, version);
    versions.set(key, {
      id: `${item.id}/v${version}`,
      itemId: item.id,
      language: item.language,
      version,
      item: { ...item, question },
      reviewIds: [reviewId],
    });
  }
  return [...versions.values()].sort(compareVersions);
}

/** Returns a function that finds the number of a wording; 1 if no version has it. */
export function versionFinder(
  versions: readonly ItemVersionRow[],
): (itemId: string, question: string) => number {
  const numbers = new Map(versions.map(row => [keyOf(row.itemId, row.item.question), row.version]));
  return (itemId, question) => numbers.get(keyOf(itemId, question)) ?? 1;
}
