// A row in its artifact's shape, as it is written, with the hash by which it is known.

import type { Artifact } from "../../schemas/define.ts";
import { lineHash } from "./fingerprint.ts";

/** A row as it is written. */
export interface SerialisedRow {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

/** In the artifact's shape. Throws for a row that does not fit it, which is a fault of the stage. */
export function toWritten(artifact: Artifact, row: object): SerialisedRow {
  const { data, error } = artifact.row.safeParse(row);
  const issue = error?.issues[0];
  if (!data)
    throw new Error(
      `the row made does not fit ${artifact.name}: ${issue?.path.join(".") || "the row"}: ${issue?.message}`,
    );
  const text = JSON.stringify(data);
  return { id: artifact.key(data), text, hash: lineHash(text) };
}
