// Reads YAML that ships with the package and was parsed once at build time: parsing it would take a fifth of a small command's time.

import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { packageRoot } from "./package-root.ts";

let builtValues: ReadonlyMap<string, string> | undefined;

/** The build's file: on each line the SHA-256 of a text, a tab, and its value as JSON. Empty if there was no build. */
function readBuiltValues(): ReadonlyMap<string, string> {
  const path = join(packageRoot(), "dist/parsed-yaml.tsv");
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Map(lines.map(line => line.split("\t", 2) as [string, string]));
}

/** The value of a YAML text; a text that is not in the build's file is parsed. Throws YAMLParseError like `parse`. */
export function parseYaml(text: string): unknown {
  builtValues ??= readBuiltValues();
  const value = builtValues.get(hash("sha256", text));
  return value === undefined ? parse(text) : JSON.parse(value);
}
