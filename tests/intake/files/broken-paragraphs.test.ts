// Paragraphs that a page or a program broke inside a sentence, and those that only look like it.

import { expect, test } from "vitest";
import { type Block, layOut } from "../../../pipelines/intake/files/blocks.ts";
import { parsePageFile } from "../../../pipelines/intake/files/html/html-file.ts";

const paragraphs = (...texts: string[]) =>
  layOut(texts.map((text): Block => ({ kind: "paragraph", text }))).text.split("\n\n");

test("a paragraph that breaks off behind a word that asks for more is put together with what follows", () => {
  const broken = [
    "The keeper looks after the sluices every week. Action to",
    "close a leak must be begun within two days and",
    "be noted in the book.",
  ];
  const next = "The book lies in the office.";
  expect(paragraphs(...broken, next)).toEqual([broken.join(" "), next]);
  expect(
    paragraphs("船闸管理员每周检查一次闸门和水泵的状况，", "发现渗漏须在两天内报告。"),
  ).toEqual(["船闸管理员每周检查一次闸门和水泵的状况，发现渗漏须在两天内报告。"]);
});

test("a salutation, a list in small letters and a command stay apart from what stands before them", () => {
  for (const texts of [
    ["尊敬的各位住户，", "闸门将于周一检修。"],
    ["Type the command that opens the upper gate", "sluice open upper"],
    ["What this page is about", "The gates of the upper tarn."],
    ["Take with you what the crossing calls for", "Oars, a rope and a lamp."],
  ])
    expect(paragraphs(...texts)).toEqual(texts);
});

test("a picture within a line breaks no paragraph", () => {
  const page = `<body><h1>Tarns</h1><p>To open the upper gate, click
    <span><img src="gate.png" alt="gate"/></span> in the corner of the panel.</p><p>Then wait until the water stands as high as the mark.</p></body>`;
  expect(parsePageFile(Buffer.from(page)).text).toBe(
    "# Tarns\n\nTo open the upper gate, click in the corner of the panel.\n\nThen wait until the water stands as high as the mark.",
  );
});
