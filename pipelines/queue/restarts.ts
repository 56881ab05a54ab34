// Detects restarts of Redis, which may have lost its last writes, even with an append-only file.

import type { Redis } from "ioredis";

export interface Restarts {
  /** Whether Redis was restarted since the last call. */
  hasRestarted(): Promise<boolean>;
}

const runIdOf = async (redis: Redis): Promise<string | undefined> => {
  // Users without permission get no answer: restarts then go unnoticed.
  const info = await redis.info("server").catch(() => "");
  return /^run_id:(\S+)/m.exec(info)?.[1];
};

export async function watchRestarts(redis: Redis): Promise<Restarts> {
  let lastRunId = await runIdOf(redis);
  return {
    hasRestarted: async () => {
      const runId = await runIdOf(redis);
      const isRestarted = runId !== undefined && runId !== lastRunId;
      lastRunId = runId ?? lastRunId;
      return isRestarted;
    },
  };
}
