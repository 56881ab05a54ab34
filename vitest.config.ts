// How the tests run: what is quick in processes that are shared, what touches a process's own state in one of its own.

import { defineConfig } from "vitest/config";

/** These change what a whole process has: its environment, its clock, its modules, its signals. */
const ownProcess = [
  "tests/annotate/server/{saving,verdict-journal}.test.ts",
  "tests/run/{dry-run,queue-run}.test.ts",
  "tests/engine/{durability,full-disk}.test.ts",
  "tests/intake/files/read-file.test.ts",
  "tests/llm/endpoints/openai.test.ts",
  "tests/llm/limits/{limiter,retry}.test.ts",
  "tests/text/segment-pool.test.ts",
];

const journeys = ["tests/journeys/**/*.test.ts", "tests/queue/**/*.test.ts", "tests/contracts/**/*.test.ts", "tests/support/**/*.test.ts"];
const benches = ["tests/bench/**/*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    maxWorkers: 2,
    projects: [
      { test: { name: "fast", include: ["tests/**/*.test.ts"], exclude: [...ownProcess, ...journeys, ...benches], isolate: false } },
      { test: { name: "apart", include: ownProcess } },
      { test: { name: "journeys", include: journeys } },
      // By the clock, or beside data that is not in the repository: by hand.
      { test: { name: "bench", include: benches } },
    ],
  },
});
