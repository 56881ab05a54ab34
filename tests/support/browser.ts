// A headless Chromium for tests of the page: found on this machine, never fetched.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Undefined where there is none. `CHROMIUM` names one that stands elsewhere. */
const browserPath: string | undefined = [process.env["CHROMIUM"] ?? "", ...places].find(
  path => path !== "" && existsSync(path),
);

/** Whether tests of the page are left out: never where CI is set, so that they cannot be forgotten there. */
export const withoutBrowser = browserPath === undefined && !process.env["CI"];

/** Why tests of the page did not run; part of their title. */
export const browserNote = withoutBrowser
  ? " (left out: no Chromium here; set CHROMIUM to its path)"
  : "";

export function openBrowser(): Promise<Browser> {
  if (browserPath === undefined)
    throw new Error(
      `No Chromium found: looked for ${places.join(", ")}. Install it, or set CHROMIUM to its path.`,
    );
  return chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
}
