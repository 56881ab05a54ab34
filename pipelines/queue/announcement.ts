// Reads a run's announcement for a worker: which run it belongs to, and whether it is genuine.

import { PipelineError } from "../engine/errors.ts";
import type { Connection } from "./connection.ts";
import { AnnouncedRun, Announcement, parseAs } from "./messages.ts";
import { redisKeys } from "./redis-keys.ts";
import { fromSealedJson } from "./seal.ts";

const unsignedError = () =>
  new PipelineError(
    "queue",
    "The run's announcement is not signed with this worker's RAGWRIGHT_QUEUE_SECRET.",
    { hint: "Set the same one, or none, for the run and for all of its workers." },
  );

const unreadableError = () =>
  new PipelineError("queue", "This worker cannot read the announcement of the run's coordinator.", {
    hint: "Install the coordinator's version on this machine.",
  });

/** The current announcement in Redis. */
export interface CurrentAnnouncement {
  /** The run's name, for people. */
  readonly run: string;
  /** Whether it lacks the required signature: the run replaces such an announcement with its own. */
  readonly isForged: boolean;
  /** Throws PipelineError("queue") if it is forged or from another version. */
  readonly content: () => Announcement;
}

/** Reads what a coordinator start has announced; undefined if it holds the lease but has announced nothing yet. */
export async function readAnnouncement(
  { redis, seal }: Pick<Connection, "redis" | "seal">,
  epoch: string,
): Promise<CurrentAnnouncement | undefined> {
  const text = await redis.get(redisKeys.announcement);
  const head = parseAs(AnnouncedRun, text);
  if (head?.epoch !== epoch) return undefined;
  const value = fromSealedJson(seal, redisKeys.announcement, text);
  const isForged = value === undefined;
  return {
    run: head.run,
    isForged,
    content() {
      if (isForged) throw unsignedError();
      const { data } = Announcement.safeParse(value);
      if (!data) throw unreadableError();
      return data;
    },
  };
}
