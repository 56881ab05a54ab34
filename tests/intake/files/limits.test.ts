// The limits that a run is told hold for its files.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { InputFailure } from "../../../pipelines/engine/pipeline.ts";
import { readDocuments, readSeeds } from "../../../pipelines/intake/sources.ts";
import { newFolder } from "../../support/toy-run.ts";

const folder = newFolder();
const options = { paths: [folder], languages: ["en" as const], domains: undefined, licence: null };
const tight = { seconds: 60, memory: 256, size: 1, followLinks: false };

test("a file above the size that was set is a failure of its own, for documents and seeds alike", async () => {
  writeFileSync(join(folder, "small.txt"), "The Marn ferry carries mail.");
  writeFileSync(join(folder, "large.txt"), "The Marn ferry carries mail. ".repeat(40_000));
  for (const read of [readDocuments, readSeeds]) {
    const rows: object[] = [];
    for await (const row of read({ ...options, limits: tight })) rows.push(row);
    expect(rows.map(row => (row instanceof InputFailure ? row.code : "read"))).toEqual([
      "file-too-large",
      "read",
    ]);
    const usual: object[] = [];
    for await (const row of read(options)) usual.push(row);
    expect(usual.filter(row => row instanceof InputFailure)).toEqual([]);
  }
});
