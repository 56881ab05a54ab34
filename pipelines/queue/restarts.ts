// Notices a restart of Redis: it may have lost its last writes, even with an append-only file.

import type { Redis } from "ioredis";

export interface Restarts {
  /** Whether Redis was restarted since the last look. */
  look(): Promise<boolean>;
}

const runOf = async (redis: Redis): Promise<string | undefined> => {
  // Users without permission get no answer: then restarts go unnoticed.
  const info = await redis.info("server").catch(() => "");
  return /^run_id:(\S+)/m.exec(info)?.[1];
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
