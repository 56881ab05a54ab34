// The address in package.json: taken from `origin` when the package is packed, never invented.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

/** package.json after the script, and how the script ended, in a folder whose `origin` is this. */
function named(origin: string, own: object = {}, options: readonly string[] = []) {
  const folder = mkdtempSync(at("package-"));
  execFileSync("git", ["init", "--quiet", folder]);
  execFileSync("git", ["-C", folder, "remote", "add", "origin", origin]);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "a", version: "1.0.0", ...own }),
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, ".ci/repository.mjs"), ...options],
    { cwd: folder, encoding: "utf8" },
  );
  const { repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { repository, status, stderr };
}

test.each([
  ["https://ci:token@github.com/example/tool.git", "git+https://github.com/example/tool.git"],
  ["git@gitlab.com:example/tool.git", "git+ssh://git@gitlab.com/example/tool.git"],
])("an origin at %s is named without a password", (origin, url) => {
  expect(named(origin)).toMatchObject({ repository: { type: "git", url }, status: 0 });
});

test("an address that is there stays; a folder of this machine is not one, and is refused for publishing", () => {
  const own = { repository: "github:example/other" };
  expect(named("https://github.com/example/tool.git", own)).toMatchObject(own);
  expect(named("/srv/tool")).toMatchObject({ repository: undefined, status: 0 });
  const refused = named("/srv/tool", {}, ["--required"]);
  expect(refused).toMatchObject({ repository: undefined, status: 1 });
  expect(refused.stderr).toContain("Type: git remote add origin ADDRESS");
});
