// Makes, once for all journeys, the finished runs that they read or go on from.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ragwright } from "./cli.ts";
import { lawArguments, lawSettings, type SharedRun } from "./shared-runs.ts";

const runs: readonly SharedRun[] = ["law", "law-zh"];

export default async function makeSharedRuns(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "ragwright-shared-"));
  writeFileSync(join(folder, "settings.yaml"), lawSettings);
  for (const name of runs) {
    const { code, err } = await ragwright([
      ...lawArguments(name, join(folder, "settings.yaml")),
      "--out",
      join(folder, name),
    ]);
    if (code !== 0) throw new Error(err);
  }
  project.provide("sharedRuns", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
