// A report where the library that draws is not installed.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import { report } from "../../pipelines/run/report.ts";
import {
  putAudit,
  putResult,
  resultOf,
  summary,
  sweepResult,
  systemOf,
} from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";

vi.mock("../../pipelines/engine/optional-packages.ts", async original => ({
  ...(await original<typeof import("../../pipelines/engine/optional-packages.ts")>()),
  loadOptional: async () => {
    throw new PipelineError("bad-settings", "A plot needs what is not there.", { hint: "" });
  },
}));

const at = freshFolder();
const said =
  "Plots are left out; their numbers are in the tables. To include them: npm install @observablehq/plot@";

test("its tables stand, one line says what to type, and nothing of a plot is there", async () => {
  writeSampleRun(at("run"));
  const systems = [systemOf("A", { mrr: summary(0.5) }), systemOf("B", { mrr: summary(0.25) })];
  putResult(at("run"), "mine", resultOf({ systems }));
  putResult(at("run"), "swept", sweepResult());
  putAudit(at("run"), { found: [{ itemId: "i-1", code: "dead", detail: "" }] });
  const page = readFileSync(await report(at("run")), "utf8");
  expect(page.split(said)).toHaveLength(2);
  expect(page).toContain("0.500");
  for (const id of ["results", "sweeps", "audit"]) expect(page).toContain(`<section id="${id}">`);
  expect(page).not.toMatch(/class="plot"|class="swatch"/);
  expect(readFileSync(writeReport(at("run"), "zh"), "utf8")).toContain(
    "未绘制图表，数值见各表。如需绘制，请运行：npm install @observablehq/plot@",
  );
});

test("a report without evaluations has no plots to miss", async () => {
  writeSampleRun(at("plain"));
  expect(readFileSync(await report(at("plain")), "utf8")).not.toContain("@observablehq/plot");
});
