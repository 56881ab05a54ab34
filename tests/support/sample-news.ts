// What the sample news run holds: articles in two languages, two of them held out, and one item of every task.

import type { CorrectionRow } from "../../schemas/crud/drafts.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { LabelRow } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import { fixtureYaml } from "./fixtures.ts";

interface Sample {
  readonly documents: Readonly<
    Record<
      | "bridge"
      | "toll"
      | "storm"
      | "repairs"
      | "reopening"
      | "museum"
      | "copied"
      | "ferry"
      | "found",
      DocumentRow
    >
  >;
  readonly errors: {
    readonly beginning: string;
    readonly continuation: string;
    readonly marks: CorrectionRow["marks"];
  };
  readonly items: readonly ItemRow[];
  readonly labels: readonly LabelRow[];
}

const sample = fixtureYaml<Sample>("sample-news.yaml");
const { repairs, found } = sample.documents;
export const { bridge, toll, storm, museum } = sample.documents;
export const { errors, items: newsItems, labels: newsLabels } = sample;

/** D: each article once. */
export const pooled = Object.values(sample.documents).filter(document => document !== found);
/** D without what is held out and what repeats it, and with what a search found. */
export const corpus = [bridge, toll, storm, repairs, sample.documents.reopening, found];
