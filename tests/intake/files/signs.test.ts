// A line that begins with # is a heading only where its file makes it one.

import { expect, test } from "vitest";
import { layOut } from "../../../pipelines/intake/files/blocks.ts";
import { parsePageFile } from "../../../pipelines/intake/files/html/html-file.ts";
import { parseMarkdown } from "../../../pipelines/intake/files/markdown-file.ts";
import { parseText } from "../../../pipelines/intake/files/text-file.ts";
import { partsOf } from "../../../pipelines/items/parts.ts";

const sectionsOf = (text: string) =>
  partsOf({ text, language: "en", places: [] }, { least: 1, most: 200 }).map(
    ({ section, headings }) => [section, headings],
  );
const script = ["# Open the sluice", "sluice open", "", "# Shut it", "sluice shut", "}"].join("\n");

test("comments in code are no headings, and the block keeps lines and fence in one fragment", () => {
  const { text } = parseMarkdown(
    Buffer.from(`# Sluices\n\nRun:\n\n~~~bash\n${script}\n~~~\n\nThen wait.`),
  );
  expect(text).toBe(`# Sluices\n\nRun:\n\n\`\`\`bash\n${script}\n\`\`\`\n\nThen wait.`);
  expect(sectionsOf(text)).toEqual([["Sluices", ["Sluices"]]]);
});

test("a page's preformatted text is code; a page of nothing else is a text", () => {
  const page = `<body><h1>Sluices</h1><p>Run what stands here, and wait for the water.</p><pre>${script}</pre><p>Then wait until all of the water of the upper tarn is in the lower one.</p></body>`;
  expect(parsePageFile(Buffer.from(page)).text).toContain(`\n\n\`\`\`\n${script}\n\`\`\`\n\n`);
  expect(
    parsePageFile(Buffer.from("<body><pre># 1 berth is closed.\nAsk.</pre></body>")).text,
  ).toBe("\\# 1 berth is closed.\nAsk.");
});

test("a text that stands preformatted on a page among others has its lines joined", () => {
  const line = "the tarn has been drained ever since with sluices that were bought and";
  const lines = [...Array.from({ length: 12 }, () => line), "let out."];
  const page = `<body><h1>Tarns</h1><pre>${lines.join("\n")}</pre><pre>${lines.join("\n")}</pre></body>`;
  expect(parsePageFile(Buffer.from(page)).text).toBe(
    `# Tarns\n\n${lines.join(" ")}\n\n${lines.join(" ")}`,
  );
});

test("a page that is one preformatted text keeps its paragraphs, with or without words beside it", () => {
  const paragraphs = [
    "The upper tarn is let out first.",
    "Then the lower one is.",
    "Both are filled.",
  ];
  const pre = `<pre><b>TARNS</b>\n${paragraphs.map(text => `    ${text.repeat(9)}`).join("\n\n")}</pre>`;
  const { text } = parsePageFile(Buffer.from(`<title>Tarns(1)</title><body>${pre}</body>`));
  expect(text).toContain(`TARNS\n${paragraphs.map(paragraph => paragraph.repeat(9)).join("\n\n")}`);
});

test("in a plain text such a line is text, but between fences code", () => {
  const { text } = parseText(
    Buffer.from("# 1 berth is closed.\nAsk.\n```\n# Open\n```\n## 2 more"),
  );
  expect(text).toBe("\\# 1 berth is closed.\nAsk.\n```\n# Open\n```\n\\## 2 more");
  expect(sectionsOf(text)).toEqual([[null, []]]);
});

test("what was read as a paragraph or row is marked as text, fences too; a fence is longer than those within", () => {
  const { text } = layOut([
    { kind: "heading", level: 2, text: "Signs" },
    { kind: "paragraph", text: "# ( < M > )\n``` is a sign" },
    { kind: "table", header: ["", "Berth"], rows: [["# 4", "open"]] },
    { kind: "code", language: "md", text: "```\n# x\n```" },
  ]);
  expect(text).toBe(
    "## Signs\n\n\\# ( < M > )\n\\``` is a sign\n\n\\# 4 | Berth: open\n\n````md\n```\n# x\n```\n````",
  );
});
