// What an earlier run over the same documents read and asked for: the same text is asked for the same again, so by a request that has its reply.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { MaterialRow } from "./records.ts";

/** Of a material, by its id. */
export const AskedBeforeRow = z.strictObject({
  ...MaterialRow.pick({
    id: true,
    language: true,
    domain: true,
    rest: true,
    wanted: true,
    described: true,
  }).shape,
  /** It bore nothing: it keeps its place in the draw, and is not asked for more. Others were read before the documents changed and come first. */
  declined: z.boolean().default(false),
});
export type AskedBeforeRow = z.output<typeof AskedBeforeRow>;

export const askedBefore = artifactOf("questions/asked-before", AskedBeforeRow);
