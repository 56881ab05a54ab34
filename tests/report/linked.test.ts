// The report's section on a system over two splits.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import {
  linked,
  linkOf,
  putResult,
  resultOf,
  summary,
  systemOf,
} from "../support/evaluation-results.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import { freshFolder } from "../support/folder.ts";
import { putNewsRun, writeNewsRun } from "../support/sample-news-run.ts";

const at = freshFolder();

/** The section of a fresh split of the sample's news with this evaluation beside it, as its reader sees it. */
function sectionWith(
  link: Partial<SplitLink> | null,
  settings: object = { older: "out/news" },
): string {
  writeNewsRun(at("run"));
  putNewsRun(at("run"), settings);
  const systems = [systemOf("mine", { "evidence-recall": summary(0.55) })];
  putResult(at("run"), "mine", resultOf({ name: "mine", systems, link: link && linkOf(link) }));
  const page = readFileSync(writeReport(at("run")), "utf8");
  const [, markup = ""] = page.split('<section id="linked">');
  return (markup.split("</section>")[0] ?? "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("a change stands as the system's part and the news', with what links the splits and what was left out", () => {
  const text = sectionWith({
    metrics: [linked()],
    unlinked: ["rouge-l"],
    notFrozen: [{ system: "<b>other", because: "its setting fetched is another one" }],
  });
  expect(text).toContain(
    "Evidence recall 0.600 → 0.550 n 30 → 28 0.660 0.060 0.010 to 0.110 −0.110 −0.160 to −0.060 2 apart by 0.120",
  );
  expect(text).toContain(
    "without Summarization (reverse), Chinese (4 → 1), of which one split has too few.",
  );
  expect(text).toContain("neither all nor nothing: ROUGE-L.");
  expect(text).toContain(
    "Not taken as frozen: &lt;b&gt;other (its setting fetched is another one).",
  );
});

test("where nothing is linked, it says that and what to do; a run that refreshes none says nothing", () => {
  const refusal = "No frozen system was scored on both splits: nothing can be told.";
  expect(sectionWith({ unlinked: ["mrr"], refusal })).toMatch(/nothing can be told\.$/);
  expect(sectionWith(null)).toContain("cannot be told from a change of the news");
  expect(sectionWith(null, {})).toBe("");
});

test("a path outside is shown by its last part", () => {
  const older = { path: "/home/anna/secret/evaluations/mine", system: "mine" };
  expect(sectionWith({ older, metrics: [linked()] })).toContain("Beside mine .");
});
