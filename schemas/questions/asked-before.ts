// What an earlier run over the same documents read and asked for: the same text is asked for the same again.

import { z } from "zod";
import { artifactOf } from "../define.ts";
import { MaterialRow } from "./records.ts";

/** Of a material, by its id. */
export const AskedBeforeRow = MaterialRow.pick({
  id: true,
  language: true,
  domain: true,
  rest: true,
  wanted: true,
});
export type AskedBeforeRow = z.output<typeof AskedBeforeRow>;

export const askedBefore = artifactOf("questions/asked-before", AskedBeforeRow);
