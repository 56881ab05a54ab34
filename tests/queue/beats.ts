// What a worker tells of itself; each test changes what it is about.

import type { Heartbeat } from "../../pipelines/queue/heartbeat.ts";

export const aBeat = (session: string, over: Partial<Heartbeat> = {}): Heartbeat => ({
  session,
  host: "h",
  pid: 1,
  since: "2026-01-01T00:00:00.000Z",
  epoch: "e1",
  refuses: null,
  rows: 0,
  capacity: 1,
  calls: 0,
  ended: 0,
  leaving: false,
  ...over,
});
