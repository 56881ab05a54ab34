// How the tests run: what is quick in processes that it shares, what changes its process in one of its own, journeys apart.

import { defineConfig } from "vitest/config";

/** These change what a whole process has: its environment, its clock, its modules, its signals. */
const ownProcess = [
  "tests/annotate/server/{saving,verdict-journal}.test.ts",
  "tests/engine/full-disk.test.ts",
  "tests/intake/files/read-file.test.ts",
  "tests/llm/endpoints/{openai,proxy}.test.ts",
  "tests/llm/limits/{limiter,retry}.test.ts",
  "tests/report/without-plots.test.ts",
  "tests/run/queue-run.test.ts",
  "tests/text/segment-pool.test.ts",
];

/** These start what they talk to (Redis, servers, a browser), or runs by the hundred. */
const services = [
  ...["queue", "contracts", "support"].map(room => `tests/${room}/**/*.test.ts`),
  "tests/annotate/page.test.ts",
  "tests/cli/{status,worker}.test.ts",
  "tests/engine/{durability,kill,lock,sequences}.test.ts",
  "tests/report/page-browser.test.ts",
  "tests/run/make.test.ts",
  "tests/systems/examples.test.ts",
];

/** The command line as a user types it. */
const journeys = ["tests/journeys/**/*.test.ts"];

/** By the clock, or beside data that is not in the repository: by hand. */
const benches = ["tests/bench/**/*.test.ts"];

const project = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, ...more },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    // No test is by the clock: these end what hangs, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    projects: [
      project("fast", ["tests/**/*.test.ts"], {
        exclude: [...ownProcess, ...services, ...journeys, ...benches],
        isolate: false,
      }),
      project("apart", ownProcess),
      project("services", services),
      project("journeys", journeys, {
        globalSetup: "tests/support/make-shared-runs.ts",
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      project("bench", benches),
    ],
  },
});
