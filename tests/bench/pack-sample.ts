// Packs finished runs, one of each wing, into the sample that ships with the package (its card is written by hand):
// node --import tsx tests/bench/pack-sample.ts <run> …

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { readRunFacts } from "../../pipelines/report/run-facts.ts";
import { sampleArchive } from "../../pipelines/run/sample.ts";

/** What is made again from the rest (`export` writes the dataset), or was only needed on the way. */
const notPacked = new Set(["batch", "dataset", "lock", "report.html"]);

function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter(path => !notPacked.has(path.split("/")[0] ?? ""))
    .sort();
}

const lines = process.argv.slice(2).flatMap(directory => {
  const { wing } = readRunFacts(openRun(directory));
  return filesOf(directory).map(path =>
    JSON.stringify({
      path: `${wing}/${path}`,
      text: readFileSync(join(directory, path), "utf8"),
    }),
  );
});
const text = Buffer.from(`${lines.join("\n")}\n`);
writeFileSync(
  sampleArchive(),
  // One window over it all: most texts stand in several files.
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }),
);
console.log(`${sampleArchive()}: ${lines.length} files`);
