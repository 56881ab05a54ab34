// After the compiler: the font tables that PDFs are read by go beside their reader, and declarations that the published ones do not lead to go away. YAML is parsed for pipelines/engine/packaged-yaml.ts.

import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";

const dist = resolve(import.meta.dirname, "../dist");

const pdfjs = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
for (const tables of ["cmaps", "standard_fonts"])
  cpSync(join(pdfjs, tables), join(dist, "pipelines/intake/files/pdf", tables), { recursive: true });

const root = dirname(dist);
const { exports: subpaths } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const published = new Set(Object.values(subpaths).map(({ types }) => join(root, types)));
for (const file of published)
  for (const [, target] of readFileSync(file, "utf8").matchAll(/["'](\.{1,2}\/[^"']+)\.[jt]s["']/g)) {
    const declared = resolve(dirname(file), `${target}.d.ts`);
    if (existsSync(declared)) published.add(declared);
  }
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }))
  if (name.endsWith(".d.ts") && !published.has(join(dist, name))) rmSync(join(dist, name));

const parsed = ["pipelines/floor", "schemas", "schemas/domains"].flatMap(folder =>
  readdirSync(join(root, folder))
    .filter(name => name.endsWith(".yaml"))
    .map(name => {
      const text = readFileSync(join(root, folder, name), "utf8");
      return `${createHash("sha256").update(text).digest("hex")}\t${JSON.stringify(parse(text))}`;
    }),
);
writeFileSync(join(dist, "parsed-yaml.tsv"), parsed.join("\n"));
