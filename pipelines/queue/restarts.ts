// Notices that Redis was started again: what it answered last it may then have forgotten, even with its append-only file.

import type { Redis } from "ioredis";

export interface Restarts {
  /** Whether it was started again since the last look. */
  look(): Promise<boolean>;
}

const runOf = async (redis: Redis): Promise<string | undefined> => {
  // Not told to users who may not ask: then no restart is seen.
  const told = await redis.info("server").catch(() => "");
  return /^run_id:(\S+)/m.exec(told)?.[1];
};

export async function watchRestarts(redis: Redis): Promise<Restarts> {
  let known = await runOf(redis);
  return {
    look: async () => {
      const now = await runOf(redis);
      const restarted = now !== undefined && now !== known;
      known = now ?? known;
      return restarted;
    },
  };
}
