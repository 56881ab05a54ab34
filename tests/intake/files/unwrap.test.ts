// Lines that were broken at a width are joined, and no others.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unwrapLines } from "../../../pipelines/intake/files/unwrap.ts";
import { root } from "../../house/files.ts";

/** Greedily, as editors do. */
function wrap(text: string, width: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
const prose =
  "The mill has spun wool ever since, with looms that were bought second-hand and mended by people who had worked in it for all their lives. Its owner lives in Corrie and is rarely seen. "
    .repeat(4)
    .trim();
const paragraphs = [prose, prose.toUpperCase().toLowerCase(), prose];

test.each([64, 72, 80, 100])(
  "prose broken at %i columns is whole again, paragraph by paragraph",
  width => {
    const broken = paragraphs.map(text => wrap(text, width)).join("\n\n");
    const sentences = (text: string) => text.split(/\n\n|(?<=\.)\s/);
    expect(sentences(unwrapLines(broken))).toEqual(sentences(paragraphs.join("\n\n")));
  },
);

test("Chinese lines are joined without a space", () => {
  const text =
    "河湾大桥历时三年建成并于三日正式通车过往的车辆从此不必绕行二十公里，沿岸居民说这是多年来的愿望，".repeat(
      12,
    );
  expect(unwrapLines(text.match(/.{1,40}/gsu)!.join("\n"))).toBe(text);
});

test.each([
  [
    "titles",
    Array.from(
      { length: 30 },
      (_, index) => `The Long History of the Mill at Corrie and of Its Many Owners, Part ${index}`,
    ),
  ],
  [
    "labels and values",
    Array.from(
      { length: 30 },
      (_, index) => `Member of the board number ${index}: a person whose name is not known to us`,
    ),
  ],
  [
    "list items",
    Array.from(
      { length: 30 },
      () => "- spun wool in all colours that were wanted by those who came to buy it",
    ),
  ],
  ["articles", Array.from({ length: 30 }, () => prose)],
  ["短句", Array.from({ length: 30 }, (_, index) => `第${index}项工作已经完成`)],
])("%s, a line each, stay as they are", (_, lines) => {
  expect(unwrapLines(lines.join("\n"))).toBe(lines.join("\n"));
});

test("the seeds that come with the project stay as they are", () => {
  const texts = readdirSync(join(root, "seeds"), { recursive: true, encoding: "utf8" })
    .map(path => join(root, "seeds", path))
    .filter(path => path.endsWith(".txt") && statSync(path).isFile())
    .map(path => readFileSync(path, "utf8"));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter(text => unwrapLines(text) !== text)).toEqual([]);
});
