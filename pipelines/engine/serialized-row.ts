// Serializes a row in its artifact's schema, with the hash that identifies it.

import type { Artifact } from "../../schemas/define.ts";
import { lineHash } from "./fingerprint.ts";

/** A row as written to its artifact's file. */
export interface SerializedRow {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/** Converts a row to the artifact's schema. Throws if it does not fit, which is a bug in the stage. */
export function serializeRow(artifact: Artifact, row: object): SerializedRow {
  const { data, error } = artifact.row.safeParse(row);
  const issue = error?.issues[0];
  if (!data)
    throw new Error(
      `the new row does not fit ${artifact.name}: ${issue?.path.join(".") || "the row"}: ${issue?.message}`,
    );
  const text = JSON.stringify(data);
  return { id: artifact.key(data), text, hash: lineHash(text) };
}
