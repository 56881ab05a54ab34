// Reads a run's announcement for a worker: which run it is, and whether the announcement is genuine.

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
  /** Whether the required signature is missing or wrong: the run replaces such an announcement with its own. */
  readonly isUnverified: boolean;
  /** Throws PipelineError("queue") if the signature is missing or wrong, or the announcement is from another version. */
  readonly content: () => Announcement;
}

/** Reads the announcement of a coordinator start; undefined if there is none yet, although it holds the lease. */
export async function readAnnouncement(
  { redis, seal }: Pick<Connection, "redis" | "seal">,
  epoch: string,
): Promise<CurrentAnnouncement | undefined> {
  const text = await redis.get(redisKeys.announcement);
  const head = parseAs(AnnouncedRun, text);
  if (head?.epoch !== epoch) return undefined;
  const value = fromSealedJson(seal, redisKeys.announcement, text);
  const isUnverified = value === undefined;
  return {
    run: head.run,
    isUnverified,
    content() {
      if (isUnverified) throw unsignedError();
      const { data } = Announcement.safeParse(value);
      if (!data) throw unreadableError();
      return data;
    },
  };
}
