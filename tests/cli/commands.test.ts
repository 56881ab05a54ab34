// What the command line loads before it knows what was typed: its definitions, and nothing that does the work.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/cli.ts";

/** What a file loads as soon as it is loaded itself: imports of types alone and `import(…)` are none. */
const loadedBy = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^\s*(?:import|export)\s+(?!type\b)(?:[^"';]*?\bfrom\s*)?"([^"]+)"/gm,
    ),
  ].map(([, target = ""]) => target);

/** The files and libraries that this file brings with it. */
function loadedWith(
  file: string,
  loaded = { files: new Set<string>(), libraries: new Set<string>() },
): typeof loaded {
  if (loaded.files.has(file)) return loaded;
  loaded.files.add(file);
  for (const target of loadedBy(file)) {
    if (target.startsWith(".")) loadedWith(resolve(dirname(file), target), loaded);
    else if (!target.startsWith("node:")) loaded.libraries.add(target);
  }
  return loaded;
}

const at = (path: string) => join(root, "pipelines/cli", path);
const { files, libraries } = loadedWith(at("main.ts"));
const roomsOf = (paths: Iterable<string>) =>
  new Set([...paths].map(path => relative(root, dirname(path)).split("/").slice(0, 2).join("/")));

/** Says whether hints need `npx` before them. */
const typedName = "pipelines/run/typed-commands.ts";

test("help needs what parses and prints, and no more", () => {
  expect([...libraries].sort()).toEqual([
    "cli-progress",
    "cli-table3",
    "commander",
    "picocolors",
    "zod",
  ]);
  expect([...roomsOf(files)].filter(room => room.startsWith("pipelines/")).sort()).toEqual([
    "pipelines/cli",
    "pipelines/engine",
    "pipelines/run",
  ]);
  expect(
    [...files].filter(file => /\/(?:engine|run)\//.test(file)).map(file => relative(root, file)),
  ).toEqual([
    "pipelines/engine/errors.ts",
    typedName,
    "pipelines/engine/control-characters.ts",
    "pipelines/engine/package-root.ts",
  ]);
});

test("status reads a run with little beside the engine", () => {
  const status = loadedWith(at("status.ts"));
  expect([...status.libraries].sort()).toEqual(["cli-progress", "cli-table3", "picocolors", "zod"]);
  expect([...roomsOf(status.files)].filter(room => room.startsWith("pipelines/")).sort()).toEqual([
    "pipelines/cli",
    "pipelines/engine",
    "pipelines/run",
  ]);
  expect(
    [...status.files].filter(file => file.includes("/run/")).map(file => relative(root, file)),
  ).toEqual(["pipelines/run/run-status.ts", typedName]);
});

test("every definition loads what it does only when it is typed", () => {
  const texts = [...files]
    .filter(file => file.includes("/cli/commands/"))
    .map(file => readFileSync(file, "utf8"));
  const targets = texts.flatMap(text =>
    [
      ...text.matchAll(
        /\.action\(\s*lazyAction\(async \(\) => \(await import\("(\.\.\/[^"]+)"\)\)\.\w+\),?\s*\)/g,
      ),
    ].map(([, target = ""]) => target),
  );
  expect(targets.length).toBeGreaterThan(20);
  expect(targets).toHaveLength(texts.join("").split(".action(").length - 1);
  expect(targets.filter(target => !existsSync(at(target.slice(3))))).toEqual([]);
});
