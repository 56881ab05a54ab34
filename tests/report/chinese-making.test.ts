// In a Chinese report the sections on how a benchmark was made speak Chinese.

import { expect, test } from "vitest";
import { layOutSheets } from "../../pipelines/intake/files/office/sheets.ts";
import { layOutSlides } from "../../pipelines/intake/files/office/slides.ts";
import { changesStage } from "../../pipelines/items/changes.ts";
import { changesWords } from "../../pipelines/report/changes-words.ts";
import { facts, seeds } from "../../schemas/rageval/records.ts";
import { chineseSection } from "../support/chinese-page.ts";
import { freshFolder } from "../support/folder.ts";
import { cofeChanges, costs, station } from "../support/sample-cofe.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { putRows, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();

/** What a reader sees of a section, and what is read out of its drawings; texts and codes of the run taken away. */
function section(directory: string, id: string): string {
  return chineseSection(directory, id)
    .replace(/<code[ >].*?<\/code>/g, " ")
    .replace(/<span lang="en">.*?<\/span>/g, " ")
    .replace(/<dl>.*?<\/dl>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

/** Two English words beside one another, but for the end of a file name and settings on the command line. */
const english = /(?<![-.\w])[A-Za-z’']+,? [a-z]{2,}(?![\w-])/;

test("what a run is: its start, its documents, and the likeness to its seeds", () => {
  writeSampleRun(at("run"));
  const about = section(at("run"), "about");
  expect(about).toContain("先从种子文档归纳出每个场景的 schema");
  expect(about).toContain("文档 篇数 平均字符数 最短–最长 许可 finance en 2 148 109–186 未注明");
  expect(about).toContain("生成的文档与种子文档对照");
  expect(about.replaceAll(/(?:finance|medical) (?:en|zh) /g, "")).not.toMatch(english);
});

test("what a run is: that it goes on, what rules could not read, and seeds of no kind", () => {
  putRun(at("run"));
  putRows(at("run"), seeds, [
    { input: "s-2", outcome: "rejected", code: "no-kind", detail: "seeds/b.txt: unknown" },
  ]);
  putRows(at("run"), facts, [{ input: "d-1", outcome: "declined", code: "needs-model" }]);
  const about = section(at("run"), "about");
  expect(about).toContain("rageval/facts 的 1 份输入中，rules 读懂了 0 份。");
  expect(about).toContain("其余需要模型：--model openai:NAME、ollama:NAME，或 --batch files。");
  expect(about).toContain("运行尚未结束：再次输入同一条命令即可继续。");
  expect(about).toContain("未用作种子文档的共 1 篇：");
  expect(about).not.toMatch(english);
});

test("files: what each holds, what was not read whole, and those that gave no text", () => {
  const { leftOut: slides = [] } = layOutSlides([[], undefined]);
  const { leftOut: sheets = [] } = layOutSheets([
    { name: "草稿", isHidden: true, rows: [], merges: [] },
  ]);
  const scanned = station.places.map(place => ({ ...place, ocr: true as const }));
  writeCofeRun(at("run"), {
    texts: [
      { ...costs, leftOut: [...slides, ...sheets] },
      { ...station, places: scanned },
    ],
  });
  const files = section(at("run"), "files");
  expect(files).toContain("共 2 个 2 页（其中 2 页由 OCR 识别），1 张工作表 122 2 3");
  expect(files).toContain("题目取自 2 个文件中的 2 个。");
  expect(files).toContain("1 个文件没有读全");
  expect(files).toContain("隐藏的第 2 张幻灯片，隐藏的工作表“草稿”");
  expect(files).toContain("2 个文件没有读出文字");
  expect(files).not.toMatch(english);
});

test("changed documents: what became of the items, and why some were retired", () => {
  writeCofeRun(at("run"), { changed: cofeChanges });
  const changes = section(at("run"), "changes");
  expect(changes).toContain("题目 保留 移位 撤下 新增 中文 0 1 0 1 英文 1 0 1 0 合计 1 1 1 1");
  expect(changes).toContain("出题所用的原文已不在文档中。");
  expect(changes).not.toMatch(english);
});

test("every reason for which the stage retires an item has its Chinese", () => {
  const item = { id: "i", language: "zh" as const, domain: "d", question: "问？" };
  const evidence = [{ documentId: "d", start: 0, text: "文" }];
  const becauseIn = (text: string) => {
    const tables = {
      earlier: { rows: () => [{ ...item, evidence }] },
      documents: { find: () => ({ text }) },
    };
    const [row] = changesStage.all([], { tables } as never).rows;
    return changesWords.zh.retirementReason(row?.because ?? "none");
  };
  expect(becauseIn("别的")).toBe("出题所用的原文已不在文档中。");
  expect(becauseIn("原文")).toMatch(/^所依据的原文还在，/);
});

test("news: the steps of the articles, their days and sources, and clusters", () => {
  writeNewsRun(at("run"));
  const news = section(at("run"), "news");
  expect(news).toContain("去重后（文章池） 8 文章 8 1");
  expect(news).toContain("没有日期的：清洗后的 9 篇文章中有 1 篇（11.1%），语料库中有 1 篇文档。");
  expect(news).toMatch(/来源： +（8）、/);
  expect(news).not.toMatch(english);
  const clusters = section(at("run"), "clusters");
  expect(clusters).toContain("近似重复 1 2 1 1 2");
  expect(clusters).not.toMatch(english);
});

test("leaks: what was excluded for the sake of what was held out, drawn and told", () => {
  writeNewsRun(at("run"));
  const leaks = section(at("run"), "leaks");
  expect(leaks).toContain("从语料库留出 2 篇文档，其中 2 篇用于出题。");
  expect(leaks).toContain("文档对的包含度");
  expect(leaks).toContain("留下的文档中最相似的");
  expect(leaks.replace("Jaccard 系数", "")).not.toMatch(english);
});
