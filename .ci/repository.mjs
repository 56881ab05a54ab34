// Names the repository in package.json by the address of `origin`, before the package is packed. With --required, for publishing, a package without one is refused.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Address of `origin`; undefined if there is none, or if it is a folder of this machine. */
function originAddress() {
  try {
    const url = execFileSync("git", ["remote", "get-url", "origin"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
    return /^((git\+)?(https?|ssh|git):\/\/|[\w.-]+@[\w.-]+:)/.test(url) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The address without what may be a password. */
const withoutCredentials = url => url.replace(/^((?:git\+)?https?:\/\/)[^/@]*@/, "$1");

if (JSON.parse(readFileSync("package.json", "utf8")).repository === undefined) {
  const address = originAddress();
  if (address !== undefined) {
    execFileSync(npm, ["pkg", "set", `repository=${withoutCredentials(address)}`]);
    execFileSync(npm, ["pkg", "fix", "--loglevel=error"]);
  } else if (process.argv.includes("--required")) {
    console.error(
      "package.json names no repository, and `origin` has no address.\nType: git remote add origin ADDRESS, or npm pkg set repository=ADDRESS",
    );
    process.exitCode = 1;
  }
}
