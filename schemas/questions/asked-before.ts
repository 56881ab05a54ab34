// Materials of an earlier run over the same documents: the same text gets the same request again, whose reply is already stored.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { MaterialRow } from "./records.ts";

/** What was asked about a material, by its id. */
export const AskedBeforeRow = z.strictObject({
  ...MaterialRow.pick({
    id: true,
    language: true,
    domain: true,
    rest: true,
    wanted: true,
    described: true,
  }).shape,
  /** It yielded nothing: it keeps its position in the draw and gets no further request. The others were read before the documents changed and come first. */
  declined: z.boolean().default(false),
});
export type AskedBeforeRow = z.output<typeof AskedBeforeRow>;

export const askedBefore = artifactOf("questions/asked-before", AskedBeforeRow);
