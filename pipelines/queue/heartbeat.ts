// The status that a worker reports every second, for its coordinator and for `ragwright status`.

import { z } from "zod";
import { parseAs } from "./messages.ts";

export const Heartbeat = z.object({
  /** New after each start of the worker. */
  session: z.string(),
  host: z.string(),
  pid: z.int(),
  /** ISO time of its start. */
  since: z.string(),
  /** The coordinator start it works for; null while there is none. */
  epoch: z.string().nullable(),
  /** Why it takes no rows from that run. */
  refuses: z.string().nullable(),
  /** Number of rows it works on, and the maximum it takes. */
  rows: z.int(),
  capacity: z.int(),
  /** Number of calls it is making now. */
  calls: z.int(),
  /** Number of rows it has finished since its start. */
  ended: z.int(),
  /** Whether it takes no more rows because it was told to stop. */
  leaving: z.boolean(),
});
export type Heartbeat = z.output<typeof Heartbeat>;

/** Parses a heartbeat; undefined if the text is not one. */
export const parseHeartbeat = (text: string | null): Heartbeat | undefined =>
  parseAs(Heartbeat, text);
