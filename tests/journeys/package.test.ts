// What `npm pack` packs, unpacked into an empty folder, runs the commands of the README.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const project = join(folder, "project");
const installed = join(project, "node_modules/ragwright");

/** As `npm run build` leaves it; npm test builds first. */
const isBuilt = existsSync(join(root, "dist/pipelines/cli/main.js"));
if (!isBuilt)
  process.stderr.write("There is no build: what is packed is not tried. Type: npm run build\n");

const ragwright = (...args: string[]): string =>
  execFileSync(process.execPath, [join(installed, "dist/pipelines/cli/main.js"), ...args], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

beforeAll(() => {
  if (!isBuilt) return;
  mkdirSync(installed, { recursive: true });
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
    cwd: root,
    stdio: "ignore",
  });
  const [packed = ""] = readdirSync(folder).filter(name => name.endsWith(".tgz"));
  execFileSync("tar", ["-xzf", join(folder, packed), "-C", installed, "--strip-components=1"]);
  symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
});

test.skipIf(!isBuilt)("it tells its version", () => {
  expect(ragwright("--version").trim()).toBe(
    (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version,
  );
});

test.skipIf(!isBuilt)(
  "the README's seeds are those of the package where the folder has none",
  () => {
    expect(
      ragwright(...words`plan rageval --seeds seeds/rageval --model openai:gpt-4o-mini --items 60`),
    ).toMatch(/questions\/keypoints +openai:gpt-4o-mini +\d+/);
    ragwright(
      ...words`run rageval --schemas law --language en --model rules --items 7 --out out/first`,
    );
    expect(readdirSync(join(project, "out/first/dataset"))).toContain("dragonball");
  },
);

test.skipIf(!isBuilt)("every path that programs import has its code and its types", () => {
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    exports: Record<string, { types: string; default: string }>;
  };
  const files = Object.values(exports).flatMap(each => [each.types, each.default]);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter(file => !existsSync(join(installed, file)))).toEqual([]);
});
