// Finds the package's folder and version, and names the program.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The package's own folder: the nearest parent folder with a package.json. */
export function packageRoot(from: string = import.meta.dirname): string {
  return existsSync(join(from, "package.json")) || dirname(from) === from
    ? from
    : packageRoot(dirname(from));
}

/** The version in package.json. */
export const programVersion = (): string =>
  (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string })
    .version;

/** User agent of web fetches. */
export const userAgent = (): string => `ragwright/${programVersion()}`;

/** Name and version of the program, recorded in results. */
export const programName = (): string => `ragwright@${programVersion()}`;
