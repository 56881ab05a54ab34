// A document is called what it calls itself; else its file's name, in words.

import { expect, test } from "vitest";
import { nameOfFile } from "../../../pipelines/intake/files/file-name.ts";

const called = (text: string, path: string, over: object = {}) =>
  nameOfFile({ format: "markdown", title: null, text, places: [], ...over }, path);
const slope = "Deep.\n\n# Tarns\n\n## Depth";

test.each([
  ["its settings", called(slope, "a.md", { title: "Tarns of Corrie" }), "Tarns of Corrie"],
  ["its one top heading", called(slope, "a.md"), "Tarns"],
  ["a short first line", called("Tarns of Corrie\n\nDeep.", "a.md"), "Tarns of Corrie"],
  ["a first line of text with signs", called("\\# Tarns\n\nDeep.", "a.txt"), "Tarns"],
  ["a slide's heading", called("# Tarns\n\n# Depth", "a.pptx", { format: "pptx" }), "Tarns"],
])("a document is called by %s", (_, name, expected) => {
  expect(name).toBe(expected);
});

test.each([
  ["a list of settings", "- Start Date: 2018-04-14\n- Name: tarns\n\n# Summary\n\n# Depth"],
  ["settings", "Start Date: 2018-04-14\nName: tarns\n\nDeep."],
  ["a lone date", "Start Date: 2018-04-14\n\nIt is deep."],
  ["one of several headings", "# Summary\n\n# Depth"],
  ["a comment in code", "```sh\n# Open\n```\n\n# Open\n\n# Shut"],
])("%s is not a name", (_, text) => {
  expect(called(text, "in/2480-tarns_2021.md")).toBe("2480 tarns 2021");
});

test.each([
  ["more-than-1k-cells.xlsx", "more than 1k cells"],
  ["tarns_report2023q3.pdf", "tarns report 2023q3"],
  ["2023annual.pdf", "2023 annual"],
  ["minutes-2021-05-04.txt", "minutes 2021-05-04"],
  ["北闸水库2023年度.docx", "北闸水库2023年度"],
  ["__.md", "__.md"],
])("%s is read as %s", (path, name) => {
  expect(called("- x", `in/${path}`)).toBe(name);
});
