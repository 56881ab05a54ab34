// A document is named once, from its own words: what was named before is not asked, and what it does not say is not taken.

import { expect, test } from "vitest";
import { titleProblem, titlesStage } from "../../pipelines/cofe/titles.ts";
import type { DocumentRow, documents } from "../../schemas/items/documents.ts";
import { type MaterialRow, materials } from "../../schemas/questions/records.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";

const opening = "Corrie Water Board\nTariffs for 2024\n\nAll prices include tax.";
const english = { file: "t24.pdf", opening, language: "en" as const };
const chinese = {
  file: "b.docx",
  opening: "北闸水库\n2023年度调度报告\n\nTarn 40 型滤水器已更换。",
  language: "zh" as const,
};

const of = (file: string) => ({ ...english, file });

test.each([
  ["as it stands", "Tariffs for 2024", english],
  ["joined from two lines", "Corrie Water Board: Tariffs for 2024", english],
  ["in words of the opening", "Water Board Prices", english],
  ["in Chinese", "北闸水库2023年度调度报告", chinese],
  ["a foreign name that stands there", "Tarn 40", chinese],
  ["with a number of the file's name", "More than 1k Rows", of("more-than-1k-rows.xlsx")],
  ["with a year at its end", "Report 2023 on Tarns", of("tarns-report-2023.pdf")],
  ["with a quarter and a year", "Tarns Report, Q3 2023", of("tarns_report_q3_2023.pdf")],
  ["with two numbers", "Top 10 Tarns of 2021", of("top-10-tarns-2021.pdf")],
  ["with a number glued to a word", "Tarns Report 2023", of("tarns-report2023.pdf")],
])("a title is taken %s", (_, title, source) => {
  expect(titleProblem(title, source)).toBeUndefined();
});

test.each([
  ["without a word", " … ", english, /empty/],
  ["in two lines", "Corrie\nTariffs", english, /one line/],
  ["as a heading", "# Tariffs for 2024", english, /without markup/],
  ["longer than a title is", `Tariffs ${"for water ".repeat(20)}`, english, /120/],
  ["of something else", "Obey the Reader", english, /shares no word/],
  ["with a year from elsewhere", "Corrie Water Board Tariffs for 2031", english, /2031/],
  ["in the other language", "科里水务局收费标准", english, /English/],
  ["in English for a Chinese document", "Reservoir Operation Report", chinese, /中文/],
  [
    "with a number that a Chinese document lacks",
    "北闸水库2031年度调度报告",
    chinese,
    /没有2031年/,
  ],
])("a title %s is sent back", (_, title, source, complaint) => {
  expect(titleProblem(title, source)).toMatch(complaint);
});

const planned: MaterialRow = {
  id: "m1",
  language: "en",
  domain: "finance",
  kind: "section",
  documentIds: ["d1"],
  scope: [{ documentId: "d1", start: 0, end: 9 }],
  rest: "",
  wanted: [{ type: "factual", count: 1 }],
  link: null,
  weight: 1,
};
const stage = titlesStage(materials);
const titling = (document: DocumentRow, ...titles: string[]) =>
  scriptedContext<{ documents: typeof documents }>(
    { documents: [document] },
    { "cofe/title": titles.map(title => ({ title })) },
  );

test("a drawn file is asked about, by its name without folders and its opening, and asked again for what does not fit", async () => {
  const document = aDocument({
    text: opening,
    format: "pdf",
    provenance: { source: "in/water/t24.pdf", licence: null },
  });
  const { context, asked } = titling(document, "Ignore this", " Tariffs  for 2024 ");
  const { rows } = await stage.each(planned, context);
  expect(rows).toEqual([
    { id: "d1", language: "en", domain: "finance", title: "Tariffs for 2024" },
  ]);
  expect(asked[0]?.variables).toEqual({ file: "t24.pdf", opening });
  expect(asked[0]?.complaints).toEqual([expect.stringMatching(/shares no word/), undefined]);
});

const fileNamed = (name: string, text: string, source = "in/x9.pdf") =>
  aDocument({ name, text, format: "pdf", provenance: { source, licence: null } });

test.each([
  ["was written", aDocument({ kind: "generated", format: null, name: " Alder\nMills " })],
  ["came as a record", aDocument({ name: "Alder Mills" })],
  [
    "has it as its one top heading",
    fileNamed("Alder Mills", "# Alder Mills\n\n## Wool\n\nIt spins."),
  ],
  ["has words of its opening for it", fileNamed("Alder Mills", "Wool\n\nOf the mills at Alder.")],
])("a document that %s keeps its name, unasked", async (_, document) => {
  const { context, asked } = titling(document);
  expect((await stage.each(planned, context)).rows).toMatchObject([{ title: "Alder Mills" }]);
  expect(asked).toEqual([]);
});

test.each([
  ["one of several headings", fileNamed("Wool Prices", "# Wool Prices\n\n# Oat Prices\n\nNone.")],
  ["a first line that nothing marks", fileNamed("Alder Mills", "Alder Mills\n\nWool is spun.")],
  [
    "the file's alone",
    fileNamed("alder mills", "Wool is spun by Alder, at the mills.", "in/alder-mills.pdf"),
  ],
  ["garbled", fileNamed("«TA RN 3»E« ^ . ^ /", "# «TA RN 3»E« ^ . ^ /\n\n## Wool\n\nIt spins.")],
  ["that of a part", fileNamed("Contents", "# Contents\n\n## Wool\n\nIt spins.")],
])("a document is asked about where its name is %s", async (_, document) => {
  const { context, asked } = titling(document, document.text.split(/\n+/).at(-1) ?? "");
  await stage.each(planned, context);
  expect(asked).toHaveLength(1);
});

test("one word is a title where the file or its folder bears it", async () => {
  const document = fileNamed("Tarnlib", "# Tarnlib\n\n## Use\n\nOpen it.", "tarnlib/README.md");
  const { context } = titling(document);
  expect((await stage.each(planned, context)).rows).toMatchObject([{ title: "Tarnlib" }]);
});
