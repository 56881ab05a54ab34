// What a worker makes of the announcement of a run: whose it is, and whether it is genuine.

import { PipelineError } from "../engine/errors.ts";
import type { Connection } from "./connection.ts";
import { AnnouncedRun, Announcement, readAs } from "./messages.ts";
import { names } from "./names.ts";
import { unsealed } from "./seal.ts";

const unsigned = () =>
  new PipelineError(
    "queue",
    "What the run announces is not signed with this worker's RAGWRIGHT_QUEUE_SECRET.",
    { hint: "Set the same one, or none, for the run and for all of its workers." },
  );

const notUnderstood = () =>
  new PipelineError("queue", "What the run's coordinator announces is not understood here.", {
    hint: "Install the same version as the coordinator's on this machine.",
  });

/** The announcement that stands there now. */
export interface ReadAnnouncement {
  /** For people. */
  readonly run: string;
  /** Not signed as it has to be: the run puts its own in the place of such a one. */
  readonly isForged: boolean;
  /** PipelineError("queue") where it is forged, or of another version. */
  readonly content: () => Announcement;
}

/** Undefined where this start of a coordinator has its lease, and has announced nothing yet. */
export async function readAnnouncement(
  { redis, seal }: Pick<Connection, "redis" | "seal">,
  epoch: string,
): Promise<ReadAnnouncement | undefined> {
  const text = await redis.get(names.announcement);
  const head = readAs(AnnouncedRun, text);
  if (head?.epoch !== epoch) return undefined;
  const value = unsealed(seal, names.announcement, text);
  const isForged = value === undefined;
  return {
    run: head.run,
    isForged,
    content() {
      if (isForged) throw unsigned();
      const { data } = Announcement.safeParse(value);
      if (!data) throw notUnderstood();
      return data;
    },
  };
}
