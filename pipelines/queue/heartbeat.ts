// What a worker tells of itself every second, for its coordinator and for `status`.

import { z } from "zod";
import { readAs } from "./messages.ts";

export const Heartbeat = z.object({
  /** Another one after each start of the worker. */
  session: z.string(),
  host: z.string(),
  pid: z.int(),
  /** ISO time of its start. */
  since: z.string(),
  /** The coordinator's start that it works for; null while there is none. */
  epoch: z.string().nullable(),
  /** Why it takes no rows of that run. */
  refuses: z.string().nullable(),
  /** Rows it works on, and takes at most. */
  rows: z.int(),
  capacity: z.int(),
  /** Calls it makes now. */
  calls: z.int(),
  /** Rows it has ended since its start. */
  ended: z.int(),
  /** It takes no more rows: it was told to stop. */
  leaving: z.boolean(),
});
export type Heartbeat = z.output<typeof Heartbeat>;

/** Undefined for what is none. */
export const heartbeatIn = (text: string | null): Heartbeat | undefined => readAs(Heartbeat, text);
