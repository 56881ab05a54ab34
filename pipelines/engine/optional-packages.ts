// Loads packages that a plain install leaves out; if one is missing, the error gives the command to type.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "./errors.ts";
import { packageRoot } from "./package-root.ts";

/** The command that installs these packages, in the versions this program is tested with. */
export function installCommand(packages: readonly string[]): string {
  const { peerDependencies: versions } = JSON.parse(
    readFileSync(join(packageRoot(), "package.json"), "utf8"),
  ) as { peerDependencies: Readonly<Record<string, string>> };
  return `npm install ${packages.map(name => `${name}@${versions[name]}`).join(" ")}`;
}

/** Whether loading failed because this package is missing, not because of a fault inside it. */
const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ERR_MODULE_NOT_FOUND" || error.code === "MODULE_NOT_FOUND") &&
  (error.message.includes(`'${name}'`) || error.message.includes(`'${name}/`));

export interface OptionalFeature {
  /** Begins a sentence: "A queue". */
  readonly featureName: string;
  /** All packages that the feature needs. */
  readonly packages: readonly string[];
}

const missingPackagesError = (
  { featureName, packages }: OptionalFeature,
  cause?: unknown,
): PipelineError =>
  new PipelineError(
    "bad-settings",
    `${featureName} needs ${packages.join(" and ")}, which a plain install leaves out.`,
    { hint: `Type: ${installCommand(packages)}`, cause },
  );

/** Returns what `load` loads. Throws PipelineError("bad-settings") with the command to type if one of the packages is missing. */
export async function loadOptional<Loaded>(
  needed: OptionalFeature,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (needed.packages.some(name => isMissing(error, name)))
      throw missingPackagesError(needed, error);
    throw error;
  }
}
