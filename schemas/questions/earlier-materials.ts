// Materials of an earlier run on the same documents: the same text gets the same request again, and its reply is already stored.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { MaterialRow } from "./records.ts";

/** What was requested for a material; the id is the material's. */
export const EarlierMaterialRow = z.strictObject({
  ...MaterialRow.pick({
    id: true,
    language: true,
    domain: true,
    rest: true,
    wanted: true,
    described: true,
  }).shape,
  /** Whether it yielded nothing. If so, it keeps its position in the sampling order and gets the same request; the others come first. */
  declined: z.boolean().default(false),
});
export type EarlierMaterialRow = z.output<typeof EarlierMaterialRow>;

export const earlierMaterials = artifactOf("questions/asked-before", EarlierMaterialRow);
