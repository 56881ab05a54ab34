// What the sample run over files holds: a PDF and a workbook with their fragments, two items, and an item without keywords.

import type { FragmentRow, TitleRow } from "../../schemas/cofe/records.ts";
import type { ChangeRow } from "../../schemas/items/changes.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { fixtureYaml } from "./fixtures.ts";

interface Sample {
  readonly documents: Readonly<Record<"station" | "costs" | "note", DocumentRow>>;
  readonly titles: TitleRow[];
  readonly fragments: readonly [FragmentRow, FragmentRow];
  readonly items: readonly [ItemRow, ItemRow, ItemRow];
  readonly changes: ChangeRow[];
}

const sample = fixtureYaml<Sample>("sample-cofe.yaml");
export const { station, costs, note } = sample.documents;
export const {
  titles: cofeTitles,
  fragments: cofeFragments,
  items: cofeItems,
  changes: cofeChanges,
} = sample;
export const cofeDocuments = [station, costs, note];
export const [power, dearer] = cofeItems;
