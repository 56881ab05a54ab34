// What an export counts, format by format: of the record that `export --json` prints.

import { join } from "node:path";
import { expect, test } from "vitest";
import { exportRun } from "../../pipelines/run/export-run.ts";
import { ExportOutput } from "../../schemas/output/datasets.ts";
import { ExportFormat } from "../../schemas/formats/export-formats.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";

test.each(ExportFormat.options)("%s", format => {
  const folder = newFolder();
  const run = join(folder, "run");
  if (format === "crud") writeNewsRun(run);
  else writeSampleRun(run);
  const { to, counts } = exportRun({ run, format, to: join(folder, "to") });
  const printed = ExportOutput.parse({ ...counts, to });
  expect(Object.keys(printed).length).toBeGreaterThan(2);
});
