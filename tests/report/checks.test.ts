// The report's section on checks: what each rejected or found, and who contradicted it, in counts that can be followed by hand.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { rejections } from "../../schemas/annotation.ts";
import type { Artifact } from "../../schemas/define.ts";
import { keys } from "../../schemas/questions/keys.ts";
import { candidates, readings, settled } from "../../schemas/questions/records.ts";
import { aProposal, aCandidate as aProposed, aReading } from "../support/toll-and-slope.ts";
import { freshFolder } from "../support/folder.ts";
import { putRows, putRun, writeSampleRun } from "../support/sample-run.ts";
import { aCandidate, aSettledRow } from "../support/settled-candidates.ts";
import { plain } from "../support/page-markup.ts";

const at = freshFolder();
const section = (directory: string, language: "en" | "zh" = "en") =>
  readFileSync(writeReport(directory, language), "utf8")
    .split(`<section id="checks">`)[1]
    ?.split("</section>")[0] ?? "";
const rows = () =>
  [...section(at("run")).matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => plain(row).trim());

const put = (artifact: Artifact, made: object) =>
  putRows(at("run"), artifact, [{ input: "p1", made: [made] }]);
const loss = (number: number, code: string) => ({ number, code, detail: "" });
const rejection = (number: number, decision: string) => ({
  id: `a-${number}/rageval-qra`,
  sourceId: `a-${number}`,
  language: "en",
  protocol: "rageval-qra",
  codes: ["no-subject"],
  decision,
  reviewIds: ["r"],
});

/** Seven proposed: one ends at once, two have no subject, two differ, one has no keypoints, one stands. */
function writeCheckedRun(): void {
  putRun(at("run"));
  const numbers = [2, 3, 4, 5, 6, 7];
  put(
    candidates,
    aProposal({
      candidates: numbers.map(number => aProposed({ number })),
      losses: [loss(1, "no-candidate")],
    }),
  );
  put(readings, {
    id: "reading-1",
    language: "en",
    domain: "traffic",
    proposalId: "p1",
    // The third was read, and not thought much of.
    readings: numbers.map(number => aReading({ number, worth: number === 3 ? 3 : 4 })),
  });
  put(
    settled,
    aSettledRow([aCandidate(6), aCandidate(7)], {
      losses: [
        loss(2, "no-subject"),
        loss(3, "no-subject"),
        loss(4, "unsupported"),
        loss(5, "contradicted"),
      ],
      compared: [
        { number: 2, differences: [], refinement: null },
        { number: 3, differences: [], refinement: null },
        { number: 4, differences: ["unsaid", "contrary"], refinement: "keep" },
        { number: 5, differences: ["contrary"], refinement: null },
        { number: 6, differences: [], refinement: null },
        { number: 7, differences: ["unsaid"], refinement: "change" },
      ],
    }),
  );
  put(keys, {
    id: "keys-1",
    language: "en",
    domain: "traffic",
    shortlistId: "s-1",
    proposalId: "p1",
    keys: null,
    losses: [loss(6, "wrong-keypoints")],
  });
}

test("a reader disagrees who answered alike and gave 4 or 5, or where the refinement let the answer stand", () => {
  writeCheckedRun();
  expect(rows().slice(0, 6)).toEqual([
    "Check stage checked rejected reader disagrees people disagree",
    "no-candidate proposal 7 1 – –",
    // Of two that were answered alike, one got a 4.
    "no-subject agreement 6 2 1 of 2, 50.0% –",
    "unsupported agreement 6 1 1 of 1, 100% –",
    "contradicted agreement 6 1 0 of 1, 0.0% –",
    "wrong-keypoints keypoints 1 1 1 of 1, 100% –",
  ]);
});

test("a difference counts against its kind where the refinement let the answer stand", () => {
  writeCheckedRun();
  expect(rows().slice(6, 10)).toEqual([
    "Difference checked sent back changed dropped no difference",
    "a detail that no source states 6 2 1 0 1 of 2, 50.0%",
    "a quotation without a source 6 0 0 0 –",
    // Of the two found the refinement spoke on one.
    "a different value or name 6 2 0 0 1 of 1, 100%",
  ]);
});

test("people disagree where most of them accept what a check rejected; who are at odds count for neither", () => {
  writeCheckedRun();
  putRows(at("run"), rejections, [
    {
      input: "*",
      made: [rejection(2, "overruled"), rejection(3, "upheld"), rejection(4, "conflict")],
    },
  ]);
  expect(rows()[2]).toBe("no-subject agreement 6 2 1 of 2, 50.0% 1 of 2, 50.0%");
});

test("the Chinese page tells the checks' record in Chinese", () => {
  writeCheckedRun();
  const told = plain(section(at("run"), "zh"));
  expect(told).toContain("检查 阶段 检查数 拒绝 盲审者不认同 人工不认同");
  expect(told).toContain("no-subject agreement 6 2 2 个中 1 个，50.0% –");
  expect(told).toContain("数值或名称不同 6 2 0 0 1 个中 1 个，100%");
  expect(told).not.toMatch(/record|checked|reader|different| of /);
});

test("a run whose questions were not made from materials has no such section", () => {
  writeSampleRun(at("older"));
  expect(section(at("older"))).toBe("");
});
