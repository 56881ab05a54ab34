// The report's sections on what was asked about and what items are worth: counts that can be followed by hand.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import type { Artifact } from "../../schemas/define.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import {
  candidates,
  type MaterialRow,
  materials,
  type ProposalRow,
  settled,
} from "../../schemas/questions/records.ts";
import { topics } from "../../schemas/questions/topics.ts";
import { aDocument, anItem, evidenceOf } from "../support/items.ts";
import { freshFolder } from "../support/folder.ts";
import { putDocuments, putItems, putRows, putRun, writeSampleRun } from "../support/sample-run.ts";
import { aCandidate, aSettledRow, measures } from "../support/settled-candidates.ts";
import { plain, rows, sectionOf } from "../support/page-markup.ts";

const at = freshFolder();
const pageOf = (directory: string, language: "en" | "zh" = "en") =>
  readFileSync(writeReport(directory, language), "utf8");

// Four cells of 60 characters each.
const lines = ["一".repeat(59), "二".repeat(59), "三".repeat(59), "四".repeat(59)];
const long = aDocument({
  id: "d-long",
  language: "zh",
  domain: "rules",
  name: "长<文>",
  text: lines.map(line => `${line}\n`).join(""),
});
const vain = aDocument({ id: "d-vain", domain: "rules", name: "In vain", text: "x".repeat(60) });
const never = aDocument({ id: "d-never", domain: "rules", name: "Never", text: "y".repeat(30) });

const common = { language: "zh", domain: "rules", link: null, weight: 2.5 } as const;
const material = (over: Partial<MaterialRow>): MaterialRow => ({
  id: "m-1",
  ...common,
  kind: "document",
  documentIds: ["d-long"],
  scope: [],
  rest: "",
  wanted: [{ type: "factual", count: 1 }],
  ...over,
});
const proposal = (id: string, materialId: string, documentId: string): ProposalRow => ({
  id,
  ...common,
  materialId,
  documentIds: [documentId],
  scope: [],
  candidates: [],
  losses: [],
  briefs: [],
});

const put = (artifact: Artifact, made: readonly object[]) =>
  putRows(at("run"), artifact, [{ input: "*", made }]);

function writeAskedRun(): void {
  const item: ItemRow = anItem({
    language: "zh",
    domain: "rules",
    documentIds: ["d-long"],
    evidence: [evidenceOf(lines[1]!, 1, long)],
    measures: { ...measures, proposed: 4, read: 5, right: 5, alone: 3, weight: 2.5 },
  });
  putRun(at("run"));
  putDocuments(at("run"), [long, vain, never]);
  putItems(at("run"), [item]);
  put(materials, [
    material({ kind: "section", scope: [{ documentId: "d-long", start: 0, end: 180 }] }),
    material({ id: "m-2", documentIds: ["d-vain"], weight: 1 }),
  ]);
  put(candidates, [proposal("p-1", "m-1", "d-long"), proposal("p-2", "m-2", "d-vain")]);
  put(settled, [
    aSettledRow([aCandidate(1), aCandidate(2)], { proposalId: "p-1", documentIds: ["d-long"] }),
    aSettledRow([], { proposalId: "p-2", documentIds: ["d-vain"] }),
  ]);
}

test("documents count as asked about, read in vain or never read, and so do equal parts of their texts", () => {
  writeAskedRun();
  const asked = sectionOf(pageOf(at("run")), "asked");
  expect(rows(asked).slice(0, 4)).toEqual([
    "Documents all with items in vain never read parts asked about parts never read",
    "rules en 2 0 1 1 0.0% 50.0%",
    "rules zh 1 1 0 0 25.0% 25.0%",
    // Of six parts one has evidence; one of the long document and the one of the unread were never read.
    "All 3 1 1 1 16.7% 33.3%",
  ]);
});

test("each document is a strip from its beginning to its end, most asked about first", () => {
  writeAskedRun();
  const asked = sectionOf(pageOf(at("run")), "asked");
  expect(rows(asked).slice(5)).toEqual([
    "长&lt;文&gt; 240 1 2 1 2.5 read 1, asked about 1, read 1, never read 1",
    "In vain 60 1 0 0 1 read in vain 1",
    "Never 30 0 0 0 – never read 1",
  ]);
});

test("topics count as asked about, read in vain or never read by their documents, and stand in the map", () => {
  writeAskedRun();
  put(topics, [
    { id: "t-1", language: "en", words: ["ferry", "<tide>"], documentIds: ["d-vain", "d-never"] },
  ]);
  const asked = sectionOf(pageOf(at("run")), "asked");
  expect(rows(asked).slice(4, 7)).toEqual([
    "Topic all with items in vain never read parts asked about parts never read its documents",
    "ferry · &lt;tide&gt; 2 0 1 1 0.0% 50.0% read in vain 1, never read 1",
    "In no topic 1 1 0 0 25.0% 25.0% asked about 1",
  ]);
  expect(rows(asked).slice(8)).toEqual([
    expect.stringMatching(/^长&lt;文&gt; 240/),
    expect.stringMatching(/^In vain ferry · &lt;tide&gt; 60/),
    expect.stringMatching(/^Never ferry · &lt;tide&gt; 30/),
  ]);
});

test("the Chinese page tells in Chinese what was asked about", () => {
  writeAskedRun();
  put(topics, [{ id: "t-1", language: "zh", words: ["潮"], documentIds: ["d-vain", "d-never"] }]);
  const asked = sectionOf(pageOf(at("run"), "zh"), "asked");
  expect(rows(asked).slice(3, 6)).toEqual([
    "合计 3 1 1 1 16.7% 33.3%",
    "主题 总数 有题目 白读 未读 问到的段落 未读的段落 其中的文档",
    "潮 2 0 1 1 0.0% 50.0% 白读 1，未读 1",
  ]);
  expect(plain(asked)).toContain("白读：读过，但据此提出的问题无一成立。");
  expect(plain(asked)).not.toMatch(/[Dd]ocuments|[Tt]opic|asked about|never read|parts/);
});

test("marks, passages and proof stand by type, and on each item that is shown", () => {
  writeAskedRun();
  const page = pageOf(at("run"));
  expect(rows(sectionOf(page, "worth"))[1]).toBe(
    "Factual 1 4.00 5.00 3.00 5.00 1.00 0.0% 0.0% 2.50 read blind 1",
  );
  expect(plain(sectionOf(page, "examples"))).toContain("worth 4, 5, 3 represents 2.5");
});

test("of the lists of keywords that were counted it says how many stand in one passage alone", () => {
  writeAskedRun();
  const evidence = [evidenceOf(lines[1]!, 1, long)];
  const list = evidence.map(({ span, text }) => ({ span, text }));
  const keywords = { coarse: ["x"], fine: [list, list, list], passages: [1, 3, 1] };
  putItems(at("run"), [anItem({ evidence, measures, keywords })]);
  expect(plain(sectionOf(pageOf(at("run")), "worth"))).toContain(
    "Of 3 lists of fine keywords, 2 (66.7%) occur in only one passage of the corpus",
  );
});

test("a run that read no materials has neither section, and its items no marks", () => {
  writeSampleRun(at("older"));
  const page = pageOf(at("older"));
  expect(page).not.toMatch(/<section id="(?:asked|worth)"/);
  expect(sectionOf(page, "examples")).not.toContain("represents");
});
