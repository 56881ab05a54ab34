// Replaces a candidate's evidence and measures with those of its keys.

import type { Keys, KeysRow } from "../../schemas/questions/keys.ts";
import type { Settled } from "../../schemas/questions/records.ts";
import type { Table } from "../engine/stage.ts";

/** The keys of all candidates of one material. */
export const keysOf = (proposalId: string, rows: Pick<Table<KeysRow>, "where">): Keys[] =>
  rows.where("proposalId", proposalId).flatMap(({ keys }) => keys ?? []);

/** A candidate with the evidence and measures of its keys, if it has any. */
export const withKeys = <T extends Settled>(candidate: T, keys: Keys | undefined): T =>
  keys ? { ...candidate, evidence: keys.evidence, measures: keys.measures } : candidate;
