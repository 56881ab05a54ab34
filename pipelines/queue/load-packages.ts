// Loads the two packages that a queue needs, which are not installed by default.

import { loadOptional } from "../engine/optional-packages.ts";

const queuePackages = { featureName: "A queue", packages: ["bullmq", "ioredis"] };

/** Loads BullMQ; throws PipelineError("bad-settings"), with the install command, if it is not installed. */
export const loadBullMq = (): Promise<Pick<typeof import("bullmq"), "Queue" | "Worker">> =>
  loadOptional(queuePackages, () => import("bullmq"));

/** Loads ioredis; throws PipelineError("bad-settings"), with the install command, if it is not installed. */
export const loadIoredis = (): Promise<Pick<typeof import("ioredis"), "Redis">> =>
  loadOptional(queuePackages, () => import("ioredis"));
