// What the package publishes: few names at the top, each on the page for programs, and a source behind every subpath.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as metrics from "../../pipelines/metrics.ts";
import * as records from "../../pipelines/records.ts";
import * as published from "../../pipelines/index.ts";
import * as stages from "../../pipelines/stages.ts";
import { root } from "./files.ts";

const page = readFileSync(join(root, "docs/api.md"), "utf8");
const { exports: subpaths } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, { types: string; default: string }>;
};

test("the top level has at most 25 values, and the page for programs names each", () => {
  const names = Object.keys(published);
  expect(names.length).toBeLessThanOrEqual(25);
  expect(names.filter(name => !page.includes(`\`${name}\``) && !page.includes(`${name}(`))).toEqual(
    [],
  );
});

test("every subpath has its source, and the page for programs names it", () => {
  for (const [subpath, { types, default: code }] of Object.entries(subpaths)) {
    const source = code.replace("./dist/", "").replace(/\.js$/, ".ts");
    expect(existsSync(join(root, source)), source).toBe(true);
    expect(types).toBe(code.replace(/\.js$/, ".d.ts"));
    expect(page).toContain(subpath.replace(/^\.\/?/, "ragwright/").replace(/\/$/, ""));
  }
});

test("nothing is published twice", () => {
  const names = [published, records, metrics, stages].flatMap(each => Object.keys(each));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
