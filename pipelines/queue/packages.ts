// Loads the two packages that a queue needs and a plain install leaves out.

import { loadOptional } from "../engine/optional-packages.ts";

const needed = { what: "A queue", packages: ["bullmq", "ioredis"] };

/** Throws PipelineError("bad-settings"), with the install command, if it is not installed. */
export const loadBullMq = (): Promise<Pick<typeof import("bullmq"), "Queue" | "Worker">> =>
  loadOptional(needed, () => import("bullmq"));

/** Throws PipelineError("bad-settings"), with the install command, if it is not installed. */
export const loadIoredis = (): Promise<Pick<typeof import("ioredis"), "Redis">> =>
  loadOptional(needed, () => import("ioredis"));
