// Candidates with what their keys rest on.

import type { Keys, KeysRow } from "../../schemas/questions/keys.ts";
import type { Settled } from "../../schemas/questions/records.ts";
import type { Table } from "../engine/stage.ts";

/** Of all candidates of one material. */
export const keysOf = (proposalId: string, rows: Pick<Table<KeysRow>, "where">): Keys[] =>
  rows.where("proposalId", proposalId).flatMap(({ keys }) => keys ?? []);

/** A candidate that rests on what its keypoints rest on, where it came to any. */
export const withKeys = <T extends Settled>(candidate: T, keys: Keys | undefined): T =>
  keys ? { ...candidate, evidence: keys.evidence, measures: keys.measures } : candidate;
