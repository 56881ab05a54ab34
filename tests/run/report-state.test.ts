// A report that still tells what stands in its run is not made again by the next command; after any change it is.

import { appendFileSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { report, reportAtEnd } from "../../pipelines/run/report.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const written = () => statSync(at("run/report.html"), { bigint: true }).mtimeNs;

/** Whether a command's end makes the report again. */
async function isMadeAnew(): Promise<boolean> {
  const before = existsSync(at("run/report.html")) ? written() : undefined;
  const { path } = await reportAtEnd(at("run"));
  expect(path).toBe(at("run/report.html"));
  return written() !== before;
}

test.each<[string, boolean, () => void]>([
  ["nothing", false, () => {}],
  ["the dataset, which is made of the run", false, () => writeFileSync(at("run/dataset"), "")],
  [
    "what another command is writing",
    false,
    () => writeFileSync(at("run/report.html.new"), "half"),
  ],
  ["a row", true, () => appendFileSync(at("run/items/items.jsonl"), "\n")],
  ["a judgement by people", true, () => writeFileSync(at("run/annotate"), "")],
  ["the report itself", true, () => appendFileSync(at("run/report.html"), " ")],
  ["the report, away", true, () => rmSync(at("run/report.html"))],
])("changed: %s; made again: %s", async (_, isAnew, change) => {
  writeSampleRun(at("run"));
  expect(await isMadeAnew()).toBe(true);
  change();
  expect(await isMadeAnew()).toBe(isAnew);
});

test("who asks for a report gets it made, in the language asked for", async () => {
  writeSampleRun(at("run"));
  await report(at("run"), "zh");
  const before = written();
  expect(await isMadeAnew()).toBe(false);
  await report(at("run"));
  expect(written()).not.toBe(before);
});
