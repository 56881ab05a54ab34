// Where sentences end, and where they only seem to.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { cases } from "../support/cases.ts";

const texts = (text: string, language: "zh" | "en"): string[] =>
  splitSentences(text, language).map(sentence => sentence.text);

test("a Chinese sentence ends with its closing quotes and brackets", () => {
  expect(texts("他说：“我认罪。”法庭予以采纳（见笔录。）真的吗？！是的……", "zh")).toEqual([
    "他说：“我认罪。”",
    "法庭予以采纳（见笔录。）",
    "真的吗？！",
    "是的……",
  ]);
});

test("a Chinese semicolon does not end a sentence, a decimal point neither", () => {
  expect(texts("体温36.6℃；脉搏76次/分。血压正常。", "zh")).toEqual([
    "体温36.6℃；脉搏76次/分。",
    "血压正常。",
  ]);
});

test("a row of cells, and a caption with its number, are one", () => {
  expect(texts("Item 1A. | Tolls of the lower bridge. | 9", "en")).toHaveLength(1);
  expect(texts("Fig. 5. Tolls by month. Lorries pay most.", "en")).toEqual([
    "Fig. 5. Tolls by month.",
    "Lorries pay most.",
  ]);
  expect(texts("3.2.1. Sluices", "en")).toEqual(["3.2.1. Sluices"]);
  expect(texts("All of it stands in Section 4. The warden keeps it.", "en")).toHaveLength(2);
});

test("a half-width stop ends a Chinese sentence, but no number of a part", () => {
  expect(texts("第十五. 总则. 本闸由上湖管理处开启. 开启以前须报市水务局3.5版核准.", "zh")).toEqual(
    ["第十五. 总则. 本闸由上湖管理处开启.", "开启以前须报市水务局3.5版核准."],
  );
});

cases<[x0: string, text: string, expected: string[]]>(
  "text/sentences",
  "an English stop ends no sentence in %s unless one does end",
  (_, text, expected) => {
    expect(texts(text, "en")).toEqual(expected);
  },
);

cases<[x0: string, text: string, expected: string[]]>(
  "text/sentences",
  "a Chinese sentence goes on behind %s",
  (_, text, expected) => {
    expect(texts(text, "zh")).toEqual(expected);
  },
);

test("a list marker stays with its entry", () => {
  expect(texts("1. Regular checks are held.\n2. Glasses are worn.", "en")).toEqual([
    "1. Regular checks are held.",
    "2. Glasses are worn.",
  ]);
});

test("a line end always ends a sentence; table rows and label lines stay whole", () => {
  expect(
    texts("姓名：林某 性别：女\n| 项目 | 值。 | 备注。 |\n处理：休息。多饮水。", "zh"),
  ).toEqual(["姓名：林某 性别：女", "| 项目 | 值。 | 备注。 |", "处理：休息。多饮水。"]);
});

test("a label alone on its line is one sentence with the only line below it, and none with a list or another label", () => {
  const one = ["过敏史：\n青霉素", "**Court:**\nAlder Row Court", "主诉：\n咳嗽三天。"];
  const several = ["家族史：", "- 无", "材料：", "青葱", "白盐", "基本信息：", "年龄：30岁"];
  expect(texts([...one, ...several].join("\n"), "zh")).toEqual([...one, ...several]);
});

test("a long labelled paragraph is cut like running text", () => {
  const long = `现病史：${"患者半年前出现视物模糊，逐渐加重，曾在外院就诊。".repeat(4)}`;
  expect(texts(long, "zh")).toHaveLength(4);
});

test("an English line in a Chinese document is cut as English", () => {
  expect(
    texts(
      "The patient slept well. Vital signs were stable on day two of the stay.\n病情平稳。",
      "zh",
    ),
  ).toEqual([
    "The patient slept well.",
    "Vital signs were stable on day two of the stay.",
    "病情平稳。",
  ]);
});

test("a sentence is always the source between its offsets, trimmed, in order, and nothing but white space lies between", () => {
  const piece = fc.constantFrom(
    ...". |Dr. |Q. |\r\n|5.5|甲乙|Word".split("|"),
    ..."。…」\n |：😀?“",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom("zh" as const, "en" as const),
      (pieces, language) => {
        const source = pieces.join("");
        let from = 0;
        for (const { start, end, text } of splitSentences(source, language)) {
          expect(source.slice(start, end)).toBe(text);
          expect(text).toBe(text.trim());
          expect(text).not.toBe("");
          expect(source.slice(from, start).trim()).toBe("");
          from = end;
        }
        expect(source.slice(from).trim()).toBe("");
      },
    ),
  );
});

test("a section that is counted stays with the law before it", () => {
  expect(texts("Costs fall under 11 U.S.C. § 503(b). Fees fall under Art. 9 § 2.", "en")).toEqual([
    "Costs fall under 11 U.S.C. § 503(b).",
    "Fees fall under Art. 9 § 2.",
  ]);
});

test("a remark in brackets behind the last stop of a line is not a sentence of its own", () => {
  const target =
    "- build 目标：编译源码，并且生成使用说明所需要的全部格式化文档和索引，随后写入构建目录(Build)中。";
  expect(texts(`先装工具。${target}(必须)[40]`, "zh")).toEqual([
    "先装工具。",
    `${target}(必须)[40]`,
  ]);
  expect(texts("The gate is opened. The water falls. (required) [4]", "en")).toEqual([
    "The gate is opened.",
    "The water falls. (required) [4]",
  ]);
  expect(texts("水位下降。(闸门已开。)船只通过。", "zh")).toEqual([
    "水位下降。",
    "(闸门已开。)",
    "船只通过。",
  ]);
});
